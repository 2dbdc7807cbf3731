import { expect } from 'vitest';
import type { Customer } from '../../../src/modules/customer/customer.js';
import type { Mail, MailKind } from '../../../src/modules/mail/mail.js';
import { claim } from '../../../src/modules/site-check/claim-site-check.js';
import { type Account, register } from '../../customer/support/accounts.js';
import type { Opened } from '../../site-check/support/flow.js';
import type { TestApp } from '../../support/app.js';
import type { MailReceiver, ReceivedMail } from '../../support/smtp.js';

/** Creates an account without sending the mails of its registration. */
export async function account(app: TestApp, { confirmed = true } = {}): Promise<Account> {
  const made = await register(app);
  if (confirmed) {
    const emailConfirmedAt = app.now();
    const customers = app.db.collection<Customer>('customers');
    await customers.updateOne({ _id: made.id }, { $set: { emailConfirmedAt } });
  }
  return made;
}

/** Claims a guest's site check for an account. */
export async function claimed(app: TestApp, opened: Opened, { id }: Account): Promise<Opened> {
  await claim(app.services, opened.token, id);
  return opened;
}

/** Returns the mails about a site check, oldest first, as `kind status recipient`. */
export async function mailsOf(app: TestApp, { id }: Pick<Opened, 'id'>): Promise<string[]> {
  const found = await app.db
    .collection<Mail>('mails')
    .find({ 'about.requestId': id })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  return found.map(({ kind, status, to }) => `${kind} ${status} ${to}`);
}

/** Returns the mails of one kind about a site check as `status error`, oldest first. */
export async function outcomes(
  app: TestApp,
  { id }: Pick<Opened, 'id'>,
  kind: MailKind,
): Promise<string[]> {
  const mails = app.db.collection<Mail>('mails').find({ 'about.requestId': id, kind });
  const found = await mails.sort({ createdAt: 1, _id: 1 }).toArray();
  return found.map(({ status, lastError }) => `${status} ${lastError}`);
}

/** Returns the only mail of a kind about a site check, as received. */
export async function received(
  app: TestApp,
  receiver: MailReceiver,
  { id }: Pick<Opened, 'id'>,
  kind: MailKind,
): Promise<ReceivedMail> {
  const mails = app.db.collection<Mail>('mails');
  const stored = await mails.find({ 'about.requestId': id, kind }).toArray();
  const ids = stored.map(({ messageId }) => `<${messageId}>`);
  const [mail, ...others] = receiver.mails.filter(({ content }) =>
    ids.includes(content.messageId ?? ''),
  );
  expect(others).toEqual([]);
  if (!mail) throw new Error(`no ${kind} arrived`);
  return mail;
}

/** Returns the only link of a mail, which is the same in text and HTML. */
export function linkIn({ content }: ReceivedMail): string {
  const inText = content.text?.match(/https?:\/\/\S+/g) ?? [];
  const inHtml = [...(content.html ?? '').matchAll(/<a href="([^"]+)"/g)].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  );
  expect(inText).toEqual(inHtml);
  expect(inHtml).toHaveLength(1);
  return inHtml[0] ?? '';
}
