import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Job } from '../../src/modules/job/job.js';
import { selectedMax, siftedMax } from '../../src/modules/job/job-search.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { explain } from '../support/query-plans/plans.js';
import { type Search, searchesOf } from '../support/query-plans/searches.js';
import { filterCases, jobsOf, matches, type RandomFilter, restQueryOf } from './support/filters.js';

/** It takes some ten minutes, so it runs with SOAK=1 alone; filters.test.ts checks the same on some hundred jobs. */
const describeSoak = describe.skipIf(process.env['SOAK'] !== '1');
const count = 5_000;
const limit = 50;
let app: TestApp;
let key: string;
let jobs: Job[];

beforeAll(async () => {
  if (process.env['SOAK'] !== '1') return;
  app = await startTestApp();
  key = await app.keyFor('filters', ['jobs:read', 'jobs:write']);
  jobs = await jobsOf(app, { key, count });
}, 600_000);
afterAll(() => app?.stop());

const document = `query($filter: JobFilter, $orderBy: JobOrder, $first: Int, $after: String, $last: Int, $before: String) {
  jobs(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { jobId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

interface ReadPage {
  ids: string[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

async function read(filter: RandomFilter, variables: object): Promise<ReadPage> {
  const { data, errors } = await app.graphql(document, { filter, ...variables }, { key });
  expect(errors, JSON.stringify(filter)).toBeUndefined();
  return { ids: data.jobs.nodes.map((job: Json) => job.jobId), ...data.jobs.pageInfo };
}

const expected = (filter: RandomFilter, of: readonly Job[] = jobs) =>
  of
    .filter((job) => matches(job, filter, app.now()))
    .map(({ _id }) => _id)
    .toReversed();

const cases = filterCases();
const pairs = cases.flatMap((one, at) =>
  cases
    .slice(at + 1)
    .filter((other) => Object.keys(other).every((name) => !(name in one)))
    .map((other) => ({ ...one, ...other })),
);

/** Follows a list from its start, at most to its fourth page. */
async function firstPages(filter: RandomFilter): Promise<{ ids: string[]; isEnd: boolean }> {
  const ids: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 4; pages++) {
    const page: ReadPage = await read(filter, { first: 200, after });
    ids.push(...page.ids);
    if (!page.hasNextPage) return { ids, isEnd: true };
    after = page.endCursor;
  }
  return { ids, isEnd: false };
}

describeSoak('5,000 random jobs', () => {
  it('are found by each filter and each pair of filters over GraphQL', async () => {
    for (const filter of [...cases, ...pairs]) {
      const { ids, isEnd } = await firstPages(filter);
      const all = expected(filter);
      expect(ids, JSON.stringify(filter)).toEqual(isEnd ? all : all.slice(0, ids.length));
    }
  }, 1_200_000);

  it('are found by each pair of filters over REST', async () => {
    for (const filter of pairs.filter((_, i) => i % 3 === 0)) {
      const { status, body } = await app.rest('GET', `/v1/jobs?limit=200&${restQueryOf(filter)}`, {
        key,
      });
      const ids = body.map((job: Json) => job.job_id);
      expect([status, ids], JSON.stringify(filter)).toEqual([
        200,
        expected(filter).slice(0, ids.length),
      ]);
    }
  }, 600_000);

  it('are each found once, in both directions, while others enter and leave the filter', async () => {
    const filter: RandomFilter = { q: 'open', disputed: false };
    const stable = new Set(expected(filter));
    const movable = jobs.filter((job) => !stable.has(job._id)).slice(0, 200);
    const move = async () => {
      const job = movable.pop();
      if (job) await app.jobs.updateOne({ _id: job._id }, { $set: { feedback: [] } });
    };
    const forwards: string[] = [];
    let page = await read(filter, { first: limit });
    for (;;) {
      forwards.push(...page.ids);
      await move();
      if (!page.hasNextPage) break;
      page = await read(filter, { first: limit, after: page.endCursor });
    }
    const backwards: string[] = [];
    page = await read(filter, { first: null, last: limit });
    for (;;) {
      backwards.unshift(...page.ids);
      await move();
      if (!page.hasPreviousPage) break;
      page = await read(filter, { first: null, last: limit, before: page.startCursor });
    }
    for (const ids of [forwards, backwards]) {
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => stable.has(id))).toEqual([...stable]);
    }
    // They have changed in the store only.
    const stored = (await app.jobs.find().sort({ _id: 1 }).toArray()) as Job[];
    const byId = new Map(stored.map((job) => [job._id, job]));
    jobs = jobs.map((job) => byId.get(job._id) ?? job);
  }, 300_000);

  it.skipIf(inject('isDocumentDb'))(
    'are read in a bounded number for a page',
    async () => {
      const searches: Search[] = [];
      const watch = ({ command }: CommandStartedEvent) => {
        if (command['find'] === 'jobs') searches.push(...searchesOf(command));
      };
      for (const filter of cases) {
        searches.length = 0;
        app.services.client.on('commandStarted', watch);
        await read(filter, { first: 20 }).finally(() =>
          app.services.client.off('commandStarted', watch),
        );
        const plans = await Promise.all(searches.map((search) => explain(app.db, search)));
        const most = Math.max(...plans.map(({ examined }) => examined));
        expect(most, JSON.stringify(filter)).toBeLessThanOrEqual(
          Math.max(selectedMax, siftedMax) + 2,
        );
        for (const { stages } of plans) expect(stages).not.toContain('COLLSCAN');
      }
    },
    300_000,
  );

  it('can end a page early; it continues where it ended', async () => {
    // Only the oldest jobs match, and no index finds them.
    const oldest = jobs.slice(0, 30).map(({ _id }) => _id);
    const version = { versionNumber: 1, withdrawnAt: null };
    await app.jobs.updateMany({}, { $set: { reports: [] } });
    await app.jobs.updateMany({ _id: { $in: oldest } }, { $set: { reports: [version] as never } });
    const first = await read({ hasReport: true }, { first: limit });
    expect(first).toMatchObject({ ids: [], hasNextPage: true, endCursor: expect.any(String) });
    const second = await read({ hasReport: true }, { first: limit, after: first.endCursor });
    expect(second).toMatchObject({ ids: oldest.toReversed(), hasNextPage: false });
    const { headers, body } = await app.rest('GET', '/v1/jobs?has_report=true', { key });
    expect(body).toEqual([]);
    expect(headers.get('link')).toContain('rel="next"');
  }, 300_000);
});

describeSoak('more than 10,000 jobs', () => {
  const counted = 'query($filter: JobFilter) { jobs(filter: $filter, first: 1) { totalCount } }';
  const grouped = 'query($filter: JobFilter) { jobStats(filter: $filter) { total } }';

  it('are not counted by a filter that reads them all, but by one that narrows them', async () => {
    const second = await app.keyFor('many', ['jobs:read', 'jobs:write']);
    const many = await jobsOf(app, { key: second, count: 10_500 });
    for (const document of [counted, grouped]) {
      const { errors } = await app.graphql(
        document,
        { filter: { hasReport: false } },
        { key: second },
      );
      expect(errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
    }
    const filter = { q: 'eglise' };
    const { data } = await app.graphql(counted, { filter }, { key: second });
    expect(data.jobs.totalCount).toBe(expected(filter, many).length);
    const narrow = { hasReport: false, createdAfter: many[9_500]?.createdAt.toISOString() };
    const stats = await app.graphql(grouped, { filter: narrow }, { key: second });
    expect(stats.data.jobStats.total).toBe(expected(narrow as RandomFilter, many).length);
  }, 600_000);
});
