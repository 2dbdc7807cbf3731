import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { perform } from './act.js';
import { type Act, nextAct } from './plan.js';

/** Maximum number of steps per call, and time after which no step begins. */
export const stepsMax = 200;
export const runMilliseconds = 20_000;

/** A due step of a job: its own due change, or an act of the simulated verifier. */
interface Step {
  jobId: string;
  at: Date;
  act: Act | null;
}

/** Services whose clock is fixed at the time of the step. */
export interface SteppedServices {
  services: Services;
  setMoment(at: Date): void;
}

export interface StepsRun {
  count: number;
  /** True if more is due by then. */
  more: boolean;
  /** Time of the last step; null if no step was performed. */
  reached: Date | null;
  /** When the next step falls due; null: none is known. */
  nextAt: Date | null;
}

/** Returns the next due step of a job; at the same time, the job's own change precedes the verifier's act. */
function stepOf(job: Job): Step | null {
  const act = nextAct(job);
  const { _id: jobId, dueAt } = job;
  if (dueAt && (!act || dueAt <= act.at)) return { jobId, at: dueAt, act: null };
  return act && { jobId, at: act.at, act };
}

const isSame = (a: Step, b: Step) =>
  a.at.getTime() === b.at.getTime() && a.act?.kind === b.act?.kind;

const earliest = (steps: Iterable<Step>): Step | null => {
  let first: Step | null = null;
  for (const step of steps) if (!first || step.at < first.at) first = step;
  return first;
};

/** Returns when something falls due next in the jobs of an integrator; null: nothing will. */
export async function nextStepAt(
  { jobs }: Pick<Services, 'jobs'>,
  integratorId: string,
): Promise<Date | null> {
  const unfinished = await jobs.listUnfinished(integratorId);
  return earliest(unfinished.flatMap((job) => stepOf(job) ?? []))?.at ?? null;
}

/**
 * Performs the due steps in the jobs of an integrator up to a moment, in order of time and each at its own time, with
 * the same code as live jobs. Every step is one guarded write: another process finds it already done.
 */
export async function runSteps(
  { services, setMoment }: SteppedServices,
  integratorId: string,
  until: Date,
): Promise<StepsRun> {
  const { jobs, log } = services;
  const started = performance.now();
  const steps = new Map<string, Step>();
  const note = (job: Job, done?: Step) => {
    const step = stepOf(job);
    // A step that did not change the job would repeat forever.
    if (!step || (done && isSame(step, done))) steps.delete(job._id);
    else steps.set(job._id, step);
  };
  setMoment(new Date(0));
  for (const job of await jobs.listUnfinished(integratorId)) note(job);

  let count = 0;
  let reached: Date | null = null;
  for (;;) {
    const step = earliest(steps.values());
    if (!step || step.at > until) return { count, more: false, reached, nextAt: step?.at ?? null };
    if (count === stepsMax || performance.now() - started > runMilliseconds) {
      return { count, more: true, reached, nextAt: step.at };
    }
    setMoment(step.at);
    const job = await jobs.find(step.jobId, {});
    if (job && step.act) {
      await perform(services, job, step.act).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        log.warn({ err: error, job: step.jobId }, 'sandbox: step refused');
      });
    }
    const after = await jobs.find(step.jobId, {});
    if (after) note(after, step);
    else steps.delete(step.jobId);
    if (!reached || step.at > reached) reached = step.at;
    count += 1;
  }
}
