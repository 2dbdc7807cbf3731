import type { AggregateHome } from '../../aggregate/store.js';
import type { Clock } from '../../lib/clock.js';
import type { ModeServices } from '../../services.js';
import type { Wired } from '../../wiring.js';
import type { JobScope } from './job.js';
import { createJobStore } from './job.store.js';
import { createJobs, type Jobs } from './jobs.js';

declare module '../../services.js' {
  interface ModeServices {
    jobs: Jobs;
    /** Settles due work in the scope, in every module. @returns the number of due documents */
    settleDue: (scope: JobScope) => Promise<number>;
  }
}

/** Returns jobs that are read and changed on the clock of their integrators. */
function byOwner(jobs: Jobs, jobsOf: (integratorId: string) => Promise<Jobs>): Jobs {
  async function ownersJobs(id: string): Promise<Jobs> {
    const integratorId = await jobs.findOwner(id);
    return integratorId === null ? jobs : jobsOf(integratorId);
  }
  return {
    ...jobs,
    find: async (id, scope) => (await ownersJobs(id)).find(id, scope),
    get: async (id, scope) => (await ownersJobs(id)).get(id, scope),
    change: async (id, scope, decide) => (await ownersJobs(id)).change(id, scope, decide),
  };
}

/** @param jobsOf returns the jobs of an integrator, if each integrator has a clock */
export function wireJob(
  needs: Pick<ModeServices, 'db' | 'clock' | 'relay' | 'shapeOf'>,
  jobsOf: ((integratorId: string) => Promise<Jobs>) | undefined,
): Wired<'jobs' | 'settleDue'> {
  const own = createJobs(createJobStore(needs));
  const jobs = jobsOf ? byOwner(own, jobsOf) : own;
  return {
    services: { jobs, settleDue: (scope) => jobs.settleDue(scope) },
    ensureIndexes: own.ensureIndexes,
  };
}

/** Returns the same jobs on another clock; the relay already reads their events. */
export const jobsAt = ({ relay, ...home }: AggregateHome, clock: Clock): Jobs =>
  createJobs(createJobStore({ ...home, clock, relay: { ...relay, addSource() {} } }));
