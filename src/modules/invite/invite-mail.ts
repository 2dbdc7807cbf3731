import { countryAt } from '../../lib/country.js';
import type { Position } from '../../lib/geo.js';
import { toE164 } from '../../lib/phone-number.js';
import type { Services } from '../../services.js';
import type { Invite } from '../job/invite.js';
import { inviteMailKind } from '../job/invite-change.js';
import type { Job } from '../job/job.js';
import type { MailAbout, MailChannel } from '../mail/mail.js';
import type { SmsError } from '../mail/sms-provider.js';

/** Recipient and subject of a mail or text message with a capture link. */
interface InviteMail {
  channel: MailChannel;
  to: string | null;
  about: MailAbout;
  skip: string | null;
}

/**
 * Returns the recipient of a text message at a place: the number in E.164, or as typed with the reason why nothing can
 * be sent to it. A number without a country code is one of the country of the place.
 */
export function textRecipient(
  typed: string | null,
  place: Position,
): { channel: 'sms'; to: string | null; skip: SmsError | null } {
  if (typed === null) return { channel: 'sms', to: null, skip: 'no_number' };
  const number = toE164(typed, countryAt(place));
  return { channel: 'sms', to: number ?? typed, skip: number ? null : 'number_not_valid' };
}

/**
 * Returns the mail or text message of an invite. It is skipped while the address of the account is not confirmed, so
 * that no one can send messages to others in the name of another person's address.
 *
 * @returns null if the account is closed
 */
export async function inviteMail(
  { customers }: Pick<Services, 'customers'>,
  job: Job,
  { inviteId, channel, inviteeEmail, inviteePhone }: Invite,
): Promise<InviteMail | null> {
  const { _id: jobId, requestId, customerId } = job;
  const account = customerId === undefined ? null : await customers.find(customerId);
  if (account && account.status !== 'active') return null;
  const recipient =
    channel === 'sms'
      ? textRecipient(inviteePhone, job)
      : { channel: 'email' as const, to: inviteeEmail, skip: null };
  return {
    ...recipient,
    about: {
      ...(customerId !== undefined && { customerId }),
      ...(requestId !== null && { requestId }),
      jobId,
      inviteId,
    },
    skip: account && !account.emailConfirmedAt ? 'address_not_confirmed' : recipient.skip,
  };
}

/** Queues the message with the newest link of an invite; an existing one is not changed. */
export async function queueInviteMail(
  services: Pick<Services, 'mails' | 'customers'>,
  job: Job,
  invite: Invite,
): Promise<void> {
  const id = invite.sends.at(-1)?.mailId;
  const mail = id ? await inviteMail(services, job, invite) : null;
  if (id && mail) await services.mails.queue({ id, kind: inviteMailKind, ...mail });
}
