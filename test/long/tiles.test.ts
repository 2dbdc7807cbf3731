import { expect, it } from 'vitest';
import { type Hash, leafHash, nodeHash, treeRoot } from '../../src/lib/merkle.js';
import {
  nodesOf,
  readTilePath,
  rootOver,
  type TileId,
  tilePath,
  tileWidth,
} from '../../src/lib/tiles.js';

const leaves = Array.from({ length: 65_540 }, (_, index) => leafHash(`${index}`));

/** Tiles as they are defined, from the leaves; counts what is read. */
function tilesOf(size: number) {
  const asked: TileId[] = [];
  const read = async (tile: TileId): Promise<Hash[]> => {
    asked.push(tile);
    const span = tileWidth ** tile.level;
    const first = tile.index * tileWidth;
    return Array.from({ length: tile.width }, (_, at) =>
      rootOver(leaves.slice((first + at) * span, (first + at + 1) * span)),
    );
  };
  return { asked, nodes: nodesOf(read, size) };
}

function definedRoot(from: number, to: number): Hash {
  if (to - from === 1) return leaves[from] as Hash;
  let split = 1;
  while (split * 2 < to - from) split *= 2;
  return nodeHash(definedRoot(from, from + split), definedRoot(from + split, to));
}

it.each([1, 2, 255, 256, 257, 513, 65_536, 65_537])(
  'gives the root of %i leaves from at most a tile a level and one more',
  async (size) => {
    const { asked, nodes } = tilesOf(size);
    expect(await treeRoot(nodes, size)).toEqual(definedRoot(0, size));
    expect(asked.length).toBeLessThanOrEqual(4);
    for (const { index, level, width } of asked) {
      expect(index * tileWidth + width).toBeLessThanOrEqual(Math.floor(size / tileWidth ** level));
    }
  },
);

it.each([
  [0, '000'],
  [999, '999'],
  [1_000, 'x001/000'],
  [1_234_067, 'x001/x234/067'],
])('writes the number %i as %s', (index, path) => {
  expect(tilePath(index)).toBe(path);
  expect(readTilePath(path)).toEqual({ index, width: 256 });
  expect(readTilePath(`${path}.p/7`)).toEqual({ index, width: 7 });
});

it.each(['', '1', '0001', 'x000/001', '000.p/0', '000.p/256', '000.p/07', '000.p', '../000'])(
  'reads no other form: %j',
  (path) => expect(readTilePath(path)).toBeNull(),
);
