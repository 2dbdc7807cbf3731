import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { register } from '../customer/support/accounts.js';
import { completedJob } from '../report/support/flow.js';
import { reported } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

/** A list may read only parts of each job; every field must still have its value. */
let app: TestApp;
/** Newest first. */
const made: string[] = [];

async function post(path: string, body?: object) {
  const answer = await app.rest('POST', path, { body });
  expect(answer.status, path).toBeLessThan(300);
  return answer.body;
}

/** Creates a job with a value in every member that a list can show. */
async function fullJob(): Promise<string> {
  const { jobId } = await completedJob(app, { reference_photos: ['https://example.com/a.jpg'] });
  await post(`/v1/jobs/${jobId}/reality-report`);
  for (const rating of [5, 3]) {
    const verdict = rating === 3 ? 'needs_more' : undefined;
    const feedback = { rating, verdict, comment: 'Nothing to add.' };
    await post(`/v1/jobs/${jobId}/requester-feedback`, feedback);
  }
  made.unshift(jobId);
  return jobId;
}

beforeAll(async () => {
  app = await startTestApp();
  const ada = await register(app);
  const opened = await reported(app);
  const claim = { session: ada.session, input: { access_token: opened.token } };
  expect((await restApi.call(app, 'claimCustomerRequest', claim)).code).toBeUndefined();
  made.unshift(opened.jobId);
  const withdrawn = await fullJob();
  await post(`/v1/jobs/${withdrawn}/reality-report/withdraw`, { reason: 'The wrong entrance.' });
  const [delivered, generating, erased] = [await fullJob(), await fullJob(), await fullJob()];
  made.unshift((await post('/v1/jobs', jobBody({ auto_open: false }))).job_id);

  // Work that continues after the responses changes the jobs too.
  const unrendered = () =>
    app.jobs.countDocuments({ reports: { $elemMatch: { pdf: null, withdrawnAt: null } } });
  await vi.waitFor(async () => expect(await unrendered()).toBe(0), { timeout: 20_000 });
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await app.jobs.updateOne({ _id: delivered }, { $set: { 'reports.0.deliveredAt': app.now() } });
  await app.jobs.updateOne({ _id: generating }, { $set: { 'reports.0.pdf': null } });
  await app.jobs.updateOne({ _id: erased }, { $set: { erasedAt: app.now() } });
  // Media links expire within an hour, so this starts a new one.
  app.toNextHour();
});
afterAll(() => app.stop());

const takesNothing = ({ args }: GraphQLField<unknown, unknown>) =>
  !args.some(({ type }) => isNonNullType(type));

/** Returns a field with its complete selection. */
function whole(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  const below = Object.values(type.getFields()).filter(takesNothing);
  return `${field.name} { ${below.map(whole).join(' ')} }`;
}

const fields = Object.values((schema.getType('Job') as GraphQLObjectType).getFields());

/** Returns the jobs from a list, and individually. */
async function bothWays(shown: string, fragments = ''): Promise<[unknown[], unknown[]]> {
  const list = await app.graphql(`{ jobs { nodes { ${shown} } } } ${fragments}`);
  const each = made.map((id, at) => `j${at}: job(id: "${id}") { ${shown} }`);
  const single = await app.graphql(`{ ${each.join(' ')} } ${fragments}`);
  expect([list.errors, single.errors]).toEqual([undefined, undefined]);
  expect(list.data.jobs.nodes).toHaveLength(made.length);
  return [list.data.jobs.nodes, Object.values(single.data)];
}

it.each(fields)('a list of only $name returns the same value as the job', async (field) => {
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
])('a list of %s returns the same value as the jobs', async (shown, fragments = '') => {
  const [listed, single] = await bothWays(shown, fragments);
  expect(listed).toEqual(single);
});

it('a list returns the same when its document is sent again', async () => {
  const shown = fields.map(whole).join(' ');
  const [listed, single] = await bothWays(shown);
  expect(listed).toEqual(single);
  expect(await bothWays(shown)).toEqual([single, single]);
});

it('GET /v1/jobs returns each job like GET /v1/jobs/{job_id}', async () => {
  const { body } = await app.rest('GET', '/v1/jobs');
  const single = await Promise.all(made.map((id) => app.rest('GET', `/v1/jobs/${id}`)));
  expect(body).toEqual(single.map((answer) => answer.body));
});
