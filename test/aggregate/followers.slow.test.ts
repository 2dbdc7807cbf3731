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

it('goes on where it is with a backlog, however slowly its place is stored', async () => {
  await makeJobs(110);
  const name = `test-${newId()}`;
  const first = createFollowers(app.services);
  first.followEvents(name, async () => {});
  await first.start();
  await first.stop();
  const begun = await first.seen(name);
  expect(begun).toBeGreaterThanOrEqual(220);

  // More than one batch, while no process follows.
  await makeJobs(250);
  const last = await app.services.events.lastSeq();
  const handled: number[] = [];
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
  const second = createFollowers({ ...app.services, db });
  second.followEvents(name, async ({ seq }) => void handled.push(seq));
  await second.start();
  await expect.poll(() => handled.at(-1), { timeout: 15_000 }).toBe(last);
  await second.stop();
  expect(handled).toEqual(Array.from({ length: last - begun }, (_, index) => begun + 1 + index));
  expect(await second.seen(name)).toBe(last);
});

it('begins where it was, though the store was away when it looked', async () => {
  const name = `test-${newId()}`;
  const first = createFollowers(app.services);
  first.followEvents(name, async () => {});
  await first.start();
  await first.stop();
  const begun = await first.seen(name);
  expect(begun).toBeGreaterThan(0);
  await makeJobs(1);
  const last = await app.services.events.lastSeq();
  const handled: number[] = [];
  // More than once: a process that starts is soon told that there is more, and looks again by that.
  let refusals = 2;
  const db = withPlaces(app.services.db, (places) => {
    const read = places.findOne.bind(places);
    places.findOne = ((...args: Parameters<typeof read>) => {
      if (refusals-- <= 0) return read(...args);
      return Promise.reject(new MongoNetworkError('gone'));
    }) as typeof places.findOne;
  });
  const second = createFollowers({ ...app.services, db });
  second.followEvents(name, async ({ seq }) => void handled.push(seq));
  await second.start();
  await expect.poll(() => handled.at(-1), { timeout: 15_000 }).toBe(last);
  await second.stop();
  expect(handled).toEqual([begun + 1, begun + 2]);
});
