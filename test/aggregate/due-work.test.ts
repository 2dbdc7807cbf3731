import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createDueWork } from '../../src/aggregate/due-work.js';

const log = pino({ level: 'silent' });

/** Documents with scheduled work, as a store returns them. */
function planned(times: Record<string, number>) {
  const plans = new Map(Object.entries(times).map(([id, at]) => [id, new Date(at)]));
  return {
    plans,
    earliest: async (limit: number) =>
      [...plans]
        .map(([id, at]) => ({ id, at }))
        .sort((a, b) => a.at.getTime() - b.at.getTime())
        .slice(0, limit),
  };
}

it('does the due work, earliest first, and no other work', async () => {
  let now = 100;
  const { plans, earliest } = planned({ later: 200, second: 90, first: 10 });
  const done: string[] = [];
  const work = async (id: string) => {
    done.push(id);
    plans.delete(id);
  };
  const loop = createDueWork({
    name: 'test',
    earliest,
    work,
    clock: { now: () => new Date(now) },
    log,
  });
  await loop.run();
  expect(done).toEqual(['first', 'second']);
  now = 200;
  await loop.run();
  expect(done).toEqual(['first', 'second', 'later']);
});

it('does rescheduled work again at its new time', async () => {
  let now = 100;
  const { plans, earliest } = planned({ one: 100 });
  const done: number[] = [];
  const work = async (id: string) => {
    done.push(now);
    plans.set(id, new Date(now + 30));
  };
  const loop = createDueWork({
    name: 'test',
    earliest,
    work,
    clock: { now: () => new Date(now) },
    log,
  });
  await loop.run();
  await loop.run();
  expect(done).toEqual([100]);
  now = 130;
  await loop.run();
  expect(done).toEqual([100, 130]);
});

it('is woken by work that is scheduled while it waits', async () => {
  const { plans, earliest } = planned({});
  const done = new Promise<string>((resolve) => {
    const work = async (id: string) => {
      plans.delete(id);
      resolve(id);
    };
    const loop = createDueWork({
      name: 'test',
      earliest,
      work,
      clock: { now: () => new Date() },
      log,
    });
    loop.start();
    void loop.run().then(() => {
      plans.set('planned', new Date(0));
      loop.wake();
    });
  });
  // Otherwise it would query again after 30 s, which exceeds the timeout of this test.
  expect(await done).toBe('planned');
});
