import type { Collection, Db } from 'mongodb';
import { newId } from '../../lib/ids.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { globalScope, type KpiMetrics, type KpiScope, type KpiSnapshot } from './kpi.js';

/** Progress of the search for late events of days that were already computed. */
interface Mark {
  _id: 'late_events';
  seq: number;
}

export type KpiStore = ReturnType<typeof createKpiStore>;

/** The collections `kpi_snapshots` and `kpi_marks`. */
export function createKpiStore(db: Db) {
  const snapshots: Collection<KpiSnapshot> = db.collection('kpi_snapshots');
  const marks: Collection<Mark> = db.collection('kpi_marks');

  const find = ({ scopeType, scopeKey }: KpiScope, snapshotDate: string) =>
    snapshots.findOne({ scopeType, scopeKey, snapshotDate });

  /** @returns null if another one was stored in the meantime */
  async function insert(snapshot: KpiSnapshot): Promise<KpiSnapshot | null> {
    try {
      await snapshots.insertOne(snapshot);
      return snapshot;
    } catch (error) {
      if (isDuplicateKey(error, 'snapshotDate')) return null;
      throw error;
    }
  }

  return {
    async ensureIndexes(): Promise<void> {
      await snapshots.createIndex({ scopeType: 1, scopeKey: 1, snapshotDate: 1 }, { unique: true });
    },

    find,

    exists: async (id: string): Promise<boolean> =>
      (await snapshots.findOne({ _id: id }, { projection: { _id: 1 } })) !== null,

    /** Returns the snapshots of a scope between two days, inclusive, earliest first. */
    list: ({ scopeType, scopeKey }: KpiScope, from: string, to: string): Promise<KpiSnapshot[]> =>
      snapshots
        .find({ scopeType, scopeKey, snapshotDate: { $gte: from, $lte: to } })
        .sort({ snapshotDate: 1 })
        .toArray(),

    /**
     * Stores the figures of a scope and day, unless the stored ones are based on more events; the first count of the
     * open jobs is kept.
     *
     * @returns the stored snapshot afterwards
     */
    async put(
      scope: KpiScope,
      snapshotDate: string,
      computed: KpiMetrics,
      now: Date,
    ): Promise<KpiSnapshot> {
      for (;;) {
        const found = await find(scope, snapshotDate);
        if (!found) {
          const { scopeType, scopeKey } = scope;
          const named = { _id: newId(), scopeType, scopeKey, snapshotDate };
          const made = await insert({
            ...named,
            metrics: computed,
            createdAt: now,
            updatedAt: now,
          });
          if (made) return made;
          continue;
        }
        if (found.metrics.last_seq > computed.last_seq) return found;
        const metrics = { ...computed, jobs_open: found.metrics.jobs_open };
        const unchanged = { _id: found._id, 'metrics.last_seq': found.metrics.last_seq };
        const set = { $set: { metrics, updatedAt: now } };
        const { matchedCount } = await snapshots.updateOne(unchanged, set);
        if (matchedCount === 1) return { ...found, metrics, updatedAt: now };
      }
    },

    /** Returns the days between two days, inclusive, whose global figures are final. */
    async finalDates(from: string, to: string): Promise<Set<string>> {
      const final = await snapshots
        .find({ ...globalScope, snapshotDate: { $gte: from, $lte: to } })
        .toArray();
      return new Set(
        final.filter(({ metrics }) => metrics.final).map(({ snapshotDate }) => snapshotDate),
      );
    },

    /** Returns the `seq` up to which the log was searched for late events; 0 before the first search. */
    async lookedThrough(): Promise<number> {
      return (await marks.findOne({ _id: 'late_events' }))?.seq ?? 0;
    },

    async noteLookedThrough(seq: number): Promise<void> {
      await marks.updateOne({ _id: 'late_events' }, { $max: { seq } }, { upsert: true });
    },
  };
}
