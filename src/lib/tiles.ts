import { type Hash, nodeHash, type ReadNode } from './merkle.js';

/** Levels of the tree in one tile (C2SP tlog-tiles). */
export const tileHeight = 8;
/** Hashes in a full tile. */
export const tileWidth = 2 ** tileHeight;

/** A tile of hashes: `width` adjacent hashes at tree level `8 * level`, starting at `index * 256`. */
export interface TileId {
  level: number;
  index: number;
  /** 1 to 256. Only the last tile of a level is narrower than 256. */
  width: number;
}

/** Reads the hashes of a tile. */
export type ReadTile = (tile: TileId) => Promise<readonly Hash[]>;

/** Returns the root over hashes whose number is a power of two. */
export function rootOver(hashes: readonly Hash[]): Hash {
  let level = hashes;
  while (level.length > 1) {
    const pairs = level.length / 2;
    level = Array.from({ length: pairs }, (_, at) =>
      nodeHash(level[2 * at] as Hash, level[2 * at + 1] as Hash),
    );
  }
  return level[0] as Hash;
}

/** Returns the number of hashes in a tree of `size` leaves at the tile level `level`. */
const hashesAt = (level: number, size: number): number => Math.floor(size / tileWidth ** level);

/** Returns the tile at a position in the tree of `size` leaves; width 0 if it does not exist. */
export const tileAt = (level: number, index: number, size: number): TileId => ({
  level,
  index,
  width: Math.max(0, Math.min(tileWidth, hashesAt(level, size) - index * tileWidth)),
});

/**
 * Returns a reader for nodes of the tree of `size` leaves. Each tile is read once.
 *
 * @param read reads the tiles of that tree
 */
export function nodesOf(read: ReadTile, size: number): ReadNode {
  const tiles = new Map<string, Promise<readonly Hash[]>>();
  return async (height, place) => {
    const level = Math.floor(height / tileHeight);
    const count = 2 ** (height % tileHeight);
    const first = place * count;
    const index = Math.floor(first / tileWidth);
    const name = `${level}/${index}`;
    const tile = tiles.get(name) ?? read(tileAt(level, index, size));
    tiles.set(name, tile);
    const start = first - index * tileWidth;
    return rootOver((await tile).slice(start, start + count));
  };
}

/** Returns an index as a tile path: groups of three digits, all but the last prefixed with x. */
export function tilePath(index: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return groups.join('/');
}

/**
 * Parses the path after `/log/tile/<level>/`: the index, and the width of a partial tile.
 *
 * @returns null if it is not in the form of `tilePath`
 */
export function readTilePath(path: string): { index: number; width: number } | null {
  const [, number = '', partial] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const index = Number(number.replace(/[x/]/g, '') || Number.NaN);
  const width = partial === undefined ? tileWidth : Number(partial);
  if (!Number.isSafeInteger(index) || tilePath(index) !== number) return null;
  if (partial !== undefined && (String(width) !== partial || width < 1 || width >= tileWidth)) {
    return null;
  }
  return { index, width };
}
