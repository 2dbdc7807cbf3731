import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Customer } from '../../src/modules/customer/customer.js';
import { register, requestReset } from '../customer/support/accounts.js';
import { restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  headerOf,
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';
import { linkIn } from './support/scene.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const customers = () => app.db.collection<Customer>('customers');
const mailsTo = (to: string) => app.db.collection('mails').find({ to }).toArray();
const tokenIn = (mail: ReceivedMail) => new URL(linkIn(mail)).hash.slice(1);
const only = (to: string): ReceivedMail => {
  const [mail, ...others] = receiver.to(to);
  expect(others).toEqual([]);
  if (!mail) throw new Error(`nothing arrived for ${to}`);
  return mail;
};

it('sends a new account the link that confirms its address', async () => {
  const { id, email } = await register(app);
  await sendMails(app);
  const mail = only(email);
  expect(mail.content).toMatchObject({
    subject: 'Confirm your email address',
    from: { name: 'Example Verification', address: 'service@verification.example' },
  });
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
  expect(linkIn(mail)).toMatch(/^http:\/\/service\.test\/confirm-email#/);
  const stored = await mailsTo(email);
  expect(stored).toMatchObject([
    { kind: 'confirm_email', status: 'sent', about: { customerId: id }, subject: null, text: null },
  ]);
  const names = (await app.db.listCollections().toArray()).map(({ name }) => name);
  for (const name of names) {
    const documents = await app.db.collection(name).find().toArray();
    expect(JSON.stringify(documents)).not.toContain(tokenIn(mail));
  }
  const input = { token: tokenIn(mail) };
  const { body } = await restApi.call(app, 'confirmCustomerEmail', { input });
  expect(body).toMatchObject({ account_id: id });
});

it("does not send the account's name to an unconfirmed address", async () => {
  const { email } = await register(app, { full_name: 'Buy at https://evil.example now' });
  await sendMails(app);
  expect(only(email).raw.toString()).not.toMatch(/evil|Buy/);
});

it('does not send a confirmation that is no longer wanted', async () => {
  receiver.rejectRecipients(() => ({ code: 451, text: 'Later' }));
  const { id, email } = await register(app);
  await sendMails(app);
  await customers().updateOne({ _id: id }, { $set: { emailConfirmedAt: app.now() } });
  receiver.rejectRecipients(() => null);
  app.advance(hours(1));
  await sendMails(app);
  expect(receiver.to(email)).toEqual([]);
  expect(await mailsTo(email)).toMatchObject([{ status: 'failed', lastError: 'nothing to send' }]);
});

it('sends the link of a reset, and a mail about the new password', async () => {
  const { email } = await register(app);
  await sendMails(app);
  await requestReset(app, email);
  await requestReset(app, 'nobody@example.com');
  await sendMails(app);
  const reset = receiver.to(email).at(-1) as ReceivedMail;
  expect(reset.content.subject).toBe('Set a new password');
  expect(linkIn(reset)).toMatch(/^http:\/\/service\.test\/reset-password#/);
  expect(receiver.to('nobody@example.com')).toEqual([]);
  expect(await mailsTo('nobody@example.com')).toEqual([]);

  const input = { token: tokenIn(reset), password: 'another long password' };
  const { code } = await restApi.call(app, 'resetCustomerPassword', { input });
  expect(code).toBeUndefined();
  await sendMails(app);
  const changed = receiver.to(email).at(-1) as ReceivedMail;
  expect(changed.content.subject).toBe('Your password was changed');
  expect(linkIn(changed)).toBe('http://service.test/reset-password');
});
