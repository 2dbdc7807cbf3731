import { z } from 'zod';
import type { Services } from '../../services.js';
import type { MailStatus } from '../mail/mail.js';
import type { Invite } from './invite.js';

export const inviteDeliveryStatus = z.enum(['queued', 'sent', 'failed', 'skipped']);
type InviteDeliveryStatus = z.infer<typeof inviteDeliveryStatus>;

/** Result of the newest sending of a link. */
export interface InviteDelivery {
  status: InviteDeliveryStatus;
  /** Reason why it was not sent, or not yet; null if nothing went wrong. */
  error: string | null;
  sentAt: Date | null;
}

const statusOfMail: Readonly<Record<MailStatus, InviteDeliveryStatus>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  failed: 'failed',
  bounced: 'failed',
  skipped: 'skipped',
};

/** Returns the delivery of an invite's link, from its newest mail or text message. */
export async function inviteDelivery(
  { mails }: Pick<Services, 'mails'>,
  { channel, sends }: Pick<Invite, 'channel' | 'sends'>,
): Promise<InviteDelivery> {
  if (channel === 'link') return { status: 'skipped', error: null, sentAt: null };
  const mailId = sends.at(-1)?.mailId;
  // Earlier versions sent no text messages.
  if (!mailId && channel === 'sms') {
    return { status: 'skipped', error: 'sms_not_configured', sentAt: null };
  }
  const mail = mailId ? await mails.find(mailId) : null;
  // The mail is created from the event of the invite, shortly after it.
  if (!mail) return { status: 'queued', error: null, sentAt: null };
  const error = mail.lastError ?? (mail.status === 'bounced' ? 'bounced' : null);
  return { status: statusOfMail[mail.status], error, sentAt: mail.sentAt };
}
