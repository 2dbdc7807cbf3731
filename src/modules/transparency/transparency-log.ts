import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import type { Logger } from 'pino';
import { createLoop } from '../../aggregate/loop.js';
import { entryText, type LogEntry, versionKey } from './log-entry.js';
import { type Hash, leafHash, type ReadNode, treeRoot } from './merkle.js';
import { signCheckpoint, verifierKey } from './note.js';
import { nodesOf, rootOver, type TileId, tileAt, tileWidth } from './tiles.js';
import { bytesOf, type StoredEntry, type TransparencyStore } from './transparency.store.js';

/** Between two checkpoints, so that a burst of versions is one. */
const checkpointMilliseconds = 1_000;
/** For what another process has appended and, being killed, not published. */
const idleMilliseconds = 30_000;

const hashBytes = 32;

export type TransparencyLog = ReturnType<typeof createTransparencyLog>;

/**
 * The append-only log of report versions: a Merkle tree of RFC 6962 whose heads are signed. An entry is
 * appended by one insert at the next place, which is the commit point; full tiles are stored before the
 * first entry behind them, and what a kill leaves is made up by the next append.
 *
 * @param origin name of the log in its checkpoints
 * @param key private Ed25519 key that signs them, and nothing else
 */
export function createTransparencyLog(options: {
  store: TransparencyStore;
  origin: string;
  key: KeyObject;
  log: Logger;
}) {
  const { store, origin, key, log } = options;
  let size = 0;
  let published: number | null = null;

  const tileId = ({ level, index }: TileId) => `${level}/${index}`;

  /** Hashes of a tile, stored or made from what is below it. */
  async function readTile(tile: TileId): Promise<Hash[]> {
    const { level, index, width } = tile;
    if (width === tileWidth) {
      const stored = await store.findTile(tileId(tile));
      if (stored) return split(stored);
    }
    const first = index * tileWidth;
    if (level === 0) return store.listLeaves(first, width);
    const below = Array.from({ length: width }, (_, at) => ({
      level: level - 1,
      index: first + at,
      width: tileWidth,
    }));
    const roots = await store.findRoots(below.map(tileId));
    return Promise.all(
      roots.map(async (root, at) => root ?? rootOver(await readTile(below[at] as TileId))),
    );
  }

  /** Stores the full tiles that end where the next entry stands. */
  async function sealTiles(next: number): Promise<void> {
    for (let level = 0, span = tileWidth; next % span === 0; level++, span *= tileWidth) {
      const tile = { level, index: next / span - 1, width: tileWidth };
      const hashes = await readTile(tile);
      await store.insertTile(tileId(tile), hashes, rootOver(hashes));
    }
  }

  /** Publishes the head of the tree as it is, unless it is published. @returns ms until the next look */
  async function publish(): Promise<number> {
    const now = await store.size();
    if (now === published) return idleMilliseconds;
    const root = await treeRoot(nodes(now), now);
    await store.insertCheckpoint(now, signCheckpoint({ origin, size: now, root }, key));
    published = now;
    return checkpointMilliseconds;
  }

  const nodes = (at: number): ReadNode => nodesOf(readTile, at);
  const loop = createLoop({
    name: 'transparency log',
    round: publish,
    batchMilliseconds: 50,
    log,
  });

  return {
    origin,
    /** The verifier key (vkey) of C2SP signed-note. */
    verifierKey: verifierKey(origin, createPublicKey(key)),
    nodes,
    readTile,
    size: store.size,

    /** Appends a version unless it is in the log. */
    async append(entry: LogEntry): Promise<void> {
      const text = entryText(entry);
      const version = versionKey(entry.report_id, entry.version_number);
      const leaf = leafHash(text);
      for (;;) {
        if (size > 0 && size % tileWidth === 0) await sealTiles(size);
        if (await store.insertEntry(size, version, text, leaf)) break;
        if (await store.findEntry(version)) return;
        // Another process has appended meanwhile.
        size = await store.size();
      }
      size++;
      loop.wake();
    },

    findEntry: (reportId: string, versionNumber: number): Promise<StoredEntry | null> =>
      store.findEntry(versionKey(reportId, versionNumber)),

    /** Texts of a tile of entries. */
    async entriesOf({ index, width }: Omit<TileId, 'level'>): Promise<string[]> {
      const found = await store.listEntries(index * tileWidth, width);
      return found.map(({ text }) => text);
    },

    tileAt: async (level: number, index: number) => tileAt(level, index, await store.size()),

    /** The newest signed head, which is one that was published before. */
    async checkpoint(): Promise<{ size: number; text: string }> {
      let newest = await store.newestCheckpoint();
      if (!newest) {
        await publish();
        newest = await store.newestCheckpoint();
      }
      if (!newest) throw new Error('a checkpoint was stored and is not there');
      return { size: newest._id, text: newest.text };
    },

    publish,
    start: () => loop.start(),
    stop: () => loop.stop(),
  };
}

const split = (stored: Buffer): Hash[] =>
  Array.from({ length: stored.length / hashBytes }, (_, at) =>
    stored.subarray(at * hashBytes, (at + 1) * hashBytes),
  );

/** The leaf of a stored entry. */
export const leafOf = ({ leaf }: StoredEntry): Hash => bytesOf(leaf);
