import { hour } from '../../lib/units.js';
import {
  type CaptureSessionState,
  type Invite,
  type InviteStatus,
  invitesMax,
  sendsMax,
} from './invite.js';
import type { Job, JobStatus } from './job.js';

/** States of a job in which a person can be invited. */
const inviting: readonly JobStatus[] = ['open', 'assigned', 'in_progress'];

const newest = <T>(list: readonly T[]): T => {
  const last = list.at(-1);
  if (last === undefined) throw new Error('an invite has a token and a send');
  return last;
};

/** Returns when the newest link of an invite expires. */
export const inviteExpiresAt = ({ sends, expiresInHours }: Invite): Date =>
  new Date(newest(sends).at.getTime() + expiresInHours * hour);

/** Returns the id of the newest token of an invite. */
export const inviteTokenId = ({ tokenIds }: Invite): string => newest(tokenIds);

/**
 * Returns the status of an invite from stored data: invalidated permanently; otherwise completed while the job has all
 * its evidence; otherwise by the expiry of its newest link.
 */
export function inviteState(
  job: Pick<Job, 'submittedAt'>,
  invite: Invite,
  now: Date,
): InviteStatus {
  if (invite.invalidatedAt) return 'invalidated';
  if (job.submittedAt) return 'completed';
  return inviteExpiresAt(invite) <= now ? 'expired' : 'active';
}

/**
 * Returns the progress of the link's holder. Only one link of a job works at a time, so evidence belongs to the invite
 * that was valid when it was received.
 */
export function captureState(
  job: Pick<Job, 'submittedAt' | 'evidence'>,
  invite: Invite,
): CaptureSessionState {
  const { createdAt, invalidatedAt, openedAt } = invite;
  if (job.submittedAt && !invalidatedAt) return 'submitted';
  const own = job.evidence.some(
    ({ source, receivedAt }) =>
      source === 'self_service' &&
      receivedAt >= createdAt &&
      (!invalidatedAt || receivedAt <= invalidatedAt),
  );
  return own ? 'capturing' : openedAt ? 'opened' : 'not_started';
}

/** Returns whether the state of the job allows invites. */
export const isInviting = ({ status }: Pick<Job, 'status'>): boolean => inviting.includes(status);

/** Returns whether the link can be issued again, reassigned or revoked. */
export const isAlterable = (job: Pick<Job, 'status'>, invite: Pick<Invite, 'invalidatedAt'>) =>
  isInviting(job) && !invite.invalidatedAt;

export const hasSendsLeft = ({ sends }: Pick<Invite, 'sends'>) => sends.length < sendsMax;

export const hasInvitesLeft = ({ invites = [] }: Pick<Job, 'invites'>) =>
  invites.filter(({ own }) => !own).length < invitesMax;

/** An invite with everything derived from stored data. */
export interface InviteView {
  job: Job;
  invite: Invite;
  status: InviteStatus;
  sessionState: CaptureSessionState;
  /** Id of the newest link. */
  captureSessionId: string;
  /** When the newest link expires. */
  expiresAt: Date;
  completedAt: Date | null;
  canResend: boolean;
  canReassign: boolean;
}

export function viewInvite(job: Job, invite: Invite, now: Date): InviteView {
  const status = inviteState(job, invite, now);
  const alterable = isAlterable(job, invite);
  return {
    job,
    invite,
    status,
    sessionState: captureState(job, invite),
    captureSessionId: inviteTokenId(invite),
    expiresAt: inviteExpiresAt(invite),
    completedAt: status === 'completed' ? job.submittedAt : null,
    canResend: alterable && hasSendsLeft(invite),
    canReassign: alterable && hasInvitesLeft(job),
  };
}
