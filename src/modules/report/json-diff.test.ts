import { expect, test } from 'vitest';
import { diffJson } from './json-diff.js';

test('returns no differences for equal values', () => {
  expect(diffJson({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
});

test('reports members as escaped RFC 6901 pointers', () => {
  expect(diffJson({ 'a/b': { '~c': 1 } }, { 'a/b': { '~c': 2 } })).toEqual([
    { path: '/a~1b/~0c', kind: 'changed', before: 1, after: 2 },
  ]);
});

test('reports a member that exists on one side only as added or removed', () => {
  expect(diffJson({ a: 1 }, { b: 2 })).toEqual([
    { path: '/a', kind: 'removed', before: 1, after: null },
    { path: '/b', kind: 'added', before: null, after: 2 },
  ]);
});

test('reports a new item in the middle of an identified list as one change at its new index', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ evidence_id: id }));
  expect(diffJson(items('a', 'c'), items('a', 'b', 'c'))).toEqual([
    { path: '/1', kind: 'added', before: null, after: { evidence_id: 'b' } },
  ]);
});

test('reports a removed item at its old index', () => {
  expect(diffJson([{ name: 'x' }, { name: 'y' }], [{ name: 'y' }])).toEqual([
    { path: '/0', kind: 'removed', before: { name: 'x' }, after: null },
  ]);
});

test('reports a list without identities as one changed value', () => {
  expect(diffJson({ limitations: ['a'] }, { limitations: ['a', 'b'] })).toEqual([
    { path: '/limitations', kind: 'changed', before: ['a'], after: ['a', 'b'] },
  ]);
});
