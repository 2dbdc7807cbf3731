import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmed, grace, invite, task } from '../invite/support/invites.js';
import type { Opened } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { account, claimed, linkIn, mailsOf, received } from './support/scene.js';

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

/** Returns the mails about an invite; others tell the requester about the request. */
const mailsAbout = async (opened: Opened) =>
  (await mailsOf(app, opened)).filter((mail) => mail.includes('invite'));

let count = 0;
const invitee = () => ({ ...grace, invitee_email: `grace-${++count}@example.org` });

it('mails an invitee the task link, and notifies the requester if it expired unused', async () => {
  const owner = await account(app);
  const opened = await claimed(app, await confirmed(app), owner);
  const to = invitee();
  const { invite_id } = await invite(app, opened, to);
  await sendMails(app);
  expect(await mailsAbout(opened)).toEqual([`capture_invite sent ${to.invitee_email}`]);
  const mail = await received(app, receiver, opened, 'capture_invite');
  expect(mail.content.subject).toBe('Ada Lovelace asks you to take photos of a place');
  const { pathname, hash } = new URL(linkIn(mail));
  expect(pathname).toBe('/capture');
  expect((await task(app, hash.slice(1))).status).toBe(200);
  expect(JSON.stringify(await app.db.collection('mails').find().toArray())).not.toContain('eyJ');

  app.advance(hours(25));
  await app.services.settleDue({});
  await sendMails(app);
  expect(await mailsAbout(opened)).toEqual([
    `capture_invite sent ${to.invitee_email}`,
    `invite_expired sent ${owner.email}`,
  ]);
  const expired = await received(app, receiver, opened, 'invite_expired');
  expect(expired.content.text).toContain('The photo link sent to Grace Hopper expired on');
  const stored = await app.db.collection('mails').findOne({ kind: 'invite_expired' });
  expect(stored?.['about']).toMatchObject({ inviteId: invite_id, customerId: owner.id });
});

it('does not mail an invite of an unconfirmed account, and reports this', async () => {
  const owner = await account(app, { confirmed: false });
  const opened = await claimed(app, await confirmed(app), owner);
  const to = invitee();
  const { invite_id } = await invite(app, opened, to);
  await sendMails(app);
  expect(await mailsAbout(opened)).toEqual([`capture_invite skipped ${to.invitee_email}`]);
  const { body } = await restApi.call(app, 'selfServiceInvite', { id: invite_id });
  expect(body).toMatchObject({
    delivery_status: 'skipped',
    delivery_error: 'address_not_confirmed',
  });
  app.advance(hours(25));
  await app.services.settleDue({});
  await sendMails(app);
  expect(await mailsAbout(opened)).toHaveLength(1);
});

it('mails only the newest link of an invite, even if the mail server is late', async () => {
  const opened = await confirmed(app);
  const to = invitee();
  receiver.rejectRecipients(() => ({ code: 451, text: 'Later' }));
  const { invite_id } = await invite(app, opened, to);
  await sendMails(app);
  const { code } = await restApi.call(app, 'resendSelfServiceInvite', { id: invite_id });
  expect(code).toBeUndefined();
  receiver.rejectRecipients(() => null);
  app.advance(hours(1));
  await sendMails(app);
  expect(await mailsAbout(opened)).toEqual([
    `capture_invite failed ${to.invitee_email}`,
    `capture_invite sent ${to.invitee_email}`,
  ]);
  expect(receiver.to(to.invitee_email)).toHaveLength(1);
});

it('sends no mail for a link that is shared by hand', async () => {
  const opened = await confirmed(app);
  await invite(app, opened, { invitee_name: 'Alan Turing' });
  await restApi.call(app, 'startSelfServiceCapture', { id: opened.id, token: opened.token });
  app.advance(hours(25));
  await app.services.settleDue({});
  await sendMails(app);
  expect(await mailsAbout(opened)).toEqual([]);
});
