import type { Services } from '../../services.js';
import { captureLink } from '../job/capture-link.js';
import type { Invite } from '../job/invite.js';
import { inviteMailKind } from '../job/invite-change.js';
import { inviteState } from '../job/invite-state.js';
import type { Job } from '../job/job.js';
import type { Mail } from '../mail/mail.js';

/**
 * Queues the mail that carries the newest link of an invite; one that exists stays as it is. It is skipped
 * while the address of the customer's account is not confirmed. Nothing where the channel is not email.
 */
export async function queueInviteMail(
  { mails, customers }: Pick<Services, 'mails' | 'customers'>,
  job: Job,
  { inviteId, inviteeEmail, sends }: Invite,
): Promise<void> {
  const id = sends.at(-1)?.mailId;
  if (!id) return;
  const { _id: jobId, requestId, customerId } = job;
  const account = customerId === undefined ? null : await customers.find(customerId);
  await mails.queue({
    id,
    kind: inviteMailKind,
    to: inviteeEmail,
    about: {
      ...(customerId !== undefined && { customerId }),
      ...(requestId !== null && { requestId }),
      jobId,
      inviteId,
    },
    skip: account && !account.emailConfirmedAt ? 'address_not_confirmed' : null,
  });
}

/** What the mail of an invite says. */
export interface InviteToSend {
  job: Job;
  invite: Invite;
  captureUrl: string;
}

/** @returns null where there is nothing to send any more: a newer link was sent, or none works */
export async function inviteOfMail(
  services: Services,
  { _id, about }: Pick<Mail, '_id' | 'about'>,
): Promise<InviteToSend | null> {
  const job = about.jobId === undefined ? null : await services.jobs.find(about.jobId, {});
  const invite = job?.invites?.find(({ inviteId }) => inviteId === about.inviteId);
  if (!job || !invite || invite.sends.at(-1)?.mailId !== _id) return null;
  if (inviteState(job, invite, services.clock.now()) !== 'active') return null;
  return { job, invite, captureUrl: await captureLink(services, job, invite) };
}
