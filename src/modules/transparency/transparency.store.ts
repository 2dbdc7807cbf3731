import { Binary, type Collection, type Db } from 'mongodb';
import type { Hash } from '../../lib/merkle.js';
import { isDuplicateKey } from '../../lib/mongo.js';

/** An entry at its index, which is its `_id`, from 0. */
export interface StoredEntry {
  _id: number;
  /** `versionKey` of its report version. */
  version: string;
  text: string;
  leaf: Binary;
}

/** A full tile, which never changes. */
interface StoredTile {
  /** `level/index`. */
  _id: string;
  /** 256 concatenated hashes. */
  hashes: Binary;
  root: Binary;
}

/** A published head of the tree, by its size. */
interface StoredCheckpoint {
  _id: number;
  text: string;
}

/** A condition on `_id`, so that its index serves the search for the newest. */
const anyPlace = { _id: { $gte: 0 } };

/** Returns the bytes of a stored hash. */
export const bytesOf = (stored: Binary): Buffer => Buffer.from(stored.value());

export type TransparencyStore = ReturnType<typeof createTransparencyStore>;

/** Entries, full tiles and checkpoints of the log. Only reads data that a failover cannot roll back. */
export function createTransparencyStore(db: Db) {
  const majority = { readConcern: { level: 'majority' } } as const;
  const entries: Collection<StoredEntry> = db.collection('log_entries', majority);
  const tiles: Collection<StoredTile> = db.collection('log_tiles', majority);
  const checkpoints: Collection<StoredCheckpoint> = db.collection('log_checkpoints', majority);

  /** Returns the newest checkpoint; null before the first. */
  const newestCheckpoint = (): Promise<StoredCheckpoint | null> =>
    checkpoints.find(anyPlace).sort({ _id: -1 }).limit(1).next();

  return {
    async ensureIndexes(): Promise<void> {
      await entries.createIndex({ version: 1 }, { unique: true });
    },

    /** Returns the number of entries. */
    async size(): Promise<number> {
      const options = { projection: { _id: 1 } } as const;
      const last = await entries.find(anyPlace, options).sort({ _id: -1 }).limit(1).next();
      return last ? last._id + 1 : 0;
    },

    /** @returns false if the index is taken, or the version is in the log */
    async insertEntry(index: number, version: string, text: string, leaf: Hash): Promise<boolean> {
      try {
        await entries.insertOne({ _id: index, version, text, leaf: new Binary(leaf) });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    findEntry: (version: string): Promise<StoredEntry | null> => entries.findOne({ version }),

    /** Returns up to `count` entries from an index, in order. */
    listEntries(first: number, count: number): Promise<StoredEntry[]> {
      return entries
        .find({ _id: { $gte: first, $lt: first + count } })
        .sort({ _id: 1 })
        .toArray();
    },

    /** Returns the leaf hashes of up to `count` entries from an index, in order. */
    async listLeaves(first: number, count: number): Promise<Hash[]> {
      const found = await entries
        .find({ _id: { $gte: first, $lt: first + count } }, { projection: { leaf: 1 } })
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ leaf }) => bytesOf(leaf));
    },

    /** Returns the hashes of a full tile; null if it is not stored. */
    async findTile(id: string): Promise<Buffer | null> {
      const tile = await tiles.findOne({ _id: id }, { projection: { hashes: 1 } });
      return tile && bytesOf(tile.hashes);
    },

    /** Returns the roots of full tiles, in the order of the ids; null for a tile that is not stored. */
    async findRoots(ids: readonly string[]): Promise<(Hash | null)[]> {
      const found = await tiles
        .find({ _id: { $in: [...ids] } }, { projection: { root: 1 } })
        .toArray();
      const roots = new Map(found.map(({ _id, root }) => [_id, bytesOf(root)]));
      return ids.map((id) => roots.get(id) ?? null);
    },

    /** Stores a full tile unless it is stored. */
    async insertTile(id: string, hashes: readonly Hash[], root: Hash): Promise<void> {
      await tiles.updateOne(
        { _id: id },
        {
          $setOnInsert: { hashes: new Binary(Buffer.concat(hashes)), root: new Binary(root) },
        },
        { upsert: true },
      );
    },

    newestCheckpoint,

    /** Returns the name under which the log is published; null before the first checkpoint. */
    origin: async (): Promise<string | null> =>
      (await newestCheckpoint())?.text.split('\n', 1)[0] ?? null,

    /** Stores a checkpoint unless there is one of that size. */
    async insertCheckpoint(size: number, text: string): Promise<void> {
      await checkpoints.updateOne({ _id: size }, { $setOnInsert: { text } }, { upsert: true });
    },
  };
}
