import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LoggedEvent } from '../../src/aggregate/event-log.js';
import { createFollowers, type Followers } from '../../src/aggregate/followers.js';
import { createRelay, type Relay } from '../../src/aggregate/relay.js';
import { consequenceId, newId } from '../../src/lib/ids.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let name = '';
let running: Followers[] = [];
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => {
  name = `test-${newId()}`;
});
afterAll(async () => {
  await Promise.all(running.map((followers) => followers.stop()));
  await app.stop();
});

/** Simulates a separate process with a follower that starts at the position of `name`. */
async function follow(
  handle: (event: LoggedEvent) => Promise<void>,
  relay: Relay = app.services.relay,
) {
  const followers = createFollowers({ ...app.services, relay });
  running.push(followers);
  followers.followEvents(name, handle);
  await followers.start();
  return followers;
}

async function stopAll(): Promise<void> {
  await Promise.all(running.map((followers) => followers.stop()));
  running = [];
}

/** Creates a job, which emits two events. */
async function makeJob(): Promise<string> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
  return body.job_id;
}

const record = (into: string[]) => async (event: LoggedEvent) => {
  into.push(`${event.type} ${event.data['job_id']}`);
};

it('begins after the newest event on its first start, and later resumes at its position', async () => {
  await makeJob();
  const seen: string[] = [];
  const first = await follow(record(seen));
  await first.catchUp();
  expect(seen).toEqual([]);
  const id = await makeJob();
  await first.catchUp();
  expect(seen).toEqual([`job.created ${id}`, `job.opened ${id}`]);

  await stopAll();
  const missed = await makeJob();
  const second = await follow(record(seen));
  await second.catchUp();
  expect(seen.slice(2)).toEqual([`job.created ${missed}`, `job.opened ${missed}`]);
  expect(await second.seen(name)).toBe(await app.services.events.lastSeq());
});

it('handles the events that a follower has not seen before its position is awaited', async () => {
  const seen: string[] = [];
  const followers = await follow(record(seen));
  // Nothing wakes it from here on.
  await followers.stop();
  const id = await makeJob();
  const last = await app.services.events.lastSeq();
  await followers.reach(name, last);
  expect(seen).toEqual([`job.created ${id}`, `job.opened ${id}`]);
  await followers.reach(name, last);
  await followers.reach('nobody', last);
  expect(seen).toHaveLength(2);
});

it('does not handle events again that another process has handled', async () => {
  const seen: string[] = [];
  const again: string[] = [];
  const first = await follow(record(seen));
  const second = await follow(record(again));
  await second.catchUp();
  // Nothing wakes it from here on.
  await second.stop();
  const id = await makeJob();
  await first.catchUp();
  await second.catchUp();
  expect(seen).toEqual([`job.created ${id}`, `job.opened ${id}`]);
  expect(again).toEqual([]);
});

it('does not handle events again that another process has relayed and handled', async () => {
  const seen: string[] = [];
  const again: string[] = [];
  const relay = createRelay({ ...app.services, sources: [app.jobs as never] });
  const first = await follow(record(seen));
  const second = await follow(record(again), relay);
  await second.catchUp();
  const id = await makeJob();
  await first.catchUp();

  // The lease moves before the second process polls the log.
  await app.services.relay.stop();
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await relay.drain();
  const next = [`job.created ${body.job_id}`, `job.opened ${body.job_id}`];
  await expect.poll(() => again).toEqual(next);
  await relay.stop();
  app.services.relay.start();
  expect(seen.slice(0, 2)).toEqual([`job.created ${id}`, `job.opened ${id}`]);
});

it('stores its position soon, without a request', async () => {
  const seen: string[] = [];
  const followers = await follow(record(seen));
  await makeJob();
  const last = await app.services.events.lastSeq();
  await expect.poll(() => followers.seen(name)).toBe(last);
  expect(seen).toHaveLength(2);
});

it('retries a failed event after 30 s, and does not delay other events', async () => {
  const seen: string[] = [];
  let broken = true;
  const followers = await follow(async (event) => {
    if (broken && event.type === 'job.created') throw new Error('not today');
    await record(seen)(event);
  });
  const id = await makeJob();
  await followers.catchUp();
  expect(seen).toEqual([`job.opened ${id}`]);
  expect(app.logLines.join('')).toContain('not today');

  broken = false;
  await followers.catchUp();
  expect(seen).toHaveLength(1);
  app.advance(30_000);
  await followers.catchUp();
  expect(seen).toEqual([`job.opened ${id}`, `job.created ${id}`]);
  app.advance(30_000);
  await followers.catchUp();
  expect(seen).toHaveLength(2);
});

it('handles events after a restart that failed before', async () => {
  const seen: string[] = [];
  const first = await follow(async () => {
    throw new Error('not today');
  });
  const id = await makeJob();
  await first.catchUp();
  await stopAll();
  app.advance(31_000);
  const second = await follow(record(seen));
  await second.catchUp();
  expect(seen.sort()).toEqual([`job.created ${id}`, `job.opened ${id}`]);
});

it('pauses completely while the database is unavailable', async () => {
  const seen: string[] = [];
  let gone = true;
  const { MongoNetworkError } = await import('mongodb');
  const followers = await follow(async (event) => {
    if (gone) throw new MongoNetworkError('no route');
    await record(seen)(event);
  });
  const before = await followers.seen(name);
  const id = await makeJob();
  await expect(followers.catchUp()).rejects.toThrow('no route');
  expect(await followers.seen(name)).toBe(before);
  gone = false;
  await followers.catchUp();
  expect(seen).toEqual([`job.created ${id}`, `job.opened ${id}`]);
});

it('handles several events about one subject once, and ignores events without a subject', async () => {
  const seen: string[] = [];
  const followers = createFollowers(app.services);
  running.push(followers);
  const subject = ({ type, data }: LoggedEvent) =>
    type.startsWith('job.') ? String(data['job_id']) : null;
  followers.followEvents(name, record(seen), { subject });
  await app.db.collection<{ _id: string; seq: number }>('followers').insertOne({
    _id: name,
    seq: await app.services.events.lastSeq(),
  });
  const id = await makeJob();
  await app.rest('POST', `/v1/jobs/${id}/requester-feedback`, { body: { rating: 5 } });
  await app.services.relay.drain();
  await followers.catchUp();
  expect(seen).toEqual([`job.opened ${id}`]);
});

it('returns the same consequence id for an event each time, and another one for each kind', () => {
  const event = newId();
  expect(consequenceId(event, 'mail')).toBe(consequenceId(event, 'mail'));
  expect(consequenceId(event, 'mail')).not.toBe(consequenceId(event, 'webhook'));
  expect(consequenceId(event, 'mail')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
});
