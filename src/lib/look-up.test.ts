import { describe, expect, it } from 'vitest';
import { createLookUp } from './look-up.js';

const all = <V>(values: Promise<V>[]) => Promise.allSettled(values);
const keys = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('createLookUp', () => {
  /** Looks up the square of each even key. */
  function squares(copy?: (value: { square: number }) => { square: number }) {
    const batches: (readonly number[])[] = [];
    const find = createLookUp(async (wanted: readonly number[]) => {
      batches.push(wanted);
      if (wanted.includes(13)) throw new Error('13 is not looked up');
      return new Map(
        wanted.filter((key) => key % 2 === 0).map((key) => [key, { square: key * key }]),
      );
    }, copy);
    return { find, batches };
  }

  it('combines the keys of one iteration of the event loop in a query', async () => {
    const { find, batches } = squares();
    const found = await Promise.all([2, 3, 4].map(find));
    expect(found).toEqual([{ square: 4 }, null, { square: 16 }]);
    expect(batches).toEqual([[2, 3, 4]]);
  });

  it('caches nothing', async () => {
    const { find, batches } = squares();
    await find(2);
    await find(2);
    expect(batches).toHaveLength(2);
  });

  it.each([
    ['by default', undefined],
    ['with copies', (value: { square: number }) => ({ ...value })],
  ])('never returns the same object to two callers, %s', async (_, copy) => {
    const { find } = squares(copy);
    const [first, second] = await Promise.all([find(2), find(2)]);
    expect(first).toEqual({ square: 4 });
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });

  it('queries at most 100 keys at a time', async () => {
    const { find, batches } = squares();
    await all(keys(250).map((key) => find(20 + key)));
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('fails only the bad key of a batch', async () => {
    const { find } = squares();
    const [two, bad, three] = await all([2, 13, 3].map(find));
    expect(two).toEqual({ status: 'fulfilled', value: { square: 4 } });
    expect(three).toEqual({ status: 'fulfilled', value: null });
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: '13 is not looked up' } });
  });
});
