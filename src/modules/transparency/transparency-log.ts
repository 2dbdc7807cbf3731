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
/** Of these one a level is where the tree grows; 1 MiB. */
const knownTilesMax = 64;

export type TransparencyLog = ReturnType<typeof createTransparencyLog>;

/** Gives the publishing of a checkpoint to one process at a time. */
export type TakeLease = (holder: string, now: Date, until: Date) => Promise<boolean>;

/**
 * The append-only log of report versions: a Merkle tree of RFC 6962 whose heads are signed. An entry is
 * appended by one insert at the next place, which is the commit point; full tiles are stored before the
 * first entry behind them, and what a kill leaves is made up by the next append.
 *
 * @param origin name of the log in its checkpoints
 * @param key private Ed25519 key that signs them, and nothing else
 * @param takeLease left out: this process is the only one
 * @param checkpointMilliseconds between two checkpoints; left out: a second, so that a burst of versions is one
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
  /** When this process may publish again, by `performance.now()`. */
  let nextAt = 0;

  const tileId = ({ level, index }: TileId) => `${level}/${index}`;

  /**
   * Hashes of a tile from a place in it on, stored or made from what is below it.
   * @throws Error where the log has a gap
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

  /** Stores the full tiles that end where the next entry stands. */
  async function sealTiles(next: number): Promise<void> {
    for (let level = 0, span = tileWidth; next % span === 0; level++, span *= tileWidth) {
      const tile = { level, index: next / span - 1, width: tileWidth };
      const hashes = await readTile(tile);
      await store.insertTile(tileId(tile), hashes, rootOver(hashes));
    }
  }

  const nodes = knownNodes(readTile, knownTilesMax);

  /**
   * Publishes the head of the tree as it is, unless it is published.
   * @throws Error where the tree does not begin with the one that was published last
   */
  async function publish(): Promise<void> {
    const last = await store.newestCheckpoint();
    const now = await store.size();
    if (last?._id === now) return;
    if (last) {
      const published = openCheckpoint(last.text, publicKey, origin);
      const begins =
        now > last._id && published.root.equals(await treeRoot(nodes(last._id), last._id));
      // Signing it would prove to everybody that the log was forked.
      if (!begins) {
        throw new Error(`transparency log: the entries are not those published at ${last._id}`);
      }
    }
    const root = await treeRoot(nodes(now), now);
    await store.insertCheckpoint(now, signCheckpoint({ origin, size: now, root }, key));
  }

  /** The same, at most once in that time in all processes together. */
  async function publishSequentially(): Promise<void> {
    const pause = nextAt - performance.now();
    if (pause > 0) await wait(pause);
    // The turns are between machines, so they are on their clocks, not on the app's.
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
    /** Nodes of the tree of that size, from memory where they were read before. */
    nodes,
    /** Hashes of a tile as they are stored. */
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
    },

    findEntry: (reportId: string, versionNumber: number): Promise<StoredEntry | null> =>
      store.findEntry(versionKey(reportId, versionNumber)),

    /**
     * What proves offline that a version is in the log; waits for a checkpoint that covers it.
     * @returns null where the version is not in the log
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
  };
}

const split = (stored: Buffer): Hash[] =>
  Array.from({ length: stored.length / hashBytes }, (_, at) =>
    stored.subarray(at * hashBytes, (at + 1) * hashBytes),
  );
