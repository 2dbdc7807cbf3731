import type { Job, TaskToken } from '../job/job.js';
import type { DispatchRun } from './dispatch-run.js';
import { RunChange } from './run-change.js';

/** Statuses of a job that somebody works on, or has done. */
const taken: readonly Job['status'][] = [
  'assigned',
  'in_progress',
  'submitted',
  'completed',
  'disputed',
];

/** How an assignment ended that followed from an offer. */
function closeAccepted(change: RunChange, threadId: string, token: TaskToken | undefined): void {
  if (token?.releaseReason !== undefined) {
    const at = token.revokedAt ?? change.now;
    change.close(threadId, 'declined', { at, reason: token.releaseReason });
  } else {
    const ended = token ? (token.revokedAt ?? token.expiresAt) : change.now;
    change.close(threadId, 'expired', { at: ended });
  }
}

/** Brings the threads in line with the tokens that the job issued for them. */
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

/** Brings the run in line with its job: what the job holds wins. */
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

/** What the clock brings: offers expire, and where none is open the next wave begins. */
function followClock(change: RunChange, now: Date): void {
  let last = change.now;
  for (const { threadId, state, expiresAt } of change.after.threads) {
    if (state !== 'offered' || !expiresAt || expiresAt > now) continue;
    change.close(threadId, 'expired', { at: expiresAt });
    last = expiresAt;
  }
  const states = new Set(change.after.threads.map(({ state }) => state));
  if (states.has('offered')) return;
  // A wave begins when it is made: before, nobody would hear of its offers.
  if (states.has('queued')) change.beginWave();
  else change.move('exhausted', last);
}

/**
 * Brings what is planned for a run in line with its job and the clock.
 * @param canReopen false where the job has another run that offers it
 */
export function settleChange(change: RunChange, job: Job, now: Date, canReopen = true): RunChange {
  followJob(change, job, canReopen);
  if (change.after.status === 'offering') followClock(change, now);
  return change;
}

/**
 * What has to be stored of a run because of its job or the clock.
 * @returns null when nothing has
 */
export function planRun(run: DispatchRun, job: Job, now: Date, canReopen = true): RunChange | null {
  const change = settleChange(new RunChange(run, now), job, now, canReopen);
  const { status, threads } = change.after;
  return status === run.status && threads === run.threads ? null : change;
}
