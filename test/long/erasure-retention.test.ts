import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJob, stored } from '../evidence/support/scene.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RETENTION_DAYS: '10' });
});
afterAll(() => app.stop());

const sweep = () => app.services.schedules.runDue();

async function cancelled(): Promise<string> {
  const id = await createJob(app, { objective: 'Is the old shop open?' });
  expect((await app.rest('POST', `/v1/jobs/${id}/cancel`, { body: {} })).status).toBe(200);
  return id;
}

it('takes 100 an hour in all processes, the oldest first', async () => {
  const template = await stored(app, await cancelled());
  const copies = Array.from({ length: 130 }, (_, index) => ({
    ...template,
    _id: `old-${String(index).padStart(3, '0')}`,
    nonce: `old-${index}`,
    updatedAt: new Date(app.now().getTime() + index),
    outbox: [],
  }));
  await app.jobs.insertMany(copies);
  app.advance(days(11));
  const ids = copies.map(({ _id }) => _id);
  const erased = () => app.jobs.countDocuments({ _id: { $in: ids }, objective: '[erased]' });
  await Promise.all([sweep(), sweep()]);
  expect(await erased()).toBeGreaterThanOrEqual(99);
  expect(await erased()).toBeLessThanOrEqual(100);
  await sweep();
  expect(await erased()).toBeLessThanOrEqual(100);
  app.advance(hours(1));
  await sweep();
  expect(await erased()).toBe(130);
});
