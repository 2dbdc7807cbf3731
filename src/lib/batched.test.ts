import { expect, test } from 'vitest';
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
