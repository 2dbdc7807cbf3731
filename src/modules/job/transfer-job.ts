import { newId } from '../../lib/ids.js';
import { hour } from '../../lib/units.js';
import type { TaskToken } from './job.js';
import { invalidTransition, type JobChange } from './job-change.js';

/** Maximum number of earlier tokens that are kept; a removed one counts as revoked. */
const tokensKept = 20;

/**
 * Transfers a job to a new assignee with a new token; every earlier token is revoked.
 *
 * @returns the record of the token
 * @throws ApiError `invalid_transition` unless the job is open, assigned or in progress
 */
export function transferJob(
  change: JobChange,
  to: Pick<TaskToken, 'kind' | 'assigneeName' | 'offer'> & { expiresInHours: number },
): TaskToken {
  const { status } = change.after;
  const { kind, assigneeName, offer, expiresInHours } = to;
  const named = offer && { run_id: offer.runId, thread_id: offer.threadId };
  if (status === 'open' || status === 'assigned') change.move('assigned', { also: named ?? {} });
  else if (status !== 'in_progress') throw invalidTransition(change.after);
  const { now } = change;
  const expiresAt = new Date(now.getTime() + expiresInHours * hour);
  const token: TaskToken = {
    tokenId: newId(),
    kind,
    assigneeName,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    ...(offer && { offer }),
  };
  const earlier = change.after.tokens.map((t) => (t.revokedAt ? t : { ...t, revokedAt: now }));
  change.set({
    tokens: [...earlier, token].slice(-tokensKept),
    assignedAt: now,
    assignment: {
      assigneeName,
      assignedAt: now,
      expiresAt,
      tokenId: token.tokenId,
      ...(offer && { offer }),
    },
  });
  return token;
}
