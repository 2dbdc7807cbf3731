import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { createDueJob } from '../job-schedule/create-due-job.js';
import { schedulesMax } from '../job-schedule/job-schedule.js';
import { type PhotographedJob, perform } from './act.js';
import { createPhotosAhead } from './photos-ahead.js';
import { type Act, nextAct, type PhotoAct } from './plan.js';

/** Maximum number of steps per call, and time after which no step begins. */
export const stepsMax = 200;
export const runMilliseconds = 20_000;

/** Number of next steps whose photos are taken at the same time. */
const photosAhead = 4;

/** A due step of a job, its own due change or an act of the simulated verifier; or the next date of a job schedule. */
type Step =
  | { kind: 'job'; id: string; at: Date; job: PhotographedJob; act: Act | null }
  | { kind: 'schedule'; id: string; at: Date };

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
  const { _id: id, dueAt } = job;
  if (dueAt && (!act || dueAt <= act.at)) return { kind: 'job', id, at: dueAt, job, act: null };
  return act && { kind: 'job', id, at: act.at, job, act };
}

const actOf = (step: Step) => (step.kind === 'job' ? step.act?.kind : undefined);

const isSame = (a: Step, b: Step) => a.at.getTime() === b.at.getTime() && actOf(a) === actOf(b);

/** Sorts by time; steps at the same time stay in order. */
const inOrder = (steps: Iterable<Step>): Step[] =>
  [...steps].sort((a, b) => a.at.getTime() - b.at.getTime());

/** Returns the next step of each job and job schedule of an integrator. */
async function listSteps(
  { jobs, jobSchedules }: Pick<Services, 'jobs' | 'jobSchedules'>,
  integratorId: string,
): Promise<Step[]> {
  const [unfinished, dates] = await Promise.all([
    jobs.listUnfinished(integratorId),
    jobSchedules.listDue(integratorId, schedulesMax),
  ]);
  return [
    ...unfinished.flatMap((job) => stepOf(job) ?? []),
    ...dates.map((date) => ({ kind: 'schedule' as const, ...date })),
  ];
}

/** Returns when something falls due next in the jobs and job schedules of an integrator; null: nothing will. */
export async function nextStepAt(
  services: Pick<Services, 'jobs' | 'jobSchedules'>,
  integratorId: string,
): Promise<Date | null> {
  return inOrder(await listSteps(services, integratorId))[0]?.at ?? null;
}

/**
 * Performs the due steps of an integrator up to a moment, in order of time and each at its own time, with the same code
 * as live jobs. Every step is one guarded write: another process finds it already done.
 *
 * @param span.from time of the clock. A date of a job schedule that is earlier passed while no process ran: it is due
 *   now, so that of several only the latest creates a job
 */
export async function runSteps(
  { services, setMoment }: SteppedServices,
  integratorId: string,
  { from, until }: { from: Date; until: Date },
): Promise<StepsRun> {
  const { jobs, jobSchedules, log } = services;
  const photos = createPhotosAhead(services);
  const started = performance.now();
  const steps = new Map<string, Step>();
  const note = (id: string, step: Step | null, done?: Step) => {
    // A step that did not change anything would repeat forever.
    if (!step || (done && isSame(step, done))) steps.delete(id);
    else steps.set(id, step);
  };
  const noteJob = (job: Job, done?: Step) => note(job._id, stepOf(job), done);

  async function createJob(step: Step): Promise<void> {
    if (step.at < from) setMoment(from);
    const job = await createDueJob(services, step.id);
    if (job) noteJob(job);
    const at = (await jobSchedules.find(step.id))?.dueAt;
    note(step.id, at ? { ...step, at } : null, step);
  }

  async function changeJob(step: Step & { kind: 'job' }): Promise<void> {
    const found = await jobs.find(step.id, {});
    if (found && step.act) {
      const take = (act: PhotoAct) => photos.take(step.job, act);
      await perform(services, step.id, step.act, take).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        log.warn({ err: error, job: step.id }, 'sandbox: step refused');
      });
    }
    const after = await jobs.find(step.id, {});
    if (after) noteJob(after, step);
    else steps.delete(step.id);
  }

  function beginPhotos(next: Step[]): void {
    for (const step of next) {
      if (step.kind !== 'job' || step.at > until) continue;
      if (step.act?.kind === 'photo') photos.begin(step.job, step.act);
    }
  }

  async function runAll(): Promise<StepsRun> {
    let count = 0;
    let reached: Date | null = null;
    for (;;) {
      const [step = null, ...later] = inOrder(steps.values());
      if (!step || step.at > until) {
        return { count, more: false, reached, nextAt: step?.at ?? null };
      }
      if (count === stepsMax || performance.now() - started > runMilliseconds) {
        return { count, more: true, reached, nextAt: step.at };
      }
      beginPhotos([step, ...later].slice(0, Math.min(photosAhead, stepsMax - count)));
      setMoment(step.at);
      await (step.kind === 'job' ? changeJob(step) : createJob(step));
      if (!reached || step.at > reached) reached = step.at;
      count += 1;
    }
  }

  setMoment(new Date(0));
  for (const step of await listSteps(services, integratorId)) note(step.id, step);
  return runAll().finally(photos.discard);
}
