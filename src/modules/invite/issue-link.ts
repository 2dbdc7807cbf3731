import type { Call } from '../../context.js';
import { ratePolicies } from '../../limits.js';
import type { InviteChannel } from '../job/invite.js';
import type { InviteView } from '../job/invite-state.js';
import type { Job } from '../job/job.js';
import type { JobChange } from '../job/job-change.js';
import { countAttempt } from '../rate-limit/count-attempt.js';
import { answerInvites, type Inviter } from './invite-access.js';
import { queueInviteMail } from './invite-mail.js';

/**
 * Stores a change of a job that gives an invite a link, and queues its mail. The write to the job is the commit point:
 * the follower of its events queues the same mail, in case of a crash.
 *
 * @param channel channel of the link; a customer's mails and text messages are limited
 * @returns the invite
 * @throws ApiError `rate_limited`, and errors of `plan`; nothing is changed then
 */
export async function issueLink(
  ctx: Call<Inviter>,
  jobId: string,
  channel: InviteChannel,
  plan: (job: Job, now: Date) => JobChange,
): Promise<InviteView> {
  const { services, viewer } = ctx;
  const { jobs, clock, mails, rateLimiter } = services;
  const isSent = channel === 'email' || (channel === 'sms' && mails.textsConfigured);
  const counted =
    viewer.kind === 'customer' && isSent
      ? [{ policy: ratePolicies.inviteMails, key: viewer.customerId }]
      : [];
  const refund = countAttempt(rateLimiter, counted);
  let job: Job;
  try {
    job = await jobs.change(jobId, {}, (found) => plan(found, clock.now()));
  } catch (error) {
    refund();
    throw error;
  }
  const invite = job.invites?.at(-1);
  if (!invite) throw new Error('the invite that was given a link is the newest of its job');
  await queueInviteMail(services, job, invite);
  const [view] = answerInvites(ctx, job, [invite]);
  return view as InviteView;
}
