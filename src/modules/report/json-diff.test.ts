import { expect, test } from 'vitest';
import { diffJson } from './json-diff.js';

test('equal values have no difference', () => {
  expect(diffJson({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
});

test('names members by RFC 6901 pointers, escaped', () => {
  expect(diffJson({ 'a/b': { '~c': 1 } }, { 'a/b': { '~c': 2 } })).toEqual([
    { path: '/a~1b/~0c', kind: 'changed', before: 1, after: 2 },
  ]);
});

test('a member on one side only is added or removed', () => {
  expect(diffJson({ a: 1 }, { b: 2 })).toEqual([
    { path: '/a', kind: 'removed', before: 1, after: null },
    { path: '/b', kind: 'added', before: null, after: 2 },
  ]);
});

test('a new item in the middle of an identified list is one change, at its new place', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ evidence_id: id }));
  expect(diffJson(items('a', 'c'), items('a', 'b', 'c'))).toEqual([
    { path: '/1', kind: 'added', before: null, after: { evidence_id: 'b' } },
  ]);
});

test('a removed item is named by its old place', () => {
  expect(diffJson([{ name: 'x' }, { name: 'y' }], [{ name: 'y' }])).toEqual([
    { path: '/0', kind: 'removed', before: { name: 'x' }, after: null },
  ]);
});

test('a list without identities changes as a whole', () => {
  expect(diffJson({ limitations: ['a'] }, { limitations: ['a', 'b'] })).toEqual([
    { path: '/limitations', kind: 'changed', before: ['a'], after: ['a', 'b'] },
  ]);
});
