import { describe, expect, it } from 'vitest';
import { lookUpPerRequest } from './look-up.js';

const all = <V>(values: Promise<V>[]) => Promise.allSettled(values);
const keys = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('a look-up per request', () => {
  /** Finds the square of each even key. */
  function squares() {
    const batches: (readonly number[])[] = [];
    const find = lookUpPerRequest(async (wanted: readonly number[]) => {
      batches.push(wanted);
      if (wanted.includes(13)) throw new Error('13 is not looked up');
      return new Map(wanted.filter((key) => key % 2 === 0).map((key) => [key, key * key]));
    });
    return { find, batches };
  }

  it('reads the keys of one tick together, each once', async () => {
    const { find, batches } = squares();
    const request = {};
    expect(await Promise.all([2, 3, 2, 4].map((key) => find(request, key)))).toEqual([
      4,
      null,
      4,
      16,
    ]);
    expect(batches).toEqual([[2, 3, 4]]);
  });

  it('caches nothing', async () => {
    const { find, batches } = squares();
    const request = {};
    await find(request, 2);
    await find(request, 2);
    expect(batches).toHaveLength(2);
  });

  it('shares nothing between requests', async () => {
    const { find, batches } = squares();
    await Promise.all([find({}, 2), find({}, 2)]);
    expect(batches).toEqual([[2], [2]]);
  });

  it('asks for at most 100 keys at a time', async () => {
    const { find, batches } = squares();
    const request = {};
    await all(keys(250).map((key) => find(request, 20 + key)));
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('fails the bad key of a batch alone', async () => {
    const { find } = squares();
    const request = {};
    const [two, bad, three] = await all([2, 13, 3].map((key) => find(request, key)));
    expect(two).toEqual({ status: 'fulfilled', value: 4 });
    expect(three).toEqual({ status: 'fulfilled', value: null });
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: '13 is not looked up' } });
  });
});
