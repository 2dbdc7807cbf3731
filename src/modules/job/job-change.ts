import { ApiError } from '../../errors.js';
import { Change } from '../event/change.js';
import { type EventType, eventType } from '../event/event.js';
import { type Job, type JobStatus, jobTransitions } from './job.js';

/** A job expires this long after it was last opened or set back. */
export const jobLifetimeMilliseconds = 30 * 24 * 3_600_000;

export function invalidTransition(job: Pick<Job, 'status'>, action: string): ApiError {
  return new ApiError('invalid_transition', `A job that is ${job.status} cannot be ${action}.`);
}

const later = (from: Date) => new Date(from.getTime() + jobLifetimeMilliseconds);

/** What a job's events say besides their own facts. */
export const jobIds = (job: Job) => ({ job_id: job._id, request_id: job.requestId });

/** Fields that follow from arriving in a state. */
function arrive(job: Job, to: JobStatus, at: Date, reason: string | null): Partial<Job> {
  const revoked = job.tokens.map((t) => (t.revokedAt ? t : { ...t, revokedAt: at }));
  switch (to) {
    case 'open':
      // An assignment that ran out leaves the deadline of the offer as it was.
      return job.status === 'assigned'
        ? { assignment: null, assignedAt: null, tokens: revoked }
        : { openedAt: at, expiresAt: later(at), assignment: null, assignedAt: null };
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
      return { statusReason: reason, expiresAt: null, tokens: revoked };
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
  /**
   * Moves the job on and tells it.
   * @throws ApiError `invalid_transition` when the table does not allow it
   */
  move(to: JobStatus, options: { reason?: string | null; at?: Date } = {}): this {
    const job = this.after;
    const at = options.at ?? this.now;
    const reason = options.reason ?? null;
    if (!jobTransitions[job.status].includes(to))
      throw invalidTransition(job, to.replace('_', ' '));
    const previous = job.status;
    this.set({ statusReason: null, ...arrive(job, to, at, reason), status: to });
    const type: EventType = eventType.parse(`job.${to === 'open' ? 'opened' : to}`);
    const data = { ...jobIds(job), status: to, previous_status: previous };
    return this.tell(type, reason === null ? data : { ...data, reason }, at);
  }

  override set(fields: Partial<Job>): this {
    super.set(fields);
    const due = dueAt(this.after);
    if (due?.getTime() !== this.after.dueAt?.getTime()) super.set({ dueAt: due });
    return this;
  }
}

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
    if (change.after.expiresAt && change.after.expiresAt <= at) {
      change.move('expired', { at, reason: 'The deadline passed before the job was done.' });
    } else {
      change.move('open', { at });
    }
  }
  return change;
}
