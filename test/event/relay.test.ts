import type { CommandStartedEvent } from 'mongodb';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Copies of a job whose events wait, as many writers at once leave them. */
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

it('moves a backlog of many documents with a few commands for each batch', async () => {
  await leaveWaiting(400, newId);
  const before = await app.services.events.lastSeq();
  const commands: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    // How a server cuts its answers into batches is its own affair, and followers note how far they are
    // sooner or later.
    const ofOthers = commandName === 'getMore' || command[commandName] === 'followers';
    if (!ofOthers) commands.push(`${commandName} ${command[commandName]}`);
  };
  app.services.client.on('commandStarted', note);
  await app.services.relay.drain();
  app.services.client.off('commandStarted', note);
  expect(await app.services.events.lastSeq()).toBe(before + 400);
  expect(await app.services.relay.countWaiting()).toBe(0);
  // One look into each collection that has events, and some of the followers at what is new.
  const looks = commands.filter((one) => one.startsWith('find '));
  expect(looks.length, commands.join('\n')).toBeLessThan(2 * new Set(looks).size);
  expect(commands.length - looks.length, commands.join('\n')).toBeLessThan(10);
});

it('says in /metrics and /readyz that it is behind, and that it has caught up', async () => {
  const old = Date.now() - 60_000;
  await leaveWaiting(1, () => v7({ msecs: old }));
  // Another process has the lease, and does not work.
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
