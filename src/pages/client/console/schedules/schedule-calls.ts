import type { Call, Json } from '../api.js';
import { inputOf } from '../calls.js';

const fields = 'scheduleId status rrule startsAt timeZone nextDates lastJobId job { objective }';
const base = '/v1/job-schedules';

/** Creates a call of a mutation without input. */
const act = (name: string, verb: string) => (id: string) =>
  ({
    method: 'POST',
    path: `${base}/${encodeURIComponent(id)}/${verb}`,
    graphql: {
      query: `mutation($id: ID!) {\n  ${name}(id: $id) { ${fields} }\n}`,
      variables: { id },
    },
  }) satisfies Call;

/** The console's requests about job schedules, each with its GraphQL equivalent. */
export const scheduleCalls = {
  list: (next: string | null): Call => ({
    method: 'GET',
    path: next ?? `${base}?limit=20`,
    graphql: {
      query: `{\n  jobSchedules(first: 20) {\n    nodes { ${fields} }\n    pageInfo { hasNextPage endCursor }\n  }\n}`,
    },
  }),
  create: (body: Json): Call => ({
    method: 'POST',
    path: base,
    body,
    graphql: {
      query: `mutation($input: CreateJobScheduleInput!) {\n  createJobSchedule(input: $input) { ${fields} }\n}`,
      // Keys of metadata are no names of the API.
      variables: {
        input: { ...inputOf(body), job: { ...inputOf(body.job), metadata: body.job.metadata } },
      },
    },
  }),
  pause: act('pauseJobSchedule', 'pause'),
  resume: act('resumeJobSchedule', 'resume'),
  cancel: act('cancelJobSchedule', 'cancel'),
};
