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
import { knownNodes } from '../../src/modules/transparency/known-nodes.js';

const leaves = Array.from({ length: 65_540 }, (_, index) => leafHash(`${index}`));

/** Computes tiles by definition, from the leaves; counts the reads. */
function tilesOf(size: number) {
  const requested: TileId[] = [];
  const read = async (tile: TileId): Promise<Hash[]> => {
    requested.push(tile);
    const span = tileWidth ** tile.level;
    const first = tile.index * tileWidth;
    return Array.from({ length: tile.width }, (_, at) =>
      rootOver(leaves.slice((first + at) * span, (first + at + 1) * span)),
    );
  };
  return { requested, read, nodes: nodesOf(read, size) };
}

function definedRoot(from: number, to: number): Hash {
  if (to - from === 1) return leaves[from] as Hash;
  let split = 1;
  while (split * 2 < to - from) split *= 2;
  return nodeHash(definedRoot(from, from + split), definedRoot(from + split, to));
}

it.each([1, 2, 255, 256, 257, 513, 65_536, 65_537])(
  'returns the root of %i leaves with at most one tile per level and one more',
  async (size) => {
    const { requested, nodes } = tilesOf(size);
    expect(await treeRoot(nodes, size)).toEqual(definedRoot(0, size));
    expect(requested.length).toBeLessThanOrEqual(4);
    for (const { index, level, width } of requested) {
      expect(index * tileWidth + width).toBeLessThanOrEqual(Math.floor(size / tileWidth ** level));
    }
  },
);

it('caches the tiles of a growing tree, and reads only the additions', async () => {
  let read = 0;
  const nodes = knownNodes(async ({ level, index, width }, from) => {
    const hashes = await tilesOf(leaves.length).read({ level, index, width });
    read += width - from;
    return hashes.slice(from);
  }, 3);
  for (const size of [1, 100, 255, 256, 257, 300, 513]) {
    // Two concurrent reads, and an older tree afterwards.
    const roots = [size, size, Math.ceil(size / 2)].map((of) => treeRoot(nodes(of), of));
    expect(await Promise.all(roots)).toEqual([
      definedRoot(0, size),
      definedRoot(0, size),
      definedRoot(0, Math.ceil(size / 2)),
    ]);
  }
  // Each leaf of the tile that was not full before, once, and the roots of the two full ones.
  expect(read).toBe(255 + 44 + 1 + 2);
});

it('reads again tiles that were evicted or could not be read', async () => {
  let failing = true;
  const nodes = knownNodes(async (tile, from) => {
    if (failing) throw new Error('not now');
    return (await tilesOf(leaves.length).read(tile)).slice(from);
  }, 1);
  await expect(treeRoot(nodes(700), 700)).rejects.toThrow('not now');
  failing = false;
  for (const size of [700, 65_537, 700]) {
    expect(await treeRoot(nodes(size), size)).toEqual(definedRoot(0, size));
  }
});

it.each([
  [0, '000'],
  [999, '999'],
  [1_000, 'x001/000'],
  [1_234_067, 'x001/x234/067'],
])('formats the number %i as %s', (index, path) => {
  expect(tilePath(index)).toBe(path);
  expect(readTilePath(path)).toEqual({ index, width: 256 });
  expect(readTilePath(`${path}.p/7`)).toEqual({ index, width: 7 });
});

it.each(['', '1', '0001', 'x000/001', '000.p/0', '000.p/256', '000.p/07', '000.p', '../000'])(
  'rejects any other form: %j',
  (path) => expect(readTilePath(path)).toBeNull(),
);
