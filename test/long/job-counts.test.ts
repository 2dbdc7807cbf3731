import { afterAll, beforeAll, expect, it } from 'vitest';
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
    c: jobStats(groupBy: DAY) { total groups { key } }
  }`);
  expect([data.a.total, data.b.total, data.c.total]).toEqual([many, many, many]);
  expect(data.a.groups).toHaveLength(5);
  expect(data.c.groups.length).toBeGreaterThan(40);
});
