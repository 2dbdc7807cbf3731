import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { completedJob } from '../report/support/flow.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
/** Newest first. */
const made: string[] = [];

async function post(path: string, body?: object) {
  const answer = await app.rest('POST', path, { body });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body;
}

beforeAll(async () => {
  app = await startTestApp();
  for (const withdrawn of [true, false]) {
    const { jobId } = await completedJob(app, { reference_photos: ['https://example.com/a.jpg'] });
    made.unshift(jobId);
    await post(`/v1/jobs/${jobId}/reality-report`);
    for (const rating of [5, 3]) {
      const verdict = rating === 3 ? 'needs_more' : undefined;
      await post(`/v1/jobs/${jobId}/requester-feedback`, {
        rating,
        verdict,
        comment: 'Nothing to add.',
      });
    }
    if (withdrawn) {
      await post(`/v1/jobs/${jobId}/reality-report/withdraw`, { reason: 'The wrong entrance.' });
    }
  }
  made.unshift((await post('/v1/jobs', jobBody({ auto_open: false }))).job_id);
  // The links to files expire with an hour.
  app.toNextHour();
});
afterAll(() => app.stop());

const takesNothing = ({ args }: GraphQLField<unknown, unknown>) =>
  !args.some(({ type }) => isNonNullType(type));

/** A field with all that is below it. */
function whole(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  const below = Object.values(type.getFields()).filter(takesNothing);
  return `${field.name} { ${below.map(whole).join(' ')} }`;
}

const fields = Object.values((schema.getType('Job') as GraphQLObjectType).getFields());

/** The jobs as a list shows them, and one by one. */
async function bothWays(shown: string, fragments = ''): Promise<[unknown[], unknown[]]> {
  const list = await app.graphql(`{ jobs { nodes { ${shown} } } } ${fragments}`);
  const each = made.map((id, at) => `j${at}: job(id: "${id}") { ${shown} }`);
  const single = await app.graphql(`{ ${each.join(' ')} } ${fragments}`);
  expect([list.errors, single.errors]).toEqual([undefined, undefined]);
  expect(list.data.jobs.nodes).toHaveLength(made.length);
  return [list.data.jobs.nodes, Object.values(single.data)];
}

it.each(fields)('a list that asks for $name alone shows it as the job does', async (field) => {
  const [listed, single] = await bothWays(whole(field));
  expect(listed).toEqual(single);
});

it.each([
  ['steps { label } assignment { assigneeName } report { status }'],
  [
    'steps { label } ... on Job { ...J } steps { status }',
    'fragment J on Job { steps { required } }',
  ],
  ['first: steps { label } second: steps { status }'],
  ['evidenceCount evidence { evidenceId } feedback { lastAt }'],
  ['__typename assignment { __typename } steps { __typename }'],
  ['... on Node { id }'],
])('a list that asks for %s shows it as the jobs do', async (shown, fragments = '') => {
  const [listed, single] = await bothWays(shown, fragments);
  expect(listed).toEqual(single);
});

it('GET /v1/jobs shows each job as GET /v1/jobs/{job_id} does', async () => {
  const { body } = await app.rest('GET', '/v1/jobs');
  const single = await Promise.all(made.map((id) => app.rest('GET', `/v1/jobs/${id}`)));
  expect(body).toEqual(single.map((answer) => answer.body));
});
