import { hour, minute } from '../../lib/units.js';
import type { Job, Step } from '../job/job.js';

/** Name of the simulated verifier, shown as the assignee of jobs. */
export const simulatedAssignee = 'Simulated verifier';

/** Behaviours of the simulated verifier, selected by the prefix of the job's nonce. */
const plans = ['geofence', 'review', 'fail', 'release', 'none'] as const;
type Plan = (typeof plans)[number] | 'default';

/** Delays of its acts, after the job was opened, assigned or returned to work, or after the previous photo. */
const assignAfter = hour;
const photoAfter = hour;
const photoEvery = 20 * minute;
const photoAfterRejected = 30 * minute;
const failAfter = 3 * hour;

/** Distances of photos from the job in metres: a rejected, a warned and a good one. */
const distances = { rejected: 900, warned: 300, good: 12 };

export interface PhotoAct {
  kind: 'photo';
  at: Date;
  stepName: string;
  /** Number of its earlier photos. */
  index: number;
  distanceMetres: number;
}

/** The next act of the simulated verifier. */
export type Act = { kind: 'assign' | 'fail'; at: Date } | PhotoAct;

/** The members of a job that determine the act. */
export type PlannedJob = Pick<
  Job,
  | 'status'
  | 'nonce'
  | 'steps'
  | 'evidence'
  | 'tokens'
  | 'assignment'
  | 'openedAt'
  | 'assignedAt'
  | 'setBackAt'
>;

const planOf = (nonce: string): Plan =>
  plans.find((plan) => nonce.startsWith(`sim_${plan}_`)) ?? 'default';

const after = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

const latest = (...times: (Date | null | undefined)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));

/** Returns when the job was last opened to verifiers: opened, or open again after a token was revoked. */
const openSince = ({ openedAt, tokens }: PlannedJob) =>
  latest(openedAt, ...tokens.map(({ revokedAt }) => revokedAt));

/** Returns the next step: optional ones before the last required one, which completes the work. */
function nextStep(steps: readonly Step[]): Step | undefined {
  const open = steps.filter(({ status }) => status === 'pending' || status === 'failed');
  const lastRequired = open.findLast(({ required }) => required);
  return open.find((step) => step !== lastRequired) ?? lastRequired;
}

function nextPhoto(job: PlannedJob, plan: Plan): Act | null {
  const step = nextStep(job.steps);
  if (!step) return null;
  const since = latest(job.assignedAt, job.setBackAt);
  const taken = job.evidence.filter(({ source }) => source === 'simulated');
  const sent = taken.filter(({ receivedAt }) => receivedAt > since);
  const last = sent.at(-1);
  const rejected = plan === 'geofence' && taken.length === 1;
  const wait = rejected ? photoAfterRejected : photoEvery;
  const first = plan === 'geofence' && taken.length === 0;
  return {
    kind: 'photo',
    at: last ? after(last.receivedAt, wait) : after(since, photoAfter),
    stepName: step.stepName,
    index: taken.length,
    distanceMetres: first
      ? distances.rejected
      : plan === 'review'
        ? distances.warned
        : distances.good,
  };
}

/** Returns whether its integrator has sent evidence since the job was assigned. */
const isOwnWork = ({ evidence, assignedAt }: PlannedJob): boolean =>
  assignedAt !== null &&
  evidence.some(({ source, receivedAt }) => source === 'integrator' && receivedAt >= assignedAt);

/**
 * Returns the next act of the simulated verifier and its time, a pure function of the job; null: nothing until the job
 * changes. A job that its integrator works on is left alone.
 */
export function nextAct(job: PlannedJob): Act | null {
  const plan = planOf(job.nonce);
  if (plan === 'none') return null;
  if (job.status === 'open') return { kind: 'assign', at: after(openSince(job), assignAfter) };
  if (job.status !== 'assigned' && job.status !== 'in_progress') return null;
  if (job.assignment?.assigneeName !== simulatedAssignee || isOwnWork(job)) return null;
  if (plan === 'fail' && job.assignedAt)
    return { kind: 'fail', at: after(job.assignedAt, failAfter) };
  // The first assignment expires without evidence.
  if (plan === 'release' && job.status === 'assigned' && job.tokens.length === 1) return null;
  return nextPhoto(job, plan);
}
