import type { Call, Json } from './api.js';

const jobFields = 'jobId status objective address createdAt';
const upper = (value: string | null | undefined) => (value ? value.toUpperCase() : null);
/** Converts an input for GraphQL: the same in camel case. */
export const inputOf = (value: Json): Json => {
  const camel = (name: string) =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (Array.isArray(value)) return value.map(inputOf);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camel(name), inputOf(inner)]),
  );
};
/** Parses a body typed as JSON; other text stays as typed. */
export const parsed = (body: Json): Json => {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return body;
  }
};
const jobPath = (id: string, rest = '') => `/v1/jobs/${encodeURIComponent(id)}${rest}`;

/** The requests of the console, each with its GraphQL equivalent. */
export const calls = {
  listJobs(status: string, next: string | null): Call {
    const query = new URLSearchParams({ limit: '20', ...(status && { status }) });
    return {
      method: 'GET',
      path: next ?? `/v1/jobs?${query}`,
      graphql: {
        query: `query($filter: JobFilter) {\n  jobs(first: 20, filter: $filter) {\n    nodes { ${jobFields} }\n    pageInfo { hasNextPage endCursor }\n  }\n}`,
        variables: { filter: status ? { status: upper(status) } : null },
      },
    };
  },
  createJob: (body: Json): Call => ({
    method: 'POST',
    path: '/v1/jobs',
    body,
    graphql: {
      query: `mutation($input: CreateJobInput!) {\n  createJob(input: $input) { ${jobFields} }\n}`,
      variables: { input: inputOf(parsed(body)) },
    },
  }),
  getJob: (id: string): Call => ({
    method: 'GET',
    path: jobPath(id),
    graphql: {
      query: `query($id: ID!) {\n  job(id: $id) { ${jobFields} steps { stepName status } }\n}`,
      variables: { id },
    },
  }),
  openJob: (id: string): Call => ({
    method: 'POST',
    path: jobPath(id, '/open'),
    graphql: {
      query: `mutation($id: ID!) {\n  openJob(id: $id) { ${jobFields} }\n}`,
      variables: { id },
    },
  }),
  assignJob: (id: string, name: string): Call => ({
    method: 'POST',
    path: jobPath(id, '/assign'),
    body: { assignee_name: name },
    graphql: {
      query: `mutation($id: ID!, $input: AssignJobInput!) {\n  assignJob(id: $id, input: $input) { taskToken captureUrl expiresAt job { status } }\n}`,
      variables: { id, input: { assigneeName: name } },
    },
  }),
  makeReport: (id: string): Call => ({
    method: 'POST',
    path: jobPath(id, '/reality-report'),
    graphql: {
      query: `mutation($id: ID!) {\n  createRealityReport(id: $id) { versionNumber summary reportUrl created }\n}`,
      variables: { id },
    },
  }),
  sendFeedback: (id: string, body: Json): Call => ({
    method: 'POST',
    path: jobPath(id, '/requester-feedback'),
    body,
    graphql: {
      query: `mutation($id: ID!, $input: RequesterFeedbackInput!) {\n  submitRequesterFeedback(id: $id, input: $input) { feedbackId }\n}`,
      variables: { id, input: { ...inputOf(body), verdict: upper(body.verdict) } },
    },
  }),
  reviewJob: (id: string, body: { decision: string } & Json): Call => ({
    method: 'POST',
    path: jobPath(id, '/review'),
    body,
    graphql: {
      query: `mutation($id: ID!, $input: ReviewJobInput!) {\n  reviewJob(id: $id, input: $input) { ${jobFields} }\n}`,
      variables: { id, input: { ...inputOf(body), decision: upper(body.decision) } },
    },
  }),
  cancelJob: (id: string, reason: string): Call => ({
    method: 'POST',
    path: jobPath(id, '/cancel'),
    body: { reason: reason || null },
    graphql: {
      query: `mutation($id: ID!, $reason: String) {\n  cancelJob(id: $id, reason: $reason) { ${jobFields} }\n}`,
      variables: { id, reason: reason || null },
    },
  }),
};

/** Reads the caller and the permissions of its key. */
export const viewerQuery = '{ viewer { integrator { name } scopes apiKey { id actors mode } } }';

export const changesOfJob = 'subscription($id: ID!) { jobUpdated(id: $id) { revision } }';
