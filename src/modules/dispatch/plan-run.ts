import type { Job, TaskToken } from '../job/job.js';
import type { DispatchRun } from './dispatch-run.js';
import { RunChange } from './run-change.js';

/** Statuses of a job with an assignee, or with finished work. */
const taken: readonly Job['status'][] = [
  'assigned',
  'in_progress',
  'submitted',
  'completed',
  'disputed',
];

/** Closes an offer whose assignment has ended. */
function closeAccepted(change: RunChange, threadId: string, token: TaskToken | undefined): void {
  if (token?.releaseReason !== undefined) {
    const at = token.revokedAt ?? change.now;
    change.close(threadId, 'declined', { at, reason: token.releaseReason });
  } else {
    const ended = token ? (token.revokedAt ?? token.expiresAt) : change.now;
    change.close(threadId, 'expired', { at: ended });
  }
}

/** Reconciles the threads with the tokens that the job issued for them. */
function followTokens(change: RunChange, job: Job, holder: string | null): void {
  for (const { threadId } of change.after.threads) {
    const token = job.tokens.find(({ offer }) => offer?.threadId === threadId);
    const stored = () => change.after.threads.find((one) => one.threadId === threadId);
    if (token && !stored()?.acceptedAt) change.accept(threadId, token.createdAt);
    if (stored()?.state === 'accepted' && holder !== threadId) {
      closeAccepted(change, threadId, token);
    }
  }
}

/** Reconciles the run with its job: the job takes precedence. */
function followJob(change: RunChange, job: Job, canReopen: boolean): void {
  const { _id, status } = change.after;
  const offer = job.assignment?.offer;
  const holder = offer?.runId === _id ? offer.threadId : null;
  followTokens(change, job, holder);
  if (holder !== null) {
    if (status !== 'assigned') change.move('assigned', job.assignment?.assignedAt);
  } else if (job.status === 'open') {
    if (status !== 'assigned') return;
    const isQueued = change.after.threads.some(({ state }) => state === 'queued');
    if (isQueued && canReopen) change.reopen();
    else change.move('exhausted');
  } else if (status === 'offering') {
    change.move(taken.includes(job.status) ? 'assigned' : 'cancelled');
  }
}

/** Applies the clock: offers expire, and the next wave begins if no offer is open. */
function followClock(change: RunChange, now: Date): void {
  let last = change.now;
  for (const { threadId, state, expiresAt } of change.after.threads) {
    if (state !== 'offered' || !expiresAt || expiresAt > now) continue;
    change.close(threadId, 'expired', { at: expiresAt });
    last = expiresAt;
  }
  const states = new Set(change.after.threads.map(({ state }) => state));
  if (states.has('offered')) return;
  // A wave begins now, not when the last offer expired: no one could have been notified of it before.
  if (states.has('queued')) change.beginWave();
  else change.move('exhausted', last);
}

/**
 * Reconciles a planned change of a run with its job and the clock.
 * @param canReopen false if another run offers the job
 */
export function settleChange(change: RunChange, job: Job, now: Date, canReopen = true): RunChange {
  followJob(change, job, canReopen);
  if (change.after.status === 'offering') followClock(change, now);
  return change;
}

/**
 * Returns the change of a run required by its job or the clock.
 * @returns null if there is no change
 */
export function planRun(run: DispatchRun, job: Job, now: Date, canReopen = true): RunChange | null {
  const change = settleChange(new RunChange(run, now), job, now, canReopen);
  const { status, threads } = change.after;
  return status === run.status && threads === run.threads ? null : change;
}
