import { Change, type EventData } from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { day, hour } from '../../lib/units.js';
import { invalidated } from './invite.js';
import { type Job, type JobEventType, type JobStatus, jobTransitions } from './job.js';
import { resetSteps } from './steps.js';

/** A job expires this long after it was last opened or set back. */
export const jobLifetimeDays = 30;
const jobLifetimeMilliseconds = jobLifetimeDays * day;

export function invalidTransition(job: Pick<Job, 'status'>): ApiError {
  return new ApiError('invalid_transition', errorText('error.job_state', { status: job.status }));
}

/** Returns the error for an operation on an erased job. */
export const jobErased = (job: Pick<Job, 'erasedAt'>) =>
  new ApiError(
    'erased',
    errorText('error.job_erased', { time: job.erasedAt?.toISOString() ?? '' }),
  );

/** Promised hours from the opening of a job to its result, unless an offer promises others. */
export const defaultTurnaroundHours = 72;

/** Returns when the result of an opened job is due. */
export const deadlineOf = (job: Pick<Job, 'turnaroundHours'> & { openedAt: Date }): Date =>
  new Date(job.openedAt.getTime() + (job.turnaroundHours ?? defaultTurnaroundHours) * hour);

const later = (from: Date) => new Date(from.getTime() + jobLifetimeMilliseconds);

/** Returns the fields that change when a job reaches a state. */
function arrive(job: Job, to: JobStatus, at: Date, reason: string | null): Partial<Job> {
  const revoked = job.tokens.map((t) => (t.revokedAt ? t : { ...t, revokedAt: at }));
  switch (to) {
    case 'open':
      // An expired assignment does not change the deadline of the offer.
      if (job.status === 'assigned') {
        return { assignment: null, assignedAt: null, tokens: revoked };
      }
      return {
        openedAt: at,
        firstOpenedAt: job.firstOpenedAt ?? job.openedAt ?? at,
        deadlineAt: deadlineOf({ ...job, openedAt: at }),
        expiresAt: later(at),
        assignment: null,
        assignedAt: null,
        tokens: revoked,
        invites: invalidated(job.invites, at),
        ...(job.status !== 'created' && { setBackAt: at, submittedAt: null, completedAt: null }),
        // Steps are reset if the work was rejected, but not if it was only late.
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
      // Its tokens can still read the task; the state of the job rejects evidence. An invite whose evidence is complete
      // stays completed.
      return {
        statusReason: reason,
        expiresAt: null,
        ...(!job.submittedAt && { invites: invalidated(job.invites, at) }),
      };
    default:
      return {};
  }
}

/** Returns when something about the job falls due; undefined if nothing will. */
function dueAt(job: Job): Date | undefined {
  const token = job.status === 'assigned' ? job.assignment?.expiresAt : null;
  const times = [job.expiresAt, token].filter((time): time is Date => time instanceof Date);
  return times.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** A change of a job; only `move` changes its status. */
export class JobChange extends Change<Job> {
  /** @throws ApiError `erased`: an erased job can no longer change */
  constructor(before: Job, now: Date) {
    super(before, now);
    if (before.erasedAt) throw jobErased(before);
  }

  /**
   * Moves the job to a status and emits the event.
   * @param options.also additional data of the event
   * @throws ApiError `invalid_transition` if the table does not allow it
   */
  move(to: JobStatus, options: { reason?: string | null; at?: Date; also?: EventData } = {}): this {
    const job = this.after;
    const at = options.at ?? this.now;
    const reason = options.reason ?? null;
    if (!jobTransitions[job.status].includes(to)) throw invalidTransition(job);
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

  /** Emits an event; every event contains the job's id, its current status and its metadata. */
  override emit(type: JobEventType, data: EventData = {}, at: Date = this.now, id?: string): this {
    const { _id, requestId, status } = this.after;
    const common = { job_id: _id, request_id: requestId, status, previous_status: status };
    super.emit(type, { ...common, ...data }, at, id);
    const { metadata } = this.after;
    const event = this.events.at(-1);
    if (metadata && event) event.metadata = metadata;
    return this;
  }

  override set(fields: Partial<Job>): this {
    super.set(fields);
    const due = dueAt(this.after);
    if (due?.getTime() !== this.after.dueAt?.getTime()) super.set({ dueAt: due });
    return this;
  }
}

/** Statuses that due work can set. */
export const settledStatuses: readonly JobStatus[] = ['open', 'expired'];

/**
 * Applies the changes that are due by `now`: an assignment whose token expired before any evidence opens the job again,
 * a passed deadline expires it. The events have the time of expiry.
 *
 * @returns the change to store, or null if nothing is due
 */
export function settleJob(job: Job, now: Date): JobChange | null {
  if (!job.dueAt || job.dueAt > now) return null;
  const change = new JobChange(job, now);
  while (change.after.dueAt && change.after.dueAt <= now) {
    const at = change.after.dueAt;
    // The change has the time when it fell due, not the time of the read.
    change.now = at;
    if (change.after.expiresAt && change.after.expiresAt <= at) {
      change.move('expired', { at, reason: 'The deadline passed before the job was done.' });
    } else {
      change.move('open', { at });
    }
  }
  return change;
}
