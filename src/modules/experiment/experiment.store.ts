import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import { type Experiment, type ExperimentChange, experimentPolicies } from './experiment.js';

/** Conditions of a list; all of the given ones must match. */
export interface ExperimentFilter {
  status?: string | null | undefined;
  surface?: string | null | undefined;
  owningPlane?: string | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

function conditions({ surface, ...equal }: ExperimentFilter): Filter<Experiment> {
  const given = { ...equal, experimentSurface: surface };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
}

const notFound = (id: string) =>
  new ApiError('experiment_not_found', errorText('error.experiment_id', { id: quoted(id, 120) }));

export type ExperimentStore = ReturnType<typeof createExperimentStore>;

/** The `experiments` collection. */
export function createExperimentStore(home: AggregateHome) {
  const store = createAggregateStore<Experiment, ExperimentChange>(home, {
    collection: 'experiments',
    policies: experimentPolicies,
    indexes: [
      { key: { runningKey: 1 }, unique: true, sparse: true },
      { key: newestFirst },
      { key: { status: 1, ...newestFirst } },
      { key: { experimentSurface: 1, ...newestFirst } },
      { key: { owningPlane: 1, ...newestFirst } },
    ],
    notFound,
    // An experiment_id has up to 120 code points.
    idLengthMax: 240,
  });
  const { collection: experiments, get, ensureIndexes } = store;

  return {
    ensureIndexes,
    get,

    /** @throws ApiError `experiment_exists` */
    async insert(experiment: Experiment): Promise<void> {
      if (await store.insert(experiment, ['_id'])) return;
      throw new ApiError('experiment_exists', errorText('error.experiment_exists'));
    },

    /**
     * Changes an experiment by a guarded write; retries after a write conflict.
     * @throws ApiError `experiment_not_found`, `experiment_running`, and errors of `decide`
     */
    async change(
      id: string,
      decide: (experiment: Experiment) => Promise<ExperimentChange>,
    ): Promise<Experiment> {
      try {
        return await store.change(id, decide);
      } catch (error) {
        if (!isDuplicateKey(error, 'runningKey')) throw error;
        throw new ApiError('experiment_running', errorText('error.experiment_running'));
      }
    },

    /** Returns the running experiments on any of these parts of the work. */
    listRunning: (runningKeys: readonly string[]): Promise<Experiment[]> =>
      experiments.find({ runningKey: { $in: [...runningKeys] } }).toArray() as Promise<
        Experiment[]
      >,

    list: (filter: ExperimentFilter, range: Range): Promise<Found<Experiment>> =>
      findNewestFirst(experiments, 'createdAt', conditions(filter), range),

    count: (filter: ExperimentFilter): Promise<number> =>
      experiments.countDocuments(conditions(filter)),
  };
}
