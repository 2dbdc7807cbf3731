import { type Hash, nodeHash, type ReadNode } from '../../lib/merkle.js';
import { type TileId, tileAt, tileHeight, tileWidth } from '../../lib/tiles.js';

/** Reads the hashes of a tile from the position `from` in it up to its width. */
export type ReadTileFrom = (tile: TileId, from: number) => Promise<readonly Hash[]>;

const hashBytes = 32;

/** The known part of a tile: its first hashes, and the nodes above them. */
class KnownTile {
  width = 0;
  /** The last read of it: reads of one tile are sequential. */
  reading: Promise<unknown> = Promise.resolve();
  /** All 256 hashes, then the 128 nodes above pairs of them, and so on up to the root. */
  readonly #bytes = Buffer.alloc((2 * tileWidth - 1) * hashBytes);

  node(height: number, place: number): Hash {
    const start = (2 * tileWidth - 2 ** (tileHeight + 1 - height) + place) * hashBytes;
    return this.#bytes.subarray(start, start + hashBytes);
  }

  add(hash: Hash): void {
    hash.copy(this.node(0, this.width));
    this.width += 1;
    let place = this.width;
    for (let height = 1; place % 2 === 0 && height <= tileHeight; height++) {
      place /= 2;
      const [left, right] = [2 * place - 2, 2 * place - 1];
      nodeHash(this.node(height - 1, left), this.node(height - 1, right)).copy(
        this.node(height, place - 1),
      );
    }
  }
}

/**
 * Returns nodes of a growing tree from its tiles. Hashes that were read stay valid, so only those added since are read;
 * the most recently used tiles are kept, 16 KiB each.
 *
 * @param tilesMax maximum number of kept tiles
 */
export function knownNodes(read: ReadTileFrom, tilesMax: number) {
  const known = new Map<string, KnownTile>();

  async function grow(tile: KnownTile, id: TileId): Promise<void> {
    if (tile.width >= id.width) return;
    for (const hash of await read(id, tile.width)) tile.add(hash);
  }

  async function tileOf(id: TileId): Promise<KnownTile> {
    const name = `${id.level}/${id.index}`;
    const tile = known.get(name) ?? new KnownTile();
    known.delete(name);
    known.set(name, tile);
    const [oldest] = known.keys();
    if (known.size > tilesMax && oldest !== undefined) known.delete(oldest);
    if (tile.width < id.width) {
      const reading = tile.reading.then(() => grow(tile, id));
      tile.reading = reading.catch(() => undefined);
      await reading;
    }
    return tile;
  }

  /** Returns the nodes of the tree of `size` leaves. */
  return (size: number): ReadNode =>
    async (height, place) => {
      const level = Math.floor(height / tileHeight);
      const within = height % tileHeight;
      const perTile = tileWidth / 2 ** within;
      const index = Math.floor(place / perTile);
      const tile = await tileOf(tileAt(level, index, size));
      return tile.node(within, place - index * perTile);
    };
}
