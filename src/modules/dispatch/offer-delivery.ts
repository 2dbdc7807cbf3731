import type { Services } from '../../services.js';
import { textRecipient } from '../invite/invite-mail.js';
import type { Job } from '../job/job.js';
import type { Mail } from '../mail/mail.js';
import type { DispatchThread } from './dispatch-run.js';

/**
 * Returns why the offer to a candidate is not sent, or was not delivered, as in `lastError` of a mail; null otherwise,
 * and for a candidate who gets a link. It is known before the offer is made.
 *
 * @param sent mails about the job, newest first
 */
export async function offerError(
  { mails }: Pick<Services, 'mails'>,
  job: Job,
  { threadId, channel, email, phone = null }: DispatchThread,
  sent: readonly Mail[],
): Promise<string | null> {
  if (channel === 'link') return null;
  const mail = sent.find(({ about }) => about.threadId === threadId);
  if (mail) return mail.lastError ?? (mail.status === 'bounced' ? 'bounced' : null);
  return channel === 'sms'
    ? mails.reasonToSkipText(textRecipient(phone, job))
    : mails.reasonToSkip(email);
}
