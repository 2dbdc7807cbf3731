import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import { day } from '../../lib/units.js';
import { type DispatchRun, type DispatchStatus, runPolicies } from './dispatch-run.js';
import type { RunChange } from './run-change.js';

/** Conditions of a list; all of the given ones must match. */
export interface DispatchRunFilter {
  jobId?: string | null | undefined;
  status?: DispatchStatus | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Age limit of answers to offers, and maximum number of runs, for the acceptance share. */
const shareDays = 90;
const shareRunsMax = 1_000;

const conditions = (filter: DispatchRunFilter): Filter<DispatchRun> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null));

export const runNotFound = (id: string) =>
  new ApiError('dispatch_run_not_found', errorText('error.dispatch_run_id', { id: quoted(id) }));

export type DispatchStore = ReturnType<typeof createDispatchStore>;

/** The `dispatch_runs` collection; returns the stored state. */
export function createDispatchStore(home: AggregateHome) {
  const store = createAggregateStore<DispatchRun, RunChange>(home, {
    collection: 'dispatch_runs',
    policies: runPolicies,
    indexes: [
      { key: { activeJobId: 1 }, unique: true, sparse: true },
      { key: { dueAt: 1 }, sparse: true },
      { key: { jobId: 1, ...newestFirst } },
      { key: newestFirst },
      { key: { status: 1, ...newestFirst } },
      { key: { 'threads.providerId': 1, createdAt: -1 } },
      { key: { 'experiment.experimentId': 1 }, sparse: true },
    ],
    notFound: runNotFound,
  });
  const runs = store.collection;

  async function idsOf(filter: Filter<DispatchRun>): Promise<string[]> {
    const found = await runs.find(filter, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  }

  return {
    ensureIndexes: store.ensureIndexes,
    find: store.find,
    get: store.get,
    change: store.change,

    /** @returns null if another run offers the job */
    insert: (run: DispatchRun): Promise<DispatchRun | null> => store.insert(run, ['activeJobId']),

    /** Returns whether a write failed because another run offers the job. */
    isTaken: (error: unknown): boolean => isDuplicateKey(error, 'activeJobId'),

    /** Returns the runs with an open offer, earliest expiry first. */
    async earliestDue(limit: number): Promise<Due[]> {
      const found = await runs
        .find({ dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.flatMap(({ _id, dueAt }) => (dueAt ? [{ id: _id, at: dueAt }] : []));
    },

    list: (filter: DispatchRunFilter, range: Range): Promise<Found<DispatchRun>> =>
      findNewestFirst(runs, 'createdAt', conditions(filter), range),

    count: (filter: DispatchRunFilter): Promise<number> => runs.countDocuments(conditions(filter)),

    /** Counts the jobs whose latest stored run is exhausted. */
    async countExhausted(jobIds: readonly string[]): Promise<number> {
      const found = await runs
        .find(
          { jobId: { $in: [...jobIds] } },
          { projection: { jobId: 1, status: 1, createdAt: 1 } },
        )
        .toArray();
      const latest = new Map<string, Pick<DispatchRun, 'status' | 'createdAt'>>();
      for (const { jobId, status, createdAt } of found) {
        const known = latest.get(jobId);
        if (!known || known.createdAt < createdAt) latest.set(jobId, { status, createdAt });
      }
      return [...latest.values()].filter(({ status }) => status === 'exhausted').length;
    },

    /** Returns every run that is part of an experiment. */
    ofExperiment: (experimentId: string): AsyncIterable<DispatchRun> =>
      runs.find({ 'experiment.experimentId': experimentId } as Filter<DispatchRun>),

    /** Returns the ids of the runs with threads of a provider. */
    idsOfProvider: (providerId: string): Promise<string[]> =>
      idsOf({ 'threads.providerId': providerId } as Filter<DispatchRun>),

    /** Returns the ids of every run of a job. */
    idsOfJob: (jobId: string): Promise<string[]> => idsOf({ jobId }),

    /**
     * Returns the share of the offers answered or expired in 90 days that each of these providers accepted, in the
     * 1,000 newest runs; providers without any are omitted.
     */
    async acceptedShares(
      providerIds: readonly string[],
      now: Date,
    ): Promise<ReadonlyMap<string, number>> {
      const since = new Date(now.getTime() - shareDays * day);
      const filter = {
        'threads.providerId': { $in: [...providerIds] },
        createdAt: { $gte: since },
      } as Filter<DispatchRun>;
      const found = await runs
        .find(filter, { projection: { threads: 1 } })
        .sort({ createdAt: -1 })
        .limit(shareRunsMax)
        .toArray();
      const counts = new Map<string, { offers: number; accepted: number }>();
      for (const { providerId, offeredAt, acceptedAt, state } of found.flatMap((r) => r.threads)) {
        if (providerId === null || !offeredAt || offeredAt < since) continue;
        if (state === 'offered' || (state === 'withdrawn' && !acceptedAt)) continue;
        const { offers, accepted } = counts.get(providerId) ?? { offers: 0, accepted: 0 };
        counts.set(providerId, { offers: offers + 1, accepted: accepted + (acceptedAt ? 1 : 0) });
      }
      return new Map([...counts].map(([id, { offers, accepted }]) => [id, accepted / offers]));
    },
  };
}
