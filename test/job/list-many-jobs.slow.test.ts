import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/modules/job/job.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let key: string;
const count = 600;
const start = Date.UTC(2026, 0, 1);
const minute = (i: number) => new Date(start + i * 60_000);
const statuses: Job['status'][] = ['open', 'assigned', 'submitted', 'completed', 'cancelled'];

/** Enough jobs to distinguish reading a page from reading all; no two properties are correlated. */
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('lister of many', ['jobs:read', 'jobs:write']);
  const { body } = await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  const { dueAt: _, ...job } = (await app.jobs.findOne({ _id: body.job_id })) as Job;
  await app.jobs.insertMany(
    Array.from({ length: count }, (_, i) => ({
      ...job,
      _id: randomUUID(),
      nonce: `copy-${i}`,
      status: statuses[i % 5] ?? 'open',
      serviceKey: i % 3 === 0 ? 'storefront_open' : 'site_check',
      createdAt: minute(i),
      updatedAt: minute((i * 17) % count),
      outbox: [],
    })),
  );
});
// `stop` checks that each list was read from an index.
afterAll(() => app.stop());

const filters = [
  {},
  { status: 'COMPLETED' },
  { serviceKey: 'storefront_open' },
  { createdAfter: minute(100).toISOString(), createdBefore: minute(500).toISOString() },
  { createdBefore: minute(50).toISOString() },
  { status: 'COMPLETED', serviceKey: 'storefront_open' },
  { status: 'COMPLETED', createdAfter: minute(100).toISOString() },
  { serviceKey: 'storefront_open', createdBefore: minute(500).toISOString() },
];

describe.each(['CREATED_AT_DESC', 'CREATED_AT_ASC', 'UPDATED_AT_DESC'])(
  'pages by %s',
  (orderBy) => {
    it.each(filters)('with the filter %o, of an integrator and of all', async (filter) => {
      for (const reader of [key, undefined]) {
        let after: string | null = null;
        for (let page = 0; page < 3; page++) {
          const { data, errors } = await app.graphql(
            `query($filter: JobFilter, $orderBy: JobOrder, $after: String) {
            jobs(first: 10, filter: $filter, orderBy: $orderBy, after: $after) {
              nodes { jobId } pageInfo { endCursor } } }`,
            { filter, orderBy, after },
            reader === undefined ? {} : { key: reader },
          );
          expect(errors).toBeUndefined();
          expect(data.jobs.nodes).toHaveLength(10);
          after = data.jobs.pageInfo.endCursor;
        }
      }
    });
  },
);

it('returns a complete page of 200', async () => {
  const { body } = await app.rest('GET', '/v1/jobs?limit=200', { key });
  expect(new Set(body.map((job: { job_id: string }) => job.job_id)).size).toBe(200);
});
