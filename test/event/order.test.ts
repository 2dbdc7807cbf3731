import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRelay } from '../../src/aggregate/relay.js';
import { newId } from '../../src/lib/ids.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Returns a document with pending events, each at this many milliseconds after the hour. */
const documentOf = (emitted: [string, number][]) => ({
  _id: newId(),
  status: 'open',
  revision: 1,
  updatedAt: new Date(0),
  integratorId: 'of-nobody',
  outbox: emitted.map(([type, at]) => ({
    id: newId(),
    type,
    timestamp: new Date(Date.UTC(2026, 0, 1) + at),
    data: {},
    revision: 1,
  })),
});

it("numbers pending events of several sources by time, and each document's in their order", async () => {
  const first = app.db.collection<ReturnType<typeof documentOf>>('first_source');
  const second = app.db.collection<ReturnType<typeof documentOf>>('second_source');
  const request = documentOf([
    ['site_check.confirmed', 1],
    ['site_check.in_progress', 3],
    // Emitted later, with an earlier time.
    ['site_check.expired', 2],
  ]);
  const job = documentOf([
    ['job.opened', 1],
    ['job.in_progress', 2],
    ['job.completed', 4],
  ]);
  await first.insertOne(job);
  await second.insertOne(request);
  const relay = createRelay({
    events: app.services.events,
    sources: [first as never, second as never],
    log: app.services.log,
  });
  await app.services.relay.stop();
  await relay.drain();
  await relay.stop();
  const events = await app.services.events.list({
    after: 0,
    limit: 100,
    integratorId: 'of-nobody',
  });
  expect(events.map((event) => event.type)).toEqual([
    'site_check.confirmed',
    'job.opened',
    'job.in_progress',
    'site_check.in_progress',
    'site_check.expired',
    'job.completed',
  ]);
  expect((await first.findOne({}))?.outbox).toEqual([]);
  expect((await second.findOne({}))?.outbox).toEqual([]);
});
