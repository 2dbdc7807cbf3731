import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completedJob } from '../report/support/flow.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let key: string;
let foreign: string;
const ids: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('owner', ['jobs:read', 'jobs:write']);
  for (let i = 0; i < 2; i += 1) await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  const { data } = await app.graphql('{ jobs { nodes { id jobId } } }', {}, { key });
  for (const job of data.jobs.nodes) {
    expect(job.id).not.toBe(job.jobId);
    ids.push(job.id);
  }
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
  foreign = (await app.graphql('{ jobs(first: 1) { nodes { id } } }')).data.jobs.nodes[0].id;
});
afterAll(() => app.stop());

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');
const missing = globalId('Job', '01890000-0000-7000-8000-000000000000');
const one = 'query($id: ID!) { node(id: $id) { __typename id ... on Job { jobId status } } }';
const many = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Job { jobId } } }';

describe('node', () => {
  it('returns the object that has the id', async () => {
    const { data } = await app.graphql(one, { id: ids[0] }, { key });
    const { jobId, ...node } = data.node;
    expect(node).toEqual({ __typename: 'Job', id: ids[0], status: 'OPEN' });
    expect(globalId('Job', jobId)).toBe(ids[0]);
  });

  it('refuses as job(id) does where the key may not see it, or there is none', async () => {
    for (const id of [foreign, missing]) {
      const { data, errors } = await app.graphql(one, { id }, { key });
      expect(data.node).toBeNull();
      expect(errors?.[0]).toMatchObject({ path: ['node'], extensions: { code: 'JOB_NOT_FOUND' } });
    }
  });

  it.each([
    ['no base64', 'ü'],
    ['a plain id', '01890000-0000-7000-8000-000000000000'],
    ['a type that is none', globalId('Nothing', 'x')],
    ['a type that is no Node', globalId('Integrator', 'x')],
    ['a name that every object inherits', globalId('constructor', 'x')],
    ['a report without its version', globalId('Report', '01890000-0000-7000-8000-000000000000')],
    ['nothing', ''],
  ])('refuses %s', async (_, id) => {
    const { data, errors } = await app.graphql(one, { id }, { key });
    expect(data.node).toBeNull();
    expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });

  it('returns a version of a report', async () => {
    const { jobId } = await completedJob(app);
    const created = await app.graphql(
      'mutation($id: ID!) { createRealityReport(id: $id) { id versionNumber } }',
      { id: jobId },
    );
    const { id } = created.data.createRealityReport;
    const again = await app.graphql(
      'query($id: ID!) { node(id: $id) { id ... on Report { jobId versionNumber viewCount } } }',
      { id },
    );
    expect(again.data.node).toEqual({ id, jobId, versionNumber: 1, viewCount: 1 });
  });
});

describe('nodes', () => {
  const requested = () => [ids[1], foreign, 'x', ids[0], ids[1]];

  it('returns each in its place, and an error for each that is refused', async () => {
    const { data, errors } = await app.graphql(many, { ids: requested() }, { key });
    expect(data.nodes.map((node: { id: string } | null) => node?.id ?? null)).toEqual([
      ids[1],
      null,
      null,
      ids[0],
      ids[1],
    ]);
    expect(errors).toMatchObject([
      { path: ['nodes', 1], extensions: { code: 'JOB_NOT_FOUND' } },
      { path: ['nodes', 2], extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  it('answers the same once it is compiled', async () => {
    const shown = async () => {
      const { data, errors } = await app.graphql(many, { ids: requested() }, { key });
      return { data, errors: errors?.map(({ path, extensions }) => [path, extensions['code']]) };
    };
    const interpreted = await shown();
    for (let i = 0; i < 12; i += 1) expect(await shown()).toEqual(interpreted);
  });

  it('costs its ids, however they are given', async () => {
    const cost = async (document: string, variables = {}) =>
      (await app.graphql(document, variables, { key })).extensions?.['cost'];
    const three = { ids: [ids[0], ids[1], missing] };
    expect(await cost(many, three)).toMatchObject({ requested: 3 });
    const literal = JSON.stringify(three.ids);
    expect(await cost(`{ nodes(ids: ${literal}) { id } }`)).toMatchObject({ requested: 3 });
    const byDefault = `query($ids: [ID!]! = ${literal}) { nodes(ids: $ids) { id } }`;
    expect(await cost(byDefault)).toMatchObject({ requested: 3 });
  });

  it('takes 100 ids at most', async () => {
    const { errors } = await app.graphql(many, { ids: Array(101).fill(ids[0]) }, { key });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect((await app.graphql(many, { ids: [] }, { key })).data.nodes).toEqual([]);
  });
});

it('shows REST nothing of it', async () => {
  const { body } = await app.rest('GET', '/v1/jobs', { key });
  expect(Object.keys(body[0])).not.toContain('id');
  const { body: document } = await app.rest('GET', '/openapi.json', { key: null });
  expect(JSON.stringify(document)).not.toMatch(/global id|"\/v1\/node/i);
});
