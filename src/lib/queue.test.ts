import { expect, it } from 'vitest';
import { createQueue } from './queue.js';

const full = new Error('full');

/** Creates work that ends on command. */
function held() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => () => {
    started.push(n);
    return new Promise<number>((end) => ends.push(() => end(n)));
  };
  return { started, ends, work };
}

it('runs a limited number at a time in order, and rejects work beyond the limit', async () => {
  const queue = createQueue({ atOnce: 2, waitingMax: 2, createError: () => full });
  const { started, ends, work } = held();
  const results = [1, 2, 3, 4].map((n) => queue.run(work(n)));
  await expect(queue.run(work(5))).rejects.toBe(full);
  expect(started).toEqual([1, 2]);
  ends[1]?.();
  expect(await results[1]).toBe(2);
  expect(started).toEqual([1, 2, 3]);
  ends[0]?.();
  ends[2]?.();
  expect(await Promise.all([results[0], results[2]])).toEqual([1, 3]);
  ends[3]?.();
  expect(await results[3]).toBe(4);
});

it('continues after failed work', async () => {
  const queue = createQueue({ atOnce: 1, waitingMax: 1, createError: () => full });
  const failing = queue.run(() => Promise.reject(new Error('failed')));
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(await queue.run(async () => 'free again')).toBe('free again');
});
