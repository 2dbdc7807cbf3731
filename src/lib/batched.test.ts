import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batched } from './batched.js';

function counting(stored: Map<string, number>) {
  const asked: (readonly string[])[] = [];
  const find = batched(async (keys: readonly string[]) => {
    asked.push(keys);
    return new Map([...stored].filter(([key]) => keys.includes(key)));
  });
  return { find, asked };
}

test('lookups of one turn are one query, each key once', async () => {
  const { find, asked } = counting(new Map([['a', 1]]));
  expect(await Promise.all(['a', 'b', 'a'].map(find))).toEqual([1, null, 1]);
  expect(asked).toEqual([['a', 'b']]);
});

test('nothing is remembered: a later lookup sees what changed', async () => {
  const stored = new Map([['a', 1]]);
  const { find, asked } = counting(stored);
  await find('a');
  stored.set('a', 2);
  expect(await find('a')).toBe(2);
  expect(asked).toHaveLength(2);
});

test('a query that fails fails each lookup that it was made for, and no later one', async () => {
  let broken = true;
  const find = batched(async (keys: readonly string[]) => {
    if (broken) throw new Error('gone');
    return new Map(keys.map((key) => [key, key]));
  });
  const results = await Promise.allSettled([find('a'), find('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await find('a')).toBe('a');
});

describe('one at a time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Queries that are answered when the test says so. */
  function held() {
    const asked: { keys: readonly string[]; answer: () => void; fail: () => void }[] = [];
    const find = batched(
      (keys: readonly string[]) =>
        new Promise<Map<string, string>>((resolve, reject) => {
          const answer = () => resolve(new Map(keys.map((key) => [key, key])));
          asked.push({ keys, answer, fail: () => reject(new Error('gone')) });
        }),
      { oneAtATime: true },
    );
    return { find, asked, keys: () => asked.map(({ keys }) => keys) };
  }
  const turns = async () => {
    for (let i = 0; i < 4; i++) await turn();
  };

  test('what comes while a query is under way is the next one, also after a failure', async () => {
    const { find, asked, keys } = held();
    const first = find('a');
    await turns();
    const second = find('b');
    await turns();
    const third = find('c');
    await turns();
    expect(keys()).toEqual([['a']]);
    asked[0]!.fail();
    await expect(first).rejects.toThrow('gone');
    await turns();
    expect(keys()).toEqual([['a'], ['b', 'c']]);
    asked[1]!.answer();
    expect(await Promise.all([second, third])).toEqual(['b', 'c']);
  });

  test('a query that hangs holds up the next one for no longer than 50 ms', async () => {
    const { find, asked, keys } = held();
    void find('hangs');
    await turns();
    const next = find('a');
    await vi.advanceTimersByTimeAsync(49);
    await turns();
    expect(keys()).toEqual([['hangs']]);
    await vi.advanceTimersByTimeAsync(1);
    await turns();
    asked[1]!.answer();
    expect(await next).toBe('a');
  });
});
