import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { createLookUp } from '../../lib/look-up.js';
import { createQueue } from '../../lib/queue.js';
import type { Job, JobScope, JobStatus } from './job.js';
import type { JobStore } from './job.store.js';
import { settledStatuses } from './job-change.js';
import { statusesOf } from './job-conditions.js';

/**
 * Reconciles jobs before they are read, for a module whose records own jobs. Registered at start, because that module
 * depends on this one.
 */
export interface JobReconciler {
  /** Reconciles a job with the record that owns it. @returns the job afterwards */
  reconcile(job: Job): Promise<Job>;
  /** Reconciles every job in the scope that needs it. @returns the number of such jobs */
  settleDue(scope: JobScope): Promise<number>;
  /** Statuses that due work of the owning records can set. */
  settlesInto: readonly JobStatus[];
  /** Returns whether any job in the scope, or any of the given ones, needs reconciliation. */
  isDue(scope: JobScope, among?: readonly Job[]): Promise<boolean>;
}

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Maximum number of concurrent lists and counts of one integrator; operators count as one. A query that is not fully
 * covered by an index can take seconds; the client has 50 connections, so enough remain for other work.
 */
const readsAtOnce = 10;
const waitingMax = 2_000;
const createError = () =>
  new ApiError('unavailable', errorText('error.lists_busy'), {
    headers: { 'retry-after': '10' },
  });

/**
 * Job operations for other modules. `get`, `change`, lists, counts and `settleDue` reconcile a job with the record that
 * owns it, so that due work there is applied; `find` only settles the job itself.
 */
export function createJobs(store: JobStore) {
  let reconciler: JobReconciler | null = null;
  const queues = new Map<string | undefined, ReturnType<typeof createQueue>>();

  /** Queues a read; an integrator has at most `readsAtOnce` reads at a time. */
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

  /** Returns whether due work would bring a job into the list, or move it within the list. */
  async function hidesDue({ scope, filter, order }: Parameters<JobStore['list']>[0]) {
    const into = (statuses: readonly string[]) =>
      statusesOf(filter)?.some((status) => statuses.includes(status)) ?? false;
    const { updatedAfter, updatedBefore, expiresAfter, expiresBefore, overdue } = filter;
    const isByTime = [updatedAfter, updatedBefore, expiresAfter, expiresBefore, overdue].some(
      (condition) => condition != null,
    );
    const moved = order === 'updated_at_desc' || isByTime;
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

  /** Counts the jobs that each of these providers works on; providers without a job are omitted. */
  async function countHeld(providerIds: readonly string[]): Promise<Map<string, number>> {
    await settleDue({});
    return store.countHeld(providerIds);
  }

  return {
    ...store,
    settleDue,

    /** The store without the reconciler, for the reconciler itself. */
    unreconciled: store as JobStore,

    /** Sets the reconciler; called once, at start. */
    reconcileWith(one: JobReconciler): void {
      reconciler = one;
    },

    /** @throws ApiError `job_not_found`, also for another integrator's job */
    async get(id: string, scope: JobScope): Promise<Job> {
      return reconciled(await store.get(id, scope));
    },

    /** @returns null if no job has the invite */
    async findByInvite(inviteId: string): Promise<Job | null> {
      const job = await store.findByInvite(inviteId);
      return job && reconciled(job);
    },

    /**
     * Changes a job by a guarded write, after reconciliation; retries after a write conflict.
     *
     * @param decide returns the change, or null to store nothing
     * @throws ApiError `job_not_found`, and errors of `decide`
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

    /** Lists jobs. Only the jobs that were read are checked for due work, unless filter or order could hide it. */
    async list(query: Parameters<JobStore['list']>[0]): Promise<Found<Job>> {
      const read = () => enqueue(query.scope, () => store.list(query));
      const [found, hidden] = await Promise.all([read(), hidesDue(query)]);
      if (!hidden && !(await anyDue(query.scope, found.items))) return found;
      await settleDue(query.scope);
      return read();
    },

    countHeld,
    /** Returns the number of jobs that a provider works on; null for none. */
    heldBy: createLookUp(countHeld, (count) => count),

    async listToReview(limit: number): Promise<Job[]> {
      await settleDue({});
      return store.listToReview(limit);
    },

    async count(...[scope, filter]: Parameters<JobStore['count']>): Promise<number> {
      await settleDue(scope);
      return enqueue(scope, () => store.count(scope, filter));
    },

    /** Counts by status, service key or UTC day of creation. */
    async groups(...[scope, filter, by]: Parameters<JobStore['groups']>) {
      await settleDue(scope);
      return enqueue(scope, () => store.groups(scope, filter, by));
    },

    async listToGroup(...[scope, filter, query]: Parameters<JobStore['listToGroup']>) {
      await settleDue(scope);
      return enqueue(scope, () => store.listToGroup(scope, filter, query));
    },
  };
}
