import type { Job, JobScope } from './job.js';
import type { JobStore } from './job.store.js';

/**
 * What a noun that has jobs made does to them before they are read: handed in at start, for it comes
 * after the job in the order of the nouns.
 */
export interface JobReconciler {
  /** Brings a job in line with what it was made for. @returns the job as it is then */
  reconcile(job: Job): Promise<Job>;
  /** Does the same with every job in the scope that needs it. @returns how many needed it */
  settleDue(scope: JobScope): Promise<number>;
}

export type Jobs = ReturnType<typeof createJobs>;

/**
 * What every noun does with jobs. `get`, `change`, lists, counts and `settleDue` bring a job in line with
 * what it was made for, so that what is due there counts; `find` only settles the job itself.
 */
export function createJobs(store: JobStore) {
  let reconciler: JobReconciler | null = null;

  const reconciled = async (job: Job) =>
    reconciler && job.requestId !== null ? reconciler.reconcile(job) : job;

  async function settleDue(scope: JobScope): Promise<number> {
    const reconciledCount = (await reconciler?.settleDue(scope)) ?? 0;
    return reconciledCount + (await store.settleDue(scope));
  }

  return {
    collection: store.collection,
    find: store.find,
    insert: store.insert,
    getByNonce: store.getByNonce,
    blank: store.blank,
    listErasePending: store.listErasePending,
    clearErasePending: store.clearErasePending,
    settleDue,

    /** The same without the reconciler, for the reconciler itself. */
    unreconciled: store as JobStore,

    /** Names the reconciler; called once, at start. */
    reconcileWith(one: JobReconciler): void {
      reconciler = one;
    },

    /** @throws ApiError `job_not_found`, for another integrator's job as for none */
    async get(id: string, scope: JobScope): Promise<Job> {
      return reconciled(await store.get(id, scope));
    },

    /** @returns null where no job has the invite */
    async findByInvite(inviteId: string): Promise<Job | null> {
      const job = await store.findByInvite(inviteId);
      return job && reconciled(job);
    },

    /**
     * Changes one job by a guarded write, on the job as it is after reconciliation; who
     * loses only the race is asked again.
     *
     * @param decide returns the change, or null when nothing is to be stored
     * @throws ApiError `job_not_found`, and what `decide` throws
     */
    async change(id: string, scope: JobScope, decide: Parameters<JobStore['change']>[2]) {
      let unchanged: Job | null = null;
      const stored = await store.change(id, scope, async (found) => {
        const job = await reconciled(found);
        const change = await decide(job);
        unchanged = change ? null : job;
        return change;
      });
      return unchanged ?? stored;
    },

    async list(query: Parameters<JobStore['list']>[0]): Promise<Job[]> {
      await settleDue(query.scope);
      return store.list(query);
    },

    async count(...[scope, filter]: Parameters<JobStore['count']>): Promise<number> {
      await settleDue(scope);
      return store.count(scope, filter);
    },

    /** Counts by status, service key or UTC day of creation, the largest groups first. */
    async groups(...[scope, filter, by]: Parameters<JobStore['groups']>) {
      await settleDue(scope);
      return store.groups(scope, filter, by);
    },
  };
}
