import type { Services } from '../../services.js';
import type { Invite } from '../job/invite.js';
import { inviteMailKind } from '../job/invite-change.js';
import type { Job } from '../job/job.js';
import type { MailAbout } from '../mail/mail.js';

/** Recipient and subject of a mail with a capture link. */
interface InviteMail {
  to: string | null;
  about: MailAbout;
  skip: string | null;
}

/**
 * Returns the mail of an invite. It is skipped while the address of the account is not confirmed, so that no one can
 * send mail to others in the name of another person's address.
 *
 * @returns null if the account is closed
 */
export async function inviteMail(
  { customers }: Pick<Services, 'customers'>,
  { _id: jobId, requestId, customerId }: Job,
  { inviteId, inviteeEmail }: Invite,
): Promise<InviteMail | null> {
  const account = customerId === undefined ? null : await customers.find(customerId);
  if (account && account.status !== 'active') return null;
  return {
    to: inviteeEmail,
    about: {
      ...(customerId !== undefined && { customerId }),
      ...(requestId !== null && { requestId }),
      jobId,
      inviteId,
    },
    skip: account && !account.emailConfirmedAt ? 'address_not_confirmed' : null,
  };
}

/** Queues the mail with the newest link of an invite; an existing one is not changed. */
export async function queueInviteMail(
  services: Pick<Services, 'mails' | 'customers'>,
  job: Job,
  invite: Invite,
): Promise<void> {
  const id = invite.sends.at(-1)?.mailId;
  const mail = id ? await inviteMail(services, job, invite) : null;
  if (id && mail) await services.mails.queue({ id, kind: inviteMailKind, ...mail });
}
