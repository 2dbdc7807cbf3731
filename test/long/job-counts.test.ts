import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupedJobsMax } from '../../src/modules/job/job-stats.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { storeManyJobs } from '../support/many-jobs.js';

const many = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await storeManyJobs(app, many);
}, 300_000);
afterAll(() => app.stop(), 120_000);

it('counting 60,000 jobs lets other requests through', async () => {
  const [job] = await app.jobs.find().sort({ createdAt: -1 }).limit(1).toArray();
  // No index covers state and service together: every job in the state is read.
  const read = app.graphql(
    '{ jobs(filter: { status: OPEN, serviceKey: "none" }, first: 1) { totalCount } }',
  );
  let [isDone, answers] = [false, 0];
  const counted = read.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const answer = await app.rest('GET', `/v1/jobs/${job?._id}`);
    expect(answer.status).toBe(200);
    if (!isDone) answers += 1;
  }
  expect((await counted).data.jobs.totalCount).toBe(0);
  expect(answers).toBeGreaterThan(3);

  const { data } = await app.graphql(`{
    a: jobStats(groupBy: STATUS) { total groups { count } }
    b: jobStats(groupBy: SERVICE_KEY) { total }
    c: jobStats(bucket: DAY) { total groups { bucket } }
  }`);
  expect([data.a.total, data.b.total, data.c.total]).toEqual([many, many, many]);
  expect(data.a.groups).toHaveLength(5);
  expect(data.c.groups.length).toBeGreaterThan(40);
});

it('counts jobs that must be read up to 10,000 of them', async () => {
  const [first, last] = await Promise.all(
    [0, groupedJobsMax - 1].map((skip) =>
      app.jobs.find().sort({ createdAt: -1 }).skip(skip).limit(1).next(),
    ),
  );
  const queries = [
    'query($filter: JobFilter) { jobStats(bucket: WEEK, timeZone: "Europe/Berlin", filter: $filter) { total } }',
    'query($filter: JobFilter) { jobStats(groupBy: STATUS, filter: $filter) { total groups { disputeRate } } }',
  ];
  for (const query of queries) {
    const count = (filter: object) => app.graphql(query, { filter });
    const { data } = await count({ createdAfter: last?.createdAt });
    expect(data.jobStats.total).toBe(groupedJobsMax);
    for (const filter of [{}, { createdBefore: first?.createdAt }]) {
      const { errors } = await count(filter);
      expect(errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
      expect(errors?.[0]?.extensions['hint']).toContain('Narrow the filter');
    }
  }
});
