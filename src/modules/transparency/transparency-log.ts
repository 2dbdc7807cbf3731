import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openCheckpoint, signCheckpoint, verifierKey } from '../../lib/checkpoint.js';
import { newId } from '../../lib/ids.js';
import { type Hash, inclusionProof, leafHash, treeRoot } from '../../lib/merkle.js';
import { rootOver, type TileId, tileAt, tileWidth } from '../../lib/tiles.js';
import type { LogReceipt } from '../report/integrity.js';
import { entryText, type LogEntry, versionKey } from '../report/log-entry.js';
import { knownNodes } from './known-nodes.js';
import type { StoredEntry, TransparencyStore } from './transparency.store.js';

const defaultSpacing = 1_000;

const hashBytes = 32;
/** One tile per level is growing; 1 MiB. */
const knownTilesMax = 64;

export type TransparencyLog = ReturnType<typeof createTransparencyLog>;

/** Lets one process at a time publish checkpoints. */
export type TakeLease = (holder: string, now: Date, until: Date) => Promise<boolean>;

/**
 * The append-only log of report versions: a Merkle tree of RFC 6962 with signed heads. An entry is appended by one
 * insert at the next index, which is the commit point; full tiles are stored before the first entry after them, and the
 * next append completes the work of a killed process.
 *
 * @param origin name of the log in its checkpoints
 * @param key private Ed25519 key that signs them, and nothing else
 * @param takeLease omitted: this process is the only one
 * @param checkpointMilliseconds minimum time between two checkpoints; omitted: a second, so that a burst of versions
 * results in one
 */
export function createTransparencyLog(options: {
  store: TransparencyStore;
  origin: string;
  key: KeyObject;
  takeLease?: TakeLease;
  checkpointMilliseconds?: number | undefined;
}) {
  const { store, origin, key, takeLease = async () => true } = options;
  const { checkpointMilliseconds = defaultSpacing } = options;
  const publicKey = createPublicKey(key);
  const holder = newId();
  let size = 0;
  /** When this process can publish again, by `performance.now()`. */
  let nextAt = 0;

  const tileId = ({ level, index }: TileId) => `${level}/${index}`;

  /**
   * Returns the hashes of a tile from an index in it, stored or computed from the level below.
   * @throws Error if the log has a gap
   */
  async function readTile(tile: TileId, from = 0): Promise<Hash[]> {
    const { level, index, width } = tile;
    if (width === tileWidth && from === 0) {
      const stored = await store.findTile(tileId(tile));
      if (stored) return split(stored);
    }
    const first = index * tileWidth + from;
    const count = width - from;
    if (level === 0) {
      const leaves = await store.listLeaves(first, count);
      if (leaves.length === count) return leaves;
      throw new Error(`transparency log: of ${count} entries from ${first} on some are missing`);
    }
    const below = Array.from({ length: count }, (_, at) => ({
      level: level - 1,
      index: first + at,
      width: tileWidth,
    }));
    const roots = await store.findRoots(below.map(tileId));
    return Promise.all(
      roots.map(async (root, at) => root ?? rootOver(await readTile(below[at] as TileId))),
    );
  }

  /** Stores the full tiles that end before the next entry. */
  async function sealTiles(next: number): Promise<void> {
    for (let level = 0, span = tileWidth; next % span === 0; level++, span *= tileWidth) {
      const tile = { level, index: next / span - 1, width: tileWidth };
      const hashes = await readTile(tile);
      await store.insertTile(tileId(tile), hashes, rootOver(hashes));
    }
  }

  const nodes = knownNodes(readTile, knownTilesMax);

  /**
   * Publishes the current head of the tree, unless it is published.
   * @throws Error if the tree does not start with the last published one
   */
  async function publish(): Promise<void> {
    const last = await store.newestCheckpoint();
    const now = await store.size();
    if (last?._id === now) return;
    if (last) {
      const published = openCheckpoint(last.text, publicKey, origin);
      const begins =
        now > last._id && published.root.equals(await treeRoot(nodes(last._id), last._id));
      // Signing it would publish a proof that the log was forked.
      if (!begins) {
        throw new Error(`transparency log: the entries are not those published at ${last._id}`);
      }
    }
    const root = await treeRoot(nodes(now), now);
    await store.insertCheckpoint(now, signCheckpoint({ origin, size: now, root }, key));
  }

  /** Publishes at most once per interval across all processes. */
  async function publishSequentially(): Promise<void> {
    const pause = nextAt - performance.now();
    if (pause > 0) await wait(pause);
    // Intervals are between machines, so they use real time, not the app's clock.
    const now = new Date();
    const until = new Date(now.getTime() + checkpointMilliseconds);
    const isMine = await takeLease(holder, now, until);
    if (isMine) await publish();
    nextAt = performance.now() + (isMine ? checkpointMilliseconds : checkpointMilliseconds / 10);
  }

  return {
    origin,
    /** The verifier key (vkey) of C2SP signed-note. */
    verifierKey: verifierKey(origin, publicKey),
    /** Returns nodes of the tree of a size, from memory if they were read before. */
    nodes,
    /** Returns the stored hashes of a tile. */
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
        // Another process has appended in the meantime.
        size = await store.size();
      }
      size++;
    },

    findEntry: (reportId: string, versionNumber: number): Promise<StoredEntry | null> =>
      store.findEntry(versionKey(reportId, versionNumber)),

    /**
     * Returns the offline proof that a version is in the log; waits for a checkpoint that covers it.
     * @returns null if the version is not in the log
     */
    async receiptOf(reportId: string, versionNumber: number): Promise<LogReceipt | null> {
      const entry = await store.findEntry(versionKey(reportId, versionNumber));
      if (!entry) return null;
      let head = await store.newestCheckpoint();
      while (!head || head._id <= entry._id) {
        await publishSequentially();
        head = await store.newestCheckpoint();
      }
      const proof = await inclusionProof(nodes(head._id), entry._id, head._id);
      return {
        origin,
        leaf_index: entry._id,
        tree_size: head._id,
        inclusion_proof: proof.map((hash) => hash.toString('base64')),
        checkpoint: head.text,
      };
    },

    /** Returns the texts of a tile of entries. */
    async entriesOf({ index, width }: Omit<TileId, 'level'>): Promise<string[]> {
      const found = await store.listEntries(index * tileWidth, width);
      return found.map(({ text }) => text);
    },

    tileAt: async (level: number, index: number) => tileAt(level, index, await store.size()),

    /** Returns the newest published head. */
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
  };
}

const split = (stored: Buffer): Hash[] =>
  Array.from({ length: stored.length / hashBytes }, (_, at) =>
    stored.subarray(at * hashBytes, (at + 1) * hashBytes),
  );
