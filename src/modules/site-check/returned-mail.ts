import type { Services } from '../../services.js';
import { type Mail, type MailStatus, mailKey } from '../mail/mail.js';

const ended: readonly MailStatus[] = ['sent', 'bounced', 'failed'];

/** Returns the last mail about a site check to an address if it came back or was rejected; null otherwise. */
export async function returnedMail(
  { mails }: Pick<Services, 'mails'>,
  requestId: string,
  email: string,
): Promise<Mail | null> {
  const key = mailKey(email);
  const found = await mails.listOf({ requestId });
  const last = found.find(({ toKey, status }) => toKey === key && ended.includes(status));
  return last && last.status !== 'sent' ? last : null;
}
