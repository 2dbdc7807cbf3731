import { ApiError } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { lookUpPerRequest } from '../../lib/look-up.js';
import { createQueue } from '../../lib/queue.js';
import type { Job, JobScope, JobStatus } from './job.js';
import type { JobStore } from './job.store.js';
import { settledStatuses } from './job-change.js';

/**
 * What a noun that has jobs made does to them before they are read: handed in at start, for it comes
 * after the job in the order of the nouns.
 */
export interface JobReconciler {
  /** Brings a job in line with what it was made for. @returns the job as it is then */
  reconcile(job: Job): Promise<Job>;
  /** Does the same with every job in the scope that needs it. @returns how many needed it */
  settleDue(scope: JobScope): Promise<number>;
  /** Statuses to which what falls due there brings a job. */
  settlesInto: readonly JobStatus[];
  /** Whether any job in the scope needs it, or any of those given. */
  isDue(scope: JobScope, among?: readonly Job[]): Promise<boolean>;
}

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Lists and counts of one integrator that read the store at a time, operators' counted together. One that
 * no index serves whole may read for seconds; the client has 50 connections, so that enough are left for
 * the others.
 */
const readsAtOnce = 10;
const waitingMax = 2_000;
const createError = () =>
  new ApiError('unavailable', 'Too many lists and counts are in progress.', {
    headers: { 'retry-after': '10' },
  });

/**
 * What every noun does with jobs. `get`, `change`, lists, counts and `settleDue` bring a job in line with
 * what it was made for, so that what is due there counts; `find` only settles the job itself.
 */
export function createJobs(store: JobStore) {
  let reconciler: JobReconciler | null = null;
  const queues = new Map<string | undefined, ReturnType<typeof createQueue>>();

  /** Reads when the integrator has fewer than `readsAtOnce` reads under way. */
  function enqueue<T>({ integratorId }: JobScope, read: () => Promise<T>): Promise<T> {
    const queue =
      queues.get(integratorId) ?? createQueue({ atOnce: readsAtOnce, waitingMax, createError });
    queues.set(integratorId, queue);
    return queue.run(read);
  }

  const reconciled = async (job: Job) =>
    reconciler && job.requestId !== null ? reconciler.reconcile(job) : job;

  async function settleDue(scope: JobScope): Promise<number> {
    const reconciledCount = (await reconciler?.settleDue(scope)) ?? 0;
    return reconciledCount + (await store.settleDue(scope)).length;
  }

  /** Whether something is due that would bring a job into the list, or to another place of it. */
  async function hidesDue({ scope, filter, order }: Parameters<JobStore['list']>[0]) {
    const { status } = filter;
    const into = (statuses: readonly string[]) => status != null && statuses.includes(status);
    const moved = order === 'updated_at_desc';
    const found = await Promise.all([
      (moved || into(settledStatuses)) && store.isDue(scope),
      (moved || into(reconciler?.settlesInto ?? [])) && reconciler?.isDue(scope),
    ]);
    return found.some(Boolean);
  }

  async function anyDue(scope: JobScope, jobs: readonly Job[]): Promise<boolean> {
    if (jobs.some(store.isDocumentDue)) return true;
    const made = jobs.filter(({ requestId }) => requestId !== null);
    return made.length > 0 && reconciler !== null && reconciler.isDue(scope, made);
  }

  /** How many jobs each of these providers works on; one that works on none is left out. */
  async function countHeld(providerIds: readonly string[]): Promise<Map<string, number>> {
    await settleDue({});
    return store.countHeld(providerIds);
  }

  return {
    collection: store.collection,
    find: store.find,
    findFileElsewhere: store.findFileElsewhere,
    insert: store.insert,
    getByNonce: store.getByNonce,
    blank: store.blank,
    findOwner: store.findOwner,
    hasNonce: store.hasNonce,
    listUnfinished: store.listUnfinished,
    listMadeBefore: store.listMadeBefore,
    remove: store.remove,
    listPlaces: store.listPlaces,
    workingPlaces: store.workingPlaces,
    listFinal: store.listFinal,
    listErasePending: store.listErasePending,
    listWaiting: store.listWaiting,
    countWorking: store.countWorking,
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

    /** What is due is judged on the jobs that were read, unless filter or order could hide it from them. */
    async list(query: Parameters<JobStore['list']>[0]): Promise<Found<Job>> {
      const read = () => enqueue(query.scope, () => store.list(query));
      const [found, hidden] = await Promise.all([read(), hidesDue(query)]);
      if (!hidden && !(await anyDue(query.scope, found.items))) return found;
      await settleDue(query.scope);
      return read();
    },

    countHeld,
    /** Number of jobs that a provider works on; null for none. */
    heldBy: lookUpPerRequest(countHeld),

    idsOfProvider: store.idsOfProvider,

    async count(...[scope, filter]: Parameters<JobStore['count']>): Promise<number> {
      await settleDue(scope);
      return enqueue(scope, () => store.count(scope, filter));
    },

    /** Counts by status, service key or UTC day of creation, the largest groups first. */
    async groups(...[scope, filter, by]: Parameters<JobStore['groups']>) {
      await settleDue(scope);
      return enqueue(scope, () => store.groups(scope, filter, by));
    },
  };
}
