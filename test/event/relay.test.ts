import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Copies a job with pending events, as many concurrent writers leave it. */
async function leaveWaiting(count: number, eventId: () => string): Promise<void> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
  await app.services.relay.stop();
  const job = await app.jobs.findOne({ _id: body.job_id });
  if (!job) throw new Error('the job is stored');
  const { dueAt: _, ...rest } = job;
  const copies = Array.from({ length: count }, () => {
    const data = { job_id: job._id };
    const emitted = { id: eventId(), type: 'job.opened', timestamp: new Date(), data, revision: 1 };
    return { ...rest, _id: newId(), nonce: newId(), outbox: [emitted] };
  });
  await app.jobs.insertMany(copies);
}

const lag = async () => {
  const text = await app.metrics();
  return Number(/^relay_lag_seconds (\S+)$/m.exec(text)?.[1]);
};

it('relays a backlog of 400 documents in batches', async () => {
  await leaveWaiting(400, newId);
  const before = await app.services.events.lastSeq();
  let commands = 0;
  const count = () => {
    commands += 1;
  };
  app.services.client.on('commandStarted', count);
  await app.services.relay.drain();
  app.services.client.off('commandStarted', count);
  expect(await app.services.events.lastSeq()).toBe(before + 400);
  expect(await app.services.relay.countWaiting()).toBe(0);
  // Fewer than one per document, including the reads of the followers.
  expect(commands).toBeLessThan(100);
});

it('reports in /metrics and /readyz that it is behind, and that it has caught up', async () => {
  const old = Date.now() - 60_000;
  await leaveWaiting(1, () => v7({ msecs: old }));
  // Another process holds the lease, and does not work.
  const leases = app.db.collection<{ _id: string }>('leases');
  const lease = { holder: 'another', expiresAt: new Date(Date.now() + 3_600_000) };
  await leases.updateOne({ _id: 'relay' }, { $set: lease }, { upsert: true });
  await app.services.relay.drain();
  expect((await app.rest('GET', '/readyz')).body.checks).toEqual({ relay: 'behind' });
  expect(await lag()).toBeGreaterThanOrEqual(60);

  await leases.deleteOne({ _id: 'relay' });
  await app.services.relay.drain();
  expect((await app.rest('GET', '/readyz')).body).toMatchObject({
    status: 'ready',
    checks: { relay: 'ok' },
  });
  expect(await lag()).toBe(0);
});
