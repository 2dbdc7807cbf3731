import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
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

/** The database, whose first write of how far followers have come takes this long. */
const slowOnce = (db: Db, milliseconds: number): Db => {
  let left = 1;
  const collection = (name: string) => {
    const found = db.collection(name);
    if (name !== 'followers') return found;
    const write = found.bulkWrite.bind(found);
    found.bulkWrite = async (...args) => {
      if (left-- > 0) await pause(milliseconds);
      return write(...args);
    };
    return found;
  };
  return new Proxy(db, {
    get: (target, member) =>
      member === 'collection' ? collection : Reflect.get(target, member, target),
  });
};

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
  const second = createFollowers({ ...app.services, db: slowOnce(app.services.db, 6_000) });
  second.followEvents(name, async ({ seq }) => void handled.push(seq));
  await second.start();
  await expect.poll(() => handled.at(-1), { timeout: 15_000 }).toBe(last);
  await second.stop();
  expect(handled).toEqual(Array.from({ length: last - begun }, (_, index) => begun + 1 + index));
  expect(await second.seen(name)).toBe(last);
});
