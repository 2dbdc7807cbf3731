import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import type { Services } from '../../services.js';
import type { Target } from '../../target.js';
import type { CustomerViewer, KeyHolder } from '../../viewer.js';
import type { Invite } from '../job/invite.js';
import { type InviteView, viewInvite } from '../job/invite-state.js';
import type { Job } from '../job/job.js';

/** The inviting caller: the customer who owns the site check, or an operator. */
export type Inviter = CustomerViewer | KeyHolder;

/** The invite that an operation targets. */
export const inviteTarget: Target<'inviteId'> = {
  argument: 'inviteId',
  parameter: 'invite_id',
  description: 'Id of the invite.',
  missing: 'invite_not_found',
};

const inviteNotFound = (id: string) =>
  new ApiError('invite_not_found', errorText('error.invite_id', { id: quoted(id) }));

/** @throws ApiError `invite_not_found` */
export function requireInvite(job: Job, inviteId: string): Invite {
  const invite = job.invites?.find((one) => one.inviteId === inviteId);
  if (!invite) throw inviteNotFound(inviteId);
  return invite;
}

/**
 * Returns the job of an invite, settled and reconciled with its site check.
 * @throws ApiError `invite_not_found`, also for another customer's invite
 */
export async function jobOfInvite(
  services: Pick<Services, 'jobs'>,
  inviter: Inviter,
  inviteId: string,
): Promise<Job> {
  const job = await services.jobs.findByInvite(inviteId);
  const known = inviter.kind === 'api_key' || job?.customerId === inviter.customerId;
  if (!job || !known) throw inviteNotFound(inviteId);
  return job;
}

/** Returns invites of a job; the response contains links, so it must not be cached. */
export function answerInvites(ctx: Call, job: Job, invites: readonly Invite[]): InviteView[] {
  ctx.notes.headers['cache-control'] = 'no-store';
  const now = ctx.services.clock.now();
  return invites.map((invite) => viewInvite(job, invite, now));
}

/** Returns one invite of a job. @throws ApiError `invite_not_found` */
export function answerInvite(ctx: Call, job: Job, inviteId: string): InviteView {
  const [view] = answerInvites(ctx, job, [requireInvite(job, inviteId)]);
  return view as InviteView;
}
