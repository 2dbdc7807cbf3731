import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let key: string;
const made: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('lister', ['jobs:read', 'jobs:write']);
  for (let i = 0; i < 25; i++) {
    const body = jobBody({ service_key: i % 2 ? 'storefront_open' : null, auto_open: i !== 24 });
    made.unshift((await app.rest('POST', '/v1/jobs', { key, body })).body.job_id);
  }
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
});
afterAll(() => app.stop());

const ids = (jobs: { job_id: string }[]) => jobs.map((job) => job.job_id);
const list = (query = '') => app.rest('GET', `/v1/jobs${query}`, { key });
const next = (link: string | null) =>
  new URL(/<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? '').search;

describe('GET /v1/jobs', () => {
  it("returns the newest 20 of the caller's jobs as a bare array, and a link to the rest", async () => {
    const first = await list();
    expect(ids(first.body)).toEqual(made.slice(0, 20));
    const second = await list(next(first.headers.get('link')));
    expect(ids(second.body)).toEqual(made.slice(20));
    expect(second.headers.get('link')).toBeNull();
  });

  it('returns every job once when pages are followed while others are created', async () => {
    const seen: string[] = [];
    let query = '?limit=7';
    for (;;) {
      const page = await list(query);
      seen.push(...ids(page.body));
      if (seen.length === 7) {
        made.unshift((await app.rest('POST', '/v1/jobs', { key, body: jobBody() })).body.job_id);
      }
      const link = page.headers.get('link');
      if (!link) break;
      query = next(link);
    }
    expect(seen).toEqual(made.slice(1));
  });

  it('filters by status, and finds nothing for an unknown one', async () => {
    expect((await list('?status=created')).body).toHaveLength(1);
    for (const status of ['OPEN', '', 'banana']) {
      expect(await list(`?status=${status}`)).toMatchObject({ status: 200, body: [] });
    }
  });

  it('uses the last of repeated parameters', async () => {
    expect((await list('?limit=5&limit=2')).body).toHaveLength(2);
  });

  it('rejects a cursor that is damaged or belongs to another filter', async () => {
    const search = next((await list('?limit=5')).headers.get('link'));
    expect(await list(`${search}&status=open`)).toMatchObject({
      status: 400,
      body: { code: 'bad_cursor' },
    });
    const cursor = new URLSearchParams(search).get('cursor') as string;
    const damaged = cursor.replace(/^.../, '$&A');
    for (const given of ['x', damaged]) {
      const answer = await list(`?cursor=${given}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_cursor' } });
      const query = 'query($after: String) { jobs(after: $after) { nodes { jobId } } }';
      const { errors } = await app.graphql(query, { after: given }, { key });
      expect(errors?.[0]?.extensions['code']).toBe('BAD_CURSOR');
    }
  });

  it.each(['0', '201', 'abc', '1.5'])('rejects limit=%s with 422', async (limit) => {
    expect(await list(`?limit=${limit}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'limit'] }] },
    });
  });

  it('shows an operator all jobs', async () => {
    const answer = await app.rest('GET', '/v1/jobs?limit=200');
    expect(answer.body.length).toBe(made.length + 1);
  });

  it('shows concurrent callers their own jobs, and an operator all', async () => {
    const otherKey = await app.keyFor('other lister', ['jobs:read', 'jobs:write']);
    const create = (as: string) => app.rest('POST', '/v1/jobs', { key: as, body: jobBody() });
    const own = (await create(key)).body.job_id;
    made.unshift(own);
    const others = (await create(otherKey)).body.job_id;
    const keys = [key, otherKey, pilotKey, key, otherKey, pilotKey];
    const answers = await Promise.all(
      keys.map((as) => app.rest('GET', '/v1/jobs?limit=2', { key: as })),
    );
    const shown = answers.map(({ body }) => ids(body));
    const byKey = [[own, made[1]], [others], [others, own]];
    expect(shown).toEqual([...byKey, ...byKey]);
  });

  it('needs a key with the read scope', async () => {
    expect((await app.rest('GET', '/v1/jobs', { key: null })).status).toBe(401);
    const writer = await app.keyFor('writer', ['jobs:write']);
    expect((await app.rest('GET', '/v1/jobs', { key: writer })).status).toBe(403);
  });
});

describe('query jobs', () => {
  const query = `query($first: Int!, $after: String, $filter: JobFilter, $orderBy: JobOrder!) {
    jobs(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount nodes { jobId } edges { cursor node { jobId } } pageInfo { hasNextPage endCursor }
    }
  }`;
  const ask = (variables: object) =>
    app.graphql(query, { first: 20, orderBy: 'CREATED_AT_DESC', ...variables }, { key });

  it('paginates in each order, and counts all', async () => {
    for (const orderBy of ['CREATED_AT_DESC', 'CREATED_AT_ASC', 'UPDATED_AT_DESC']) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { data } = await ask({ first: 10, after, orderBy });
        expect(data.jobs.totalCount).toBe(made.length);
        seen.push(...data.jobs.nodes.map((job: { jobId: string }) => job.jobId));
        after = data.jobs.pageInfo.hasNextPage ? data.jobs.pageInfo.endCursor : null;
      } while (after);
      expect(seen).toEqual(orderBy === 'CREATED_AT_ASC' ? [...made].reverse() : made);
    }
  });

  it('filters by status, service and time', async () => {
    const filter = {
      status: 'OPEN',
      serviceKey: 'storefront_open',
      createdAfter: '2026-01-01T00:00:00Z',
    };
    expect((await ask({ filter })).data.jobs.totalCount).toBe(12);
    const past = { createdBefore: '2020-01-01T00:00:00Z' };
    expect((await ask({ filter: past })).data.jobs.nodes).toEqual([]);
  });

  it('reads a time without an offset as UTC', async () => {
    const filter = { createdAfter: '2020-01-01T00:00', createdBefore: '2020-01-02T00:00:00' };
    expect((await ask({ filter })).data.jobs.nodes).toEqual([]);
    const bad = { createdAfter: 'yesterday' };
    expect((await ask({ filter: bad })).errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  it('rejects a page of 201, and a bad cursor', async () => {
    expect((await ask({ first: 201 })).errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    expect((await ask({ after: 'x' })).errors?.[0]?.extensions['code']).toBe('BAD_CURSOR');
  });

  it('counts by status, service and day', async () => {
    const stats = async (grouping: string) =>
      (
        await app.graphql(
          `{ jobStats(${grouping}) { total groups { key bucket count } } }`,
          {},
          { key },
        )
      ).data.jobStats;
    expect(await stats('groupBy: STATUS')).toEqual({
      total: made.length,
      groups: [
        { key: 'open', bucket: null, count: made.length - 1 },
        { key: 'created', bucket: null, count: 1 },
      ],
    });
    const service = await stats('groupBy: SERVICE_KEY');
    expect(service.groups).toContainEqual({ key: 'storefront_open', bucket: null, count: 12 });
    const day = app.now().toISOString().slice(0, 10);
    expect((await stats('bucket: DAY')).groups).toEqual([
      { key: null, bucket: day, count: made.length },
    ]);
  });
});
