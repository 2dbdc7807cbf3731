import { snakeCase } from '../../src/rest/validation/names.js';
import type { TestApp } from './app.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
type Json = any;

/** An answer in the terms that both faces share. */
export interface FaceAnswer {
  /** The thing answered, in REST's names and words; undefined when refused. */
  body: Json;
  /** Lower-case error code; `invalid_input` for what REST says by 422. */
  code: string | undefined;
  replayed: boolean;
}

interface Call {
  id?: string;
  input?: Record<string, unknown>;
  key?: string | null;
}

export const jobFields = `jobId status statusReason serviceKey objective address latitude longitude
  notes referencePhotos nonce autoOpen intakeSource executionMode requestId
  steps { stepName label status required instructions evidenceIds validationErrors completedAt }
  warnings { code message } evidenceCount
  report { status reportId versionNumber versionCount generatedAt deliveredAt reportUrl pdfExportUrl }
  feedback { count lastRating lastVerdict lastAt }
  revision createdAt updatedAt openedAt assignedAt submittedAt completedAt expiresAt`;

const feedbackFields =
  'feedbackId jobId jobStatus accepted rating verdict comment stepNames reportVersion message createdAt';

/** The operations of jobs: their REST path, and their GraphQL document. */
const operations = {
  createJob: {
    rest: () => ['POST', '/v1/jobs'],
    graphql: `mutation($input: CreateJobInput!) { createJob(input: $input) { ${jobFields} } }`,
  },
  job: {
    rest: (id: string) => ['GET', `/v1/jobs/${id}`],
    graphql: `query($id: ID!) { job(id: $id) { ${jobFields} } }`,
  },
  openJob: {
    rest: (id: string) => ['POST', `/v1/jobs/${id}/open`],
    graphql: `mutation($id: ID!) { openJob(id: $id) { ${jobFields} } }`,
  },
  cancelJob: {
    rest: (id: string) => ['POST', `/v1/jobs/${id}/cancel`],
    graphql: `mutation($id: ID!, $reason: String) { cancelJob(id: $id, reason: $reason) { ${jobFields} } }`,
  },
  assignJob: {
    rest: (id: string) => ['POST', `/v1/jobs/${id}/assign`],
    graphql: `mutation($id: ID!, $input: AssignJobInput!) { assignJob(id: $id, input: $input) { job { ${jobFields} } taskToken captureUrl expiresAt } }`,
  },
  reviewJob: {
    rest: (id: string) => ['POST', `/v1/jobs/${id}/review`],
    graphql: `mutation($id: ID!, $input: ReviewJobInput!) { reviewJob(id: $id, input: $input) { ${jobFields} } }`,
  },
  submitRequesterFeedback: {
    rest: (id: string) => ['POST', `/v1/jobs/${id}/requester-feedback`],
    graphql: `mutation($id: ID!, $input: RequesterFeedbackInput!) { submitRequesterFeedback(id: $id, input: $input) { ${feedbackFields} } }`,
  },
} as const;
export type JobOperation = keyof typeof operations;

const enumFields = new Set([
  'status',
  'job_status',
  'execution_mode',
  'intake_source',
  'verdict',
  'last_verdict',
]);
const choiceFields = new Set(['decision', 'verdict']);

function toRestNames(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => toRestNames(each));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        snakeCase(key),
        toRestNames(each, snakeCase(key)),
      ]),
    );
  }
  return typeof value === 'string' && enumFields.has(name) ? value.toLowerCase() : value;
}

const toGraphNames = (input: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()),
      choiceFields.has(key) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );

export interface Face {
  name: 'REST' | 'GraphQL';
  call(app: TestApp, operation: JobOperation, call: Call): Promise<FaceAnswer>;
}

const rest: Face = {
  name: 'REST',
  async call(app, operation, { id = '', input, ...options }) {
    const [method, path] = operations[operation].rest(encodeURIComponent(id)) as [string, string];
    const body = method === 'POST' && operation !== 'openJob' ? (input ?? {}) : undefined;
    const answer = await app.rest(method, path, { ...options, ...(body && { body }) });
    const ok = answer.status < 300;
    return {
      body: ok ? answer.body : undefined,
      code: ok ? undefined : answer.status === 422 ? 'invalid_input' : answer.body.code,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
    };
  },
};

const graphql: Face = {
  name: 'GraphQL',
  async call(app, operation, { id, input = {}, ...options }) {
    const graph = toGraphNames(input);
    const variables = { id, ...(operation === 'cancelJob' ? graph : { input: graph }) };
    const answer = await app.graphql(operations[operation].graphql, variables, options);
    const code = answer.errors?.[0]?.extensions['code'].toLowerCase();
    return {
      body: code ? undefined : toRestNames(answer.data[operation]),
      code: code === 'bad_user_input' ? 'invalid_input' : code,
      replayed: answer.extensions?.idempotentReplayed === true,
    };
  },
};

/** The two doors of every operation. */
export const faces: readonly Face[] = [rest, graphql];
