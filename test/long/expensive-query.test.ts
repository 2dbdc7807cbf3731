import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkName, evidenceLimits } from '../../src/modules/evidence/evidence.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let jobId: string;

/** Creates as many jobs as one query can list, each of the maximum size. */
beforeAll(async () => {
  app = await startTestApp();
  jobId = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body.job_id;
  const jobs = app.db.collection<{ _id: string }>('jobs');
  const job = await jobs.findOne({ _id: jobId });
  const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const item = (n: number) => ({
    evidenceId: id(n),
    stepName: 'context',
    mediaSha256: 'a'.repeat(64),
    mediaType: 'image/jpeg',
    sizeBytes: 1,
    receivedAt: new Date(),
    capturedAt: new Date(),
    notes: 'n'.repeat(300),
    validationErrors: [],
    checks: checkName.options.map((name) => ({
      name,
      result: 'pass',
      measured: '5 m',
      threshold: '100 m',
      message: 'Near enough.',
    })),
  });
  const full = Array.from({ length: 50 }, (_, i) => ({
    ...job,
    _id: id(i),
    nonce: `full-job-${i}`,
    outbox: [],
    evidence: Array.from({ length: evidenceLimits.stored }, (_, k) => item(i * 1000 + k)),
  }));
  await jobs.insertMany(full);
});
afterAll(() => app.stop());

test('serves other requests while the most expensive accepted query runs', async () => {
  const expensive = app.graphql(
    `{ jobs(first: 50) { nodes { jobId steps { stepName instructions } evidence {
      evidenceId stepName mediaUrl mediaSha256 notes validationErrors
      checks { name result measured threshold message } } } } }`,
  );
  const order: string[] = [];
  const done = expensive.then(() => order.push('expensive'));
  // Each request starts after the previous response, so they need many event-loop ticks.
  for (let i = 0; i < 10; i++) {
    const { status } = await app.rest('GET', `/v1/jobs/${jobId}`);
    order.push(`cheap ${status}`);
  }
  await done;
  expect((await expensive).errors).toBeUndefined();
  expect(new Set(order)).toEqual(new Set(['cheap 200', 'expensive']));
  // If the query ran in one tick, at most one other request would be answered before it.
  expect(order.indexOf('expensive')).toBeGreaterThanOrEqual(3);
});
