import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.js';

it('evicts the least recently used entry above the maximum number', () => {
  const gone: string[] = [];
  const map = new BoundedMap<string, number>({ entries: 2, bytes: 100 }, (key) => gone.push(key));
  map.set('a', 1, 10);
  map.set('b', 2, 10);
  expect(map.get('a')).toBe(1);
  map.set('c', 3, 10);
  expect(gone).toEqual(['b']);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

it('evicts as many entries as the bytes of a new one require', () => {
  const gone: string[] = [];
  const map = new BoundedMap<string, number>({ entries: 9, bytes: 100 }, (key) => gone.push(key));
  for (const key of ['a', 'b', 'c']) map.set(key, 0, 30);
  map.set('d', 0, 60);
  expect(gone).toEqual(['a', 'b']);
  expect([map.size, map.bytes]).toEqual([2, 90]);
});

it('does not keep a value larger than the bound, and counts a replaced value once', () => {
  const map = new BoundedMap<string, number>({ entries: 9, bytes: 100 });
  map.set('a', 1, 50);
  map.set('a', 2, 60);
  expect([map.get('a'), map.bytes]).toEqual([2, 60]);
  map.set('b', 3, 101);
  expect([map.get('b'), map.size, map.bytes]).toEqual([undefined, 1, 60]);
});
