import { hour } from '../../lib/units.js';
import type { Invite } from '../job/invite.js';
import { type InviteView, viewInvite } from '../job/invite-state.js';
import type { Job } from '../job/job.js';

/**
 * Returns the capture links of a job created before invites were recorded, as the requester's own invite.
 * @returns null if there are no links
 */
function inviteOfLinks({ tokens, status, submittedAt, updatedAt }: Job, now: Date): Invite | null {
  const links = tokens.filter((token) => token.kind === 'capture');
  const [first, newest] = [links[0], links.at(-1)];
  if (!first || !newest) return null;
  const { assigneeName, createdAt, expiresAt, revokedAt } = newest;
  // The end of its job revokes no token, but the token can no longer be used for captures.
  const ended = ['cancelled', 'failed', 'expired'].includes(status) ? updatedAt : null;
  const over = submittedAt !== null || expiresAt <= now;
  return {
    inviteId: first.tokenId,
    own: true,
    tokenIds: links.map(({ tokenId }) => tokenId),
    inviteeName: assigneeName,
    inviteeRole: null,
    inviteePhone: null,
    inviteeEmail: null,
    channel: 'link',
    preferredLanguage: null,
    createdAt: first.createdAt,
    expiresInHours: (expiresAt.getTime() - createdAt.getTime()) / hour,
    sends: [{ mailId: null, at: createdAt }],
    openedAt: null,
    invalidatedAt: over ? null : (revokedAt ?? ended),
  };
}

/** Returns the newest invite of a job; null before the first. */
export function selfServiceInvite(job: Job, now: Date): InviteView | null {
  const invite = job.invites?.at(-1);
  if (invite) return viewInvite(job, invite, now);
  const links = inviteOfLinks(job, now);
  return links && { ...viewInvite(job, links, now), canReassign: false };
}
