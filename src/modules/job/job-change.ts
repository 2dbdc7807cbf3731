import { Change, type EventData } from '../../aggregate/change.js';
import { ApiError } from '../../errors.js';
import { day } from '../../lib/units.js';
import { invalidated } from './invite.js';
import { type Job, type JobStatus, jobTransitions } from './job.js';
import type { JobEventType } from './job-events.js';
import { resetSteps } from './steps.js';

/** A job expires this long after it was last opened or set back. */
export const jobLifetimeDays = 30;
const jobLifetimeMilliseconds = jobLifetimeDays * day;

export function invalidTransition(job: Pick<Job, 'status'>, action: string): ApiError {
  return new ApiError('invalid_transition', `A job that is ${job.status} cannot be ${action}.`);
}

/** The refusal of what an erased job can no longer give or take. */
export const jobErased = (job: Pick<Job, 'erasedAt'>) =>
  new ApiError('erased', `The content of this job was erased at ${job.erasedAt?.toISOString()}.`);

const later = (from: Date) => new Date(from.getTime() + jobLifetimeMilliseconds);

/** What the refusal of a move says could not be done to the job. */
const actions: Record<JobStatus, string> = {
  created: 'made anew',
  open: 'opened',
  assigned: 'assigned',
  in_progress: 'set back to work',
  submitted: 'submitted',
  completed: 'completed',
  disputed: 'disputed',
  failed: 'given up as failed',
  expired: 'expired',
  cancelled: 'cancelled',
};

/** Fields that follow from arriving in a state. */
function arrive(job: Job, to: JobStatus, at: Date, reason: string | null): Partial<Job> {
  const revoked = job.tokens.map((t) => (t.revokedAt ? t : { ...t, revokedAt: at }));
  switch (to) {
    case 'open':
      // An assignment that ran out leaves the deadline of the offer as it was.
      if (job.status === 'assigned') {
        return { assignment: null, assignedAt: null, tokens: revoked };
      }
      return {
        openedAt: at,
        expiresAt: later(at),
        assignment: null,
        assignedAt: null,
        tokens: revoked,
        invites: invalidated(job.invites, at),
        ...(job.status !== 'created' && { setBackAt: at, submittedAt: null, completedAt: null }),
        // What was judged not good enough has to be shown again; what was only late has not.
        ...(job.status === 'failed' && { steps: resetSteps(job.steps, []) }),
      };
    case 'assigned':
      return { assignedAt: at };
    case 'in_progress':
      return job.status === 'assigned'
        ? {}
        : { submittedAt: null, completedAt: null, setBackAt: at, expiresAt: later(at) };
    case 'submitted':
      return { submittedAt: at, expiresAt: null };
    case 'completed':
      return { completedAt: at };
    case 'failed':
    case 'expired':
    case 'cancelled':
      // Its tokens still read the task, and evidence is refused by the state of the job. An invite whose
      // evidence is complete stays so.
      return {
        statusReason: reason,
        expiresAt: null,
        ...(!job.submittedAt && { invites: invalidated(job.invites, at) }),
      };
    default:
      return {};
  }
}

/** When something about the job falls due; undefined when nothing will. */
function dueAt(job: Job): Date | undefined {
  const token = job.status === 'assigned' ? job.assignment?.expiresAt : null;
  const times = [job.expiresAt, token].filter((time): time is Date => time instanceof Date);
  return times.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** A change of a job; `move` is the only way to another status. */
export class JobChange extends Change<Job> {
  /** @throws ApiError `erased`: an erased job never changes again */
  constructor(before: Job, now: Date) {
    super(before, now);
    if (before.erasedAt) throw jobErased(before);
  }

  /**
   * Moves the job to a status and emits the event.
   * @param options.also what the event says besides
   * @throws ApiError `invalid_transition` when the table does not allow it
   */
  move(to: JobStatus, options: { reason?: string | null; at?: Date; also?: EventData } = {}): this {
    const job = this.after;
    const at = options.at ?? this.now;
    const reason = options.reason ?? null;
    if (!jobTransitions[job.status].includes(to)) throw invalidTransition(job, actions[to]);
    const previous = job.status;
    this.set({ statusReason: null, ...arrive(job, to, at, reason), status: to });
    const type: JobEventType = to === 'open' ? 'job.opened' : `job.${to}`;
    const message = {
      previous_status: previous,
      ...(reason !== null && { reason }),
      ...options.also,
    };
    return this.emit(type, message, at);
  }

  /** Emits an event; every event names the job and its current status. */
  override emit(type: JobEventType, data: EventData = {}, at: Date = this.now, id?: string): this {
    const { _id, requestId, status } = this.after;
    const common = { job_id: _id, request_id: requestId, status, previous_status: status };
    return super.emit(type, { ...common, ...data }, at, id);
  }

  override set(fields: Partial<Job>): this {
    super.set(fields);
    const due = dueAt(this.after);
    if (due?.getTime() !== this.after.dueAt?.getTime()) super.set({ dueAt: due });
    return this;
  }
}

/** Statuses to which what falls due brings a job. */
export const settledStatuses: readonly JobStatus[] = ['open', 'expired'];

/**
 * What has fallen due by `now`: an assignment whose token ran out before any evidence opens the
 * job again, a deadline that passed expires it. The events carry the moment of expiry.
 *
 * @returns the change to store, or null when nothing is due
 */
export function settleJob(job: Job, now: Date): JobChange | null {
  if (!job.dueAt || job.dueAt > now) return null;
  const change = new JobChange(job, now);
  while (change.after.dueAt && change.after.dueAt <= now) {
    const at = change.after.dueAt;
    // The document changed when it fell due, not when somebody happened to look.
    change.now = at;
    if (change.after.expiresAt && change.after.expiresAt <= at) {
      change.move('expired', { at, reason: 'The deadline passed before the job was done.' });
    } else {
      change.move('open', { at });
    }
  }
  return change;
}
