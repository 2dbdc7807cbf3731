import { ApiError, errorText } from '../../errors.js';
import { consequenceId, newId } from '../../lib/ids.js';
import { type Invite, invalidated, invitesMax, sendsMax } from './invite.js';
import {
  hasInvitesLeft,
  hasSendsLeft,
  inviteExpiresAt,
  inviteState,
  inviteTokenId,
  isAlterable,
  isInviting,
} from './invite-state.js';
import type { Job } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { transferJob } from './transfer-job.js';

/** The person to invite, and the channel for the link. */
export type Invitee = Pick<
  Invite,
  | 'inviteeName'
  | 'inviteeRole'
  | 'inviteePhone'
  | 'inviteeEmail'
  | 'channel'
  | 'preferredLanguage'
  | 'expiresInHours'
>;

/** Kind of the mail or text message that contains the link; its id is derived from the event. */
export const inviteMailKind = 'capture_invite';

/** Lifetime of the requester's own link. */
const ownHours = 24;

const full = () => new ApiError('invite_limit', errorText('error.invites', { max: invitesMax }));

function newInvite(invitee: Invitee, own: boolean, now: Date): Invite {
  const { inviteeName, inviteeRole, inviteePhone, inviteeEmail } = invitee;
  const { channel, preferredLanguage, expiresInHours } = invitee;
  return {
    inviteId: newId(),
    own,
    tokenIds: [],
    inviteeName,
    inviteeRole,
    inviteePhone,
    inviteeEmail,
    channel,
    preferredLanguage,
    createdAt: now,
    expiresInHours,
    sends: [],
    openedAt: null,
    invalidatedAt: null,
  };
}

/** Transfers the job to an invitee; every other invite is invalidated, every other token revoked. */
function giveLink(
  change: JobChange,
  invite: Invite,
  type: 'invite.created' | 'invite.resent' | 'invite.reassigned',
  data: { replaced_invite_id?: string } = {},
): JobChange {
  const { inviteId, inviteeName, own, channel, expiresInHours } = invite;
  const to = { kind: 'capture', assigneeName: inviteeName, expiresInHours } as const;
  const { tokenId } = transferJob(change, to);
  change.emit(type, { invite_id: inviteId, ...data });
  const eventId = change.events.at(-1)?.id ?? '';
  const mailId = channel === 'link' ? null : consequenceId(eventId, inviteMailKind);
  const given: Invite = {
    ...invite,
    tokenIds: [...(own ? [] : invite.tokenIds), tokenId],
    sends: [...(own ? [] : invite.sends), { mailId, at: change.now }],
  };
  const others = change.after.invites?.filter(
    (one) => one.inviteId !== inviteId && !(own && one.own),
  );
  return change.set({ invites: [...(invalidated(others, change.now) ?? []), given] });
}

/**
 * Plans an invite to another person. It replaces an expired invite, and the requester's own.
 * @throws ApiError `invalid_transition`, `invite_active`, `invite_limit`
 */
export function planInvite(job: Job, invitee: Invitee, now: Date): JobChange {
  if (!isInviting(job)) throw invalidTransition(job);
  const current = job.invites?.at(-1);
  if (current && !current.own && inviteState(job, current, now) === 'active') {
    const until = inviteExpiresAt(current).toISOString();
    throw new ApiError('invite_active', errorText('error.invite_active', { time: until }));
  }
  if (!hasInvitesLeft(job)) throw full();
  const change = new JobChange(job, now);
  return giveLink(change, newInvite(invitee, false, change.now), 'invite.created');
}

/**
 * Plans the requester's own link, which renews the previous one and replaces every other invite.
 * @throws ApiError `invalid_transition`
 */
export function planOwnInvite(job: Job, inviteeName: string, now: Date): JobChange {
  const change = new JobChange(job, now);
  const current = job.invites?.at(-1);
  if (current?.own && !current.invalidatedAt) {
    return giveLink(change, { ...current, inviteeName }, 'invite.resent');
  }
  const invitee: Invitee = {
    inviteeName,
    inviteeRole: null,
    inviteePhone: null,
    inviteeEmail: null,
    channel: 'link',
    preferredLanguage: null,
    expiresInHours: ownHours,
  };
  return giveLink(change, newInvite(invitee, true, change.now), 'invite.created');
}

function requireAlterable(job: Job, invite: Invite): void {
  if (isAlterable(job, invite)) return;
  if (!invite.invalidatedAt) throw invalidTransition(job);
  throw new ApiError('invalid_transition', errorText('error.invite_state'));
}

/**
 * Plans a new link for the same invitee.
 * @throws ApiError `invalid_transition`, `invite_limit`
 */
export function planResend(job: Job, invite: Invite, now: Date): JobChange {
  requireAlterable(job, invite);
  if (!hasSendsLeft(invite)) {
    throw new ApiError('invite_limit', errorText('error.invite_sends', { max: sendsMax }));
  }
  return giveLink(new JobChange(job, now), invite, 'invite.resent');
}

/**
 * Plans an invite to another person that replaces this one.
 * @throws ApiError `invalid_transition`, `invite_limit`
 */
export function planReassignment(job: Job, invite: Invite, invitee: Invitee, now: Date): JobChange {
  requireAlterable(job, invite);
  if (!hasInvitesLeft(job)) throw full();
  const change = new JobChange(job, now);
  const data = { replaced_invite_id: invite.inviteId };
  return giveLink(change, newInvite(invitee, false, change.now), 'invite.reassigned', data);
}

/**
 * Plans the revocation of an invite; a job whose work has not begun is open again.
 * @returns null for an invite that is already invalidated: its link no longer works, as requested
 * @throws ApiError `invalid_transition`
 */
export function planRevocation(
  job: Job,
  invite: Invite,
  reason: string | null,
  now: Date,
): JobChange | null {
  if (invite.invalidatedAt) return null;
  requireAlterable(job, invite);
  const change = new JobChange(job, now);
  const at = change.now;
  change.set({ invites: invalidated(job.invites, at) });
  const data = { invite_id: invite.inviteId, ...(reason !== null && { reason }) };
  change.emit('invite.revoked', data);
  if (job.assignment?.tokenId !== inviteTokenId(invite)) return change;
  if (job.status === 'assigned') return change.move('open');
  const tokens = job.tokens.map((one) => (one.revokedAt ? one : { ...one, revokedAt: at }));
  return change.set({ tokens, assignment: null });
}

/** Plans the changes of the first read of a task by its link; null for a later read. */
export function planOpening(job: Job, tokenId: string, now: Date): JobChange | null {
  const invite = job.invites?.find((one) => one.tokenIds.includes(tokenId));
  if (!invite || invite.openedAt || inviteState(job, invite, now) !== 'active') return null;
  const change = new JobChange(job, now);
  const opened = { ...invite, openedAt: change.now };
  change.set({ invites: (job.invites ?? []).map((one) => (one === invite ? opened : one)) });
  return change.emit('invite.opened', { invite_id: invite.inviteId });
}
