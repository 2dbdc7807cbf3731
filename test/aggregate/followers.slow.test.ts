import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Db, MongoNetworkError } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFollowers } from '../../src/aggregate/followers.js';
import { newId } from '../../src/lib/ids.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Makes jobs, each of which is told twice. */
async function makeJobs(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1)
    await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
}

/** The database, where the collection of how far followers have come is changed. */
const withPlaces = (db: Db, change: (places: Collection) => void): Db =>
  new Proxy(db, {
    get(target, member) {
      if (member !== 'collection') return Reflect.get(target, member, target);
      return (name: string) => {
        const found = target.collection(name);
        if (name === 'followers') change(found);
        return found;
      };
    },
  });

/** A follower that has seen all there is, and runs no more. */
async function stopped(): Promise<{ name: string; begun: number }> {
  const name = `test-${newId()}`;
  const first = createFollowers(app.services);
  first.followEvents(name, async () => {});
  await first.start();
  await first.stop();
  return { name, begun: await first.seen(name) };
}

/** The same follower on a database that behaves otherwise, until it has seen all. @returns what it handled */
async function goOn(db: Db, name: string): Promise<number[]> {
  const last = await app.services.events.lastSeq();
  const handled: number[] = [];
  const followers = createFollowers({ ...app.services, db });
  followers.followEvents(name, async ({ seq }) => void handled.push(seq));
  await followers.start();
  await expect.poll(() => handled.at(-1), { timeout: 15_000 }).toBe(last);
  await followers.stop();
  expect(await followers.seen(name)).toBe(last);
  return handled;
}

it('goes on where it is with a backlog, however slowly its place is stored', async () => {
  await makeJobs(110);
  const { name, begun } = await stopped();
  expect(begun).toBeGreaterThanOrEqual(220);

  // More than one batch, while no process follows.
  await makeJobs(250);
  let isSlow = true;
  const db = withPlaces(app.services.db, (places) => {
    const write = places.bulkWrite.bind(places);
    places.bulkWrite = async (...args) => {
      if (isSlow) {
        isSlow = false;
        await pause(6_000);
      }
      return write(...args);
    };
  });
  const last = await app.services.events.lastSeq();
  expect(await goOn(db, name)).toEqual(
    Array.from({ length: last - begun }, (_, index) => begun + 1 + index),
  );
});

it('begins where it was, though the store was away when it looked', async () => {
  const { name, begun } = await stopped();
  expect(begun).toBeGreaterThan(0);
  await makeJobs(1);
  // More than once: a process that starts is soon told that there is more, and looks again by that.
  let errors = 2;
  const db = withPlaces(app.services.db, (places) => {
    const read = places.findOne.bind(places);
    places.findOne = ((...args: Parameters<typeof read>) => {
      if (errors-- <= 0) return read(...args);
      return Promise.reject(new MongoNetworkError('gone'));
    }) as typeof places.findOne;
  });
  expect(await goOn(db, name)).toEqual([begun + 1, begun + 2]);
});
