import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.js';

describe('counts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const aliased = (count: number, field: (i: number) => string) =>
    `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`;

  it.each([
    ['jobStats', aliased(100, () => 'jobStats(groupBy: STATUS) { total }')],
    ['totalCount', aliased(100, () => 'jobs(first: 1) { totalCount }')],
    ['totalCount of one page', `{ jobs(first: 1) ${aliased(100, () => 'totalCount')} }`],
  ])('are not computed a hundred times: %s', async (_, query) => {
    const answer = await app.graphql(query);
    expect(answer.errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
  });

  it('that are equal are computed once per request', async () => {
    const groups = vi.spyOn(app.services.jobs, 'groups');
    const count = vi.spyOn(app.services.jobs, 'count');
    try {
      const query = `{
        a: jobStats(groupBy: STATUS) { total }
        b: jobStats(groupBy: [STATUS], filter: { createdAfter: null }) { groups { key } }
        c: jobStats(bucket: DAY) { total }
        d: jobs(first: 1) { totalCount again: totalCount }
        e: jobs(first: 2, orderBy: UPDATED_AT_DESC) { totalCount }
        f: jobs(first: 1, filter: { status: OPEN }) { totalCount }
      }`;
      for (const rounds of [1, 2]) {
        const { errors } = await app.graphql(query);
        expect(errors).toBeUndefined();
        expect(groups).toHaveBeenCalledTimes(2 * rounds);
        expect(count).toHaveBeenCalledTimes(2 * rounds);
      }
    } finally {
      groups.mockRestore();
      count.mockRestore();
    }
  });

  it('and lists of one integrator leave store connections for others', async () => {
    const key = await app.keyFor('counts-much', ['jobs:read']);
    const other = await app.keyFor('counts-little', ['jobs:read']);
    const held: (() => void)[] = [];
    const count = vi
      .spyOn(app.services.jobs.unreconciled, 'count')
      .mockImplementation(() => new Promise((end) => held.push(() => end(0))));
    let isDone = false;
    const query = aliased(
      19,
      (i) => `jobs(first: 1, filter: { serviceKey: "none${i}" }) { totalCount }`,
    );
    const counted = app.graphql(query, {}, { key }).finally(() => {
      isDone = true;
    });
    try {
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(10);
      expect((await app.rest('GET', '/v1/jobs', { key: other })).status).toBe(200);
      expect(held).toHaveLength(10);
    } finally {
      await expect
        .poll(() => {
          for (const end of held.splice(0)) end();
          return isDone;
        })
        .toBe(true);
      count.mockRestore();
    }
    expect((await counted).errors).toBeUndefined();
  });
});
