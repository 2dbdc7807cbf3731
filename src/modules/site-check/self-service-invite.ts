import type { Job } from '../job/job.js';
import type { SiteCheckView } from './site-check.js';

/** SelfServiceInviteSummaryOut: what may be said of a capture link without giving it away. */
export interface SelfServiceInvite {
  inviteId: string;
  captureSessionId: string;
  status: 'active' | 'expired' | 'invalidated' | 'completed';
  inviteeName: string;
  sessionState: 'not_started' | 'capturing' | 'submitted';
  operatorName: string | null;
  expiresAt: Date;
  completedAt: Date | null;
  invalidatedAt: Date | null;
  canResend: boolean;
}

function sessionState(job: Job): SelfServiceInvite['sessionState'] {
  if (job.submittedAt) return 'submitted';
  return job.evidence.some((item) => item.source === 'self_service') ? 'capturing' : 'not_started';
}

/** The newest capture link of a request; null before the first. */
export function selfServiceInvite({ job }: SiteCheckView, now: Date): SelfServiceInvite | null {
  const links = job.tokens.filter((token) => token.kind === 'capture');
  const [first, newest] = [links[0], links.at(-1)];
  if (!first || !newest) return null;
  const expired = newest.expiresAt <= now;
  // The end of its job revokes no token, but nothing can be captured under it any more.
  const ended = ['cancelled', 'failed', 'expired'].includes(job.status);
  const status = job.submittedAt
    ? 'completed'
    : (newest.revokedAt || ended) && !expired
      ? 'invalidated'
      : expired
        ? 'expired'
        : 'active';
  return {
    inviteId: first.tokenId,
    captureSessionId: newest.tokenId,
    status,
    inviteeName: newest.assigneeName,
    sessionState: sessionState(job),
    operatorName: null,
    expiresAt: newest.expiresAt,
    completedAt: job.submittedAt,
    invalidatedAt: newest.revokedAt,
    canResend: ['open', 'assigned', 'in_progress'].includes(job.status),
  };
}
