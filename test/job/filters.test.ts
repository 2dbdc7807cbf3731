import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/modules/job/job.js';
import { type Json, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { filterCases, jobsOf, matches, type RandomFilter, restQueryOf } from './support/filters.js';

const count = 300;
let app: TestApp;
let key: string;
let jobs: Job[];

beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('filters', ['jobs:read', 'jobs:write']);
  jobs = await jobsOf(app, { key, count });
}, 120_000);
afterAll(() => app.stop());

const document = `query($filter: JobFilter, $orderBy: JobOrder, $first: Int, $after: String, $last: Int, $before: String) {
  jobs(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    totalCount nodes { jobId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id);
const expected = (filter: RandomFilter) =>
  idsOf(jobs.filter((job) => matches(job, filter, app.now()))).toReversed();

async function overGraphql(filter: object, variables: object = {}, as = key) {
  const { data, errors } = await app.graphql(
    document,
    { filter, orderBy: 'CREATED_AT_DESC', first: 200, ...variables },
    { key: as },
  );
  expect(errors, JSON.stringify(filter)).toBeUndefined();
  return {
    ids: data.jobs.nodes.map((job: Json) => job.jobId) as string[],
    total: data.jobs.totalCount as number,
    page: data.jobs.pageInfo,
  };
}

async function overRest(filter: RandomFilter, as = key): Promise<string[]> {
  const answer = await app.rest('GET', `/v1/jobs?limit=200&${restQueryOf(filter)}`, { key: as });
  expect([answer.status, restQueryOf(filter)]).toEqual([200, restQueryOf(filter)]);
  return answer.body.map((job: Json) => job.job_id);
}

const cases = filterCases();

describe('a filter of jobs', () => {
  it.each(cases.map((filter) => [JSON.stringify(filter), filter] as const))(
    'finds the same jobs over REST and GraphQL: %s',
    async (_, filter) => {
      const all = expected(filter);
      expect(all.length, 'matches some jobs, and not all').toBeGreaterThan(0);
      expect(all.length).toBeLessThan(count);
      const { ids, total } = await overGraphql(filter);
      expect(ids).toEqual(all.slice(0, 200));
      expect(total).toBe(all.length);
      if (filter.answers === undefined || filter.answers.length === 1) {
        expect(await overRest(filter)).toEqual(ids);
      }
    },
  );

  it('finds the same jobs in pages of 15, in both directions', {
    timeout: 120_000,
  }, async () => {
    const filter = { q: 'open', disputed: false };
    const all = expected(filter);
    const forwards: string[] = [];
    let page = await overGraphql(filter, { first: 15 });
    forwards.push(...page.ids);
    while (page.page.hasNextPage) {
      page = await overGraphql(filter, { first: 15, after: page.page.endCursor });
      forwards.push(...page.ids);
    }
    expect(forwards).toEqual(all);
    expect(page.page.hasPreviousPage).toBe(true);
    const backwards = [...page.ids];
    while (page.page.hasPreviousPage) {
      const before = page.page.startCursor;
      page = await overGraphql(filter, { first: null, last: 15, before });
      backwards.unshift(...page.ids);
    }
    expect(backwards).toEqual(all);
  });

  it('finds no job of another integrator, and an operator finds those of all', {
    timeout: 120_000,
  }, async () => {
    const other = await app.keyFor('another', ['jobs:read']);
    for (const [i, filter] of cases.entries()) {
      expect((await overGraphql(filter, {}, other)).ids).toEqual([]);
      if (i % 3 > 0) continue;
      expect((await overGraphql(filter, {}, pilotKey)).ids).toEqual(expected(filter).slice(0, 200));
    }
  });
});

describe('a job is found', () => {
  const create = async (body: Json = {}) =>
    (await app.rest('POST', '/v1/jobs', { key, body: jobBody(body) })).body.job_id as string;
  const find = (filter: RandomFilter) => overRest(filter);

  it('by its metadata as of its last change', async () => {
    const id = await create({ metadata: { till: '7', note: 'x'.repeat(500) } });
    expect(await find({ metadata: { till: '7' } })).toEqual([id]);
    expect(await find({ metadata: { note: 'x'.repeat(500) } })).toEqual([id]);
    expect(await find({ metadata: { note: `${'x'.repeat(499)}y` } })).toEqual([]);
    await app.rest('PATCH', `/v1/jobs/${id}`, { key, body: { metadata: { till: '8' } } });
    expect(await find({ metadata: { till: '7' } })).toEqual([]);
    expect(await find({ metadata: { till: '8' } })).toEqual([id]);
  });

  it('by no text after its content is erased', async () => {
    const id = await create({ objective: 'Is the Zeppelin there?', metadata: { secret: 'yes' } });
    expect(await find({ q: 'zeppel' })).toEqual([id]);
    await app.rest('POST', `/v1/jobs/${id}/cancel`, { key, body: {} });
    const { status } = await app.rest('POST', `/v1/jobs/${id}/erase`, { key: pilotKey, body: {} });
    expect(status).toBe(200);
    expect(await find({ q: 'zeppel' })).toEqual([]);
    expect(await find({ metadata: { secret: 'yes' } })).toEqual([]);
    const stored = await app.jobs.findOne({ _id: id });
    expect(stored?.searchTags).toEqual(['erased']);
    expect(stored?.cell).toBeUndefined();
  });

  it('as overdue once its deadline has passed', async () => {
    const id = await create({ objective: 'Is the tardy tram there?' });
    expect(await find({ q: 'tardy', overdue: true })).toEqual([]);
    app.advance(72 * 3_600_000);
    expect(await find({ q: 'tardy', overdue: true })).toEqual([id]);
    await app.rest('POST', `/v1/jobs/${id}/cancel`, { key, body: {} });
    expect(await find({ q: 'tardy', overdue: true })).toEqual([]);
    expect(await find({ q: 'tardy', overdue: false })).toEqual([id]);
  });
});

describe('GET /v1/jobs rejects', () => {
  it.each([
    ['box=1,2,3', 'box', 'needs 4 numbers separated by commas'],
    ['box=1,2,3,x', 'box', 'needs 4 numbers separated by commas'],
    ['box=0,2,1,1', 'box', 'south should not be above north'],
    ['box=-181,0,1,1', 'box', 'number 1: Input should be greater than or equal to -180'],
    ['near=52,13,0', 'near', 'number 3: Input should be greater than or equal to 1'],
    ['near=52,13', 'near', 'needs 3 numbers separated by commas'],
    ['q=%3F%21', 'q', 'a search needs 1 to 10 words'],
    [`service_key=${'a,'.repeat(20)}`, 'service_key', 'needs at most 20 service keys'],
    ['overdue=maybe', 'overdue', 'Input should be a valid boolean'],
    ['created_after=yesterday', 'created_after', 'Input should be a valid datetime'],
  ])('%s with 422', async (query, name, message) => {
    const { status, body } = await app.rest('GET', `/v1/jobs?${query}`, { key });
    expect([status, body.detail?.[0]?.loc]).toEqual([422, ['query', name]]);
    expect(body.detail[0].msg).toContain(message);
  });

  it('metadata of a wrong form with 422', async () => {
    for (const query of ['metadata=x', 'metadata[a%20b]=c', `metadata[a]=${'x'.repeat(501)}`]) {
      const { status, body } = await app.rest('GET', `/v1/jobs?${query}`, { key });
      expect([query, status, body.detail?.[0]?.loc.slice(0, 2)]).toEqual([
        query,
        422,
        ['query', 'metadata'],
      ]);
    }
  });
});

it('query jobs rejects the same', async () => {
  for (const filter of [
    { box: { west: 0, south: 2, east: 1, north: 1 } },
    { near: { latitude: 91, longitude: 0, radiusMetres: 5 } },
    { q: '?!' },
    { metadata: { 'a b': 'c' } },
    { statuses: [] },
  ]) {
    const { errors } = await app.graphql(document, { filter }, { key });
    expect(errors?.[0]?.extensions['code'], JSON.stringify(filter)).toBe('BAD_USER_INPUT');
  }
});
