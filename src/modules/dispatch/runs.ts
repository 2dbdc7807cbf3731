import type { Logger } from 'pino';
import { createDueWork } from '../../aggregate/due-work.js';
import type { Clock } from '../../lib/clock.js';
import type { Found } from '../../lib/find-page.js';
import type { Range } from '../../lib/newest-first.js';
import type { Job } from '../job/job.js';
import type { Jobs } from '../job/jobs.js';
import type { DispatchRunFilter, DispatchStore } from './dispatch.store.js';
import { runNotFound } from './dispatch.store.js';
import type { DispatchRun } from './dispatch-run.js';
import { planRun } from './plan-run.js';
import type { RunChange } from './run-change.js';

const pageLength = 100;

export type DispatchRuns = ReturnType<typeof createDispatchRuns>;

/**
 * Dispatch-run operations for other modules. Runs that are read are reconciled with their job and the clock; expiring
 * offers are processed automatically.
 */
export function createDispatchRuns(options: {
  store: DispatchStore;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
}) {
  const { store, jobs, clock, log } = options;
  const due = createDueWork({
    name: 'dispatch',
    earliest: store.earliestDue,
    work: async (id) => {
      await find(id);
    },
    clock,
    log,
  });

  async function change(
    id: string,
    decide: (run: DispatchRun, job: Job) => RunChange | null,
  ): Promise<DispatchRun> {
    const write = (plan: typeof decide) =>
      store.change(id, async (run) => plan(run, await jobs.get(run.jobId, {})));
    let run: DispatchRun;
    try {
      run = await write(decide);
    } catch (error) {
      // The job was opened again, and another run offers it.
      if (!store.isTaken(error)) throw error;
      run = await write((found, job) => planRun(found, job, clock.now(), false));
    }
    if (run.dueAt) due.wake();
    return run;
  }

  const settle = (id: string) => change(id, (run, job) => planRun(run, job, clock.now()));

  async function find(id: string): Promise<DispatchRun | null> {
    return (await store.find(id)) && settle(id);
  }

  /** Settles the runs that a list has read. @returns whether any of them changed */
  async function settleAll(runs: readonly DispatchRun[]): Promise<boolean> {
    const open = runs.filter(({ status }) => status === 'offering' || status === 'assigned');
    const settled = await Promise.all(open.map(({ _id }) => settle(_id)));
    return settled.some(({ revision }, i) => revision !== open[i]?.revision);
  }

  async function ofJob(jobId: string): Promise<DispatchRun[]> {
    const range = { cursor: null, backwards: false, limit: pageLength };
    const read = async () => (await store.list({ jobId }, range)).items;
    const runs = await read();
    return (await settleAll(runs)) ? read() : runs;
  }

  async function settleDue(): Promise<void> {
    await jobs.settleDue({});
    await due.run();
  }

  return {
    find,

    /** @throws ApiError `dispatch_run_not_found` */
    async get(id: string): Promise<DispatchRun> {
      const run = await find(id);
      if (!run) throw runNotFound(id);
      return run;
    },

    /**
     * Changes a run by a guarded write; retries after a write conflict.
     *
     * @param decide plans a change of the stored run and its job; null: no change
     * @throws ApiError `dispatch_run_not_found`, and errors of `decide`
     */
    change,

    /** Stores a new run. @returns null if another run offers the job */
    async insert(run: DispatchRun): Promise<DispatchRun | null> {
      const inserted = await store.insert(run);
      // The job could have been assigned in the meantime.
      return inserted && settle(run._id);
    },

    /** Returns the runs of a job, at most 100, newest first. */
    ofJob,

    /** Returns the runs of a range of a list, newest first. */
    async list(filter: DispatchRunFilter, range: Range): Promise<Found<DispatchRun>> {
      await settleDue();
      for (;;) {
        const runs = await store.list(filter, range);
        if (!(await settleAll(runs.items))) return runs;
      }
    },

    async count(filter: DispatchRunFilter): Promise<number> {
      await settleDue();
      return store.count(filter);
    },

    /** Yields every run that is part of an experiment. */
    async *ofExperiment(experimentId: string): AsyncGenerator<DispatchRun> {
      await settleDue();
      yield* store.ofExperiment(experimentId);
    },

    idsOfJob: store.idsOfJob,
    idsOfProvider: store.idsOfProvider,
    countExhausted: store.countExhausted,
    acceptedShares: store.acceptedShares,

    start: due.start,
    stop: due.stop,
  };
}
