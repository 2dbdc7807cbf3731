import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { type PageRequest, pageOf } from './page.js';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = new Function('a', 'b', 'return %HaveSameMap(a, b)');

const list = { cursorOf: (item: string) => `after ${item}`, hasItemsBehind: null };
const forwards: PageRequest = { count: 2, cursor: null, backwards: false };

it('pageOf returns a cursor for each node, and those of the ends for the page', async () => {
  const page = await pageOf({ items: ['a', 'b'], more: true }, forwards, list);
  expect(page.edges.map(({ node, cursor }) => [node, cursor])).toEqual([
    ['a', 'after a'],
    ['b', 'after b'],
  ]);
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = page.pageInfo;
  expect({ startCursor, endCursor, hasNextPage, hasPreviousPage }).toEqual({
    startCursor: 'after a',
    endCursor: 'after b',
    hasNextPage: true,
    hasPreviousPage: false,
  });
});

it('pageOf returns no cursors if nothing was found', async () => {
  const { nodes, edges, pageInfo } = await pageOf({ items: [], more: false }, forwards, list);
  expect([nodes, edges, pageInfo.startCursor, pageInfo.endCursor]).toEqual([[], [], null, null]);
});

// A separate V8 shape per page would keep each page in memory until the next full garbage collection.
it('pageOf creates pages, page infos and edges with one V8 shape each', async () => {
  const one = await pageOf({ items: ['a', 'b'], more: false }, forwards, list);
  const other = await pageOf({ items: ['c'], more: false }, { ...forwards, backwards: true }, list);
  expect(haveSameShape(one, other)).toBe(true);
  expect(haveSameShape(one.pageInfo, other.pageInfo)).toBe(true);
  expect(haveSameShape(one.edges[0], one.edges[1])).toBe(true);
  expect(haveSameShape(one, one.pageInfo)).toBe(false);
});
