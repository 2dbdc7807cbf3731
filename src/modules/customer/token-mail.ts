import type { Mails } from '../mail/mails.js';
import type { Customer, MailTokenRecord } from './customer.js';

const mailKinds = { confirm: 'confirm_email', reset: 'password_reset' } as const;

/** Queues the mail with a token. It has the token's id, so that a repetition queues nothing. */
export async function queueTokenMail(
  { mails }: { mails: Mails },
  { _id: customerId, email }: Customer,
  { tokenId, kind }: MailTokenRecord,
): Promise<void> {
  const about = { customerId };
  await mails.queue({ id: tokenId, kind: mailKinds[kind], to: email ?? null, about });
}
