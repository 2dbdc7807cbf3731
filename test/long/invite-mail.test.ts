import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planInvite } from '../../src/modules/job/invite-change.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import { claimed, confirmEmail, invite, task, tokenOf } from '../invite/support/invites.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let receiver: MailReceiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const invitee = {
  inviteeName: 'Grace Hopper',
  inviteeRole: null,
  inviteePhone: null,
  channel: 'email',
  preferredLanguage: null,
  expiresInHours: 24,
} as const;

let people = 0;
/** Returns an invitee with a unique address. */
const newPerson = () => ({
  invitee_name: 'Grace Hopper',
  invitee_email: `grace-${++people}@example.org`,
});

/** Creates a request of a customer with a confirmed address. */
async function confirmedCustomer() {
  const { opened, account } = await claimed(app);
  await confirmEmail(app, account);
  return { opened, session: account.session, email: account.email };
}

/** Returns the token in the newest mail to an address. */
function mailedToken(address: string): string {
  const text = receiver.to(address).at(-1)?.content.text ?? '';
  return /\/capture#([\w.-]+)/.exec(text)?.[1] ?? '';
}

/** Returns the content of the whole database as text. */
async function everythingStored(): Promise<string> {
  const names = await app.db.listCollections({}, { nameOnly: true }).toArray();
  const texts: string[] = [];
  for (const { name } of names) {
    const documents = await app.db.collection(name).find({}).toArray();
    texts.push(JSON.stringify(documents));
  }
  return texts.join('\n');
}

const mailsOf = (inviteId: string) =>
  app.db
    .collection<Mail>('mails')
    .find({ 'about.inviteId': inviteId })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();

describe.each(apis)('an invite by email over $name', (api) => {
  it('is queued, mailed once, and opened by the link in the mail', async () => {
    const { opened, session } = await confirmedCustomer();
    const person = newPerson();
    const created = await invite(app, opened, person, api, { session });
    expect(created).toMatchObject({
      channel: 'email',
      delivery_status: 'queued',
      delivery_error: null,
      operator_name: 'Example Verification',
    });
    await sendMails(app);
    expect(receiver.to(person.invitee_email)).toHaveLength(1);
    const read = async () =>
      (await api.call(app, 'selfServiceInvite', { id: created.invite_id, session })).body;
    const [mail] = await mailsOf(created.invite_id);
    expect(await read()).toMatchObject({
      delivery_status: 'sent',
      delivery_error: null,
      sent_at: mail?.sentAt?.toISOString(),
      session_state: 'not_started',
    });

    const token = mailedToken(person.invitee_email);
    expect(token).toBe(tokenOf(created));
    expect((await task(app, token)).body).toMatchObject({ assignee_name: 'Grace Hopper' });
    expect(await read()).toMatchObject({ session_state: 'opened' });
    expect(await everythingStored()).not.toContain(token);
    expect(app.logLines.join()).not.toContain(token);
    const { body } = await api.call(app, 'customerRequest', { id: opened.id, session });
    expect(body.self_service).toMatchObject({ delivery_status: 'sent', session_state: 'opened' });
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

describe('the mail of an invite', () => {
  const read = async ({ invite_id: id }: { invite_id: string }, session: string) =>
    (await restApi.call(app, 'selfServiceInvite', { id, session })).body;
  const resend = async ({ invite_id: id }: { invite_id: string }, session: string) =>
    (await restApi.call(app, 'resendSelfServiceInvite', { id, session })).body;

  it('is created by the follower after a kill', async () => {
    const { opened, session } = await confirmedCustomer();
    const { invitee_email: to } = newPerson();
    // Simulates a process killed between the write to the job and the mail.
    const { jobs, clock } = app.services;
    const job = await jobs.change(opened.jobId, {}, (found) =>
      planInvite(found, { ...invitee, inviteeEmail: to }, clock.now()),
    );
    const stored = job.invites?.at(-1);
    const id = stored?.inviteId ?? '';
    const read = async () =>
      (await restApi.call(app, 'selfServiceInvite', { id, session })).body.delivery_status;
    await sendMails(app);
    expect(await read()).toBe('sent');
    expect(receiver.to(to)).toHaveLength(1);
    expect((await mailsOf(id)).map(({ _id }) => _id)).toEqual([stored?.sends[0]?.mailId]);
    expect((await task(app, mailedToken(to))).status).toBe(200);
  });

  it('is not sent if its link was replaced by a resend', async () => {
    const { opened, session } = await confirmedCustomer();
    const person = newPerson();
    receiver.rejectRecipients((to) =>
      to === person.invitee_email ? { code: 451, text: 'Try later' } : null,
    );
    const created = await invite(app, opened, person, restApi, { session });
    await sendMails(app);
    const waiting = { delivery_status: 'queued', delivery_error: '451 Try later', sent_at: null };
    expect(await read(created, session)).toMatchObject(waiting);
    receiver.rejectRecipients(() => null);
    const again = await resend(created, session);
    app.advance(60_000);
    await sendMails(app);
    expect(receiver.to(person.invitee_email)).toHaveLength(1);
    expect(mailedToken(person.invitee_email)).toBe(tokenOf(again));
    expect(await read(created, session)).toMatchObject({ delivery_status: 'sent' });
  });

  it('that the server rejects is marked as failed, and can be sent again', async () => {
    const { opened, session } = await confirmedCustomer();
    const person = newPerson();
    receiver.rejectRecipients((to) =>
      to === person.invitee_email ? { code: 550, text: 'No such mailbox' } : null,
    );
    const created = await invite(app, opened, person, restApi, { session });
    await sendMails(app);
    receiver.rejectRecipients(() => null);
    expect(await read(created, session)).toMatchObject({
      status: 'active',
      delivery_status: 'failed',
      delivery_error: '550 No such mailbox',
      sent_at: null,
      can_resend: true,
    });
    expect(await resend(created, session)).toMatchObject({ delivery_status: 'queued' });
    await sendMails(app);
    expect(receiver.to(person.invitee_email)).toHaveLength(1);
  });

  it('that bounced is marked as failed', async () => {
    const { opened, session } = await confirmedCustomer();
    const created = await invite(app, opened, newPerson(), restApi, { session });
    await sendMails(app);
    const [mail] = await mailsOf(created.invite_id);
    await app.services.mails.markBounced(mail?._id ?? '');
    expect(await read(created, session)).toMatchObject({
      delivery_status: 'failed',
      delivery_error: 'bounced',
      sent_at: mail?.sentAt?.toISOString(),
    });
  });

  it('notifies the account when the link expires', async () => {
    const { opened, session, email } = await confirmedCustomer();
    const created = await invite(app, opened, newPerson(), restApi, { session });
    app.advance(24 * 3_600_000);
    await app.services.settleDue({});
    await sendMails(app);
    expect(created.status).toBe('active');
    expect(receiver.to(email).at(-1)?.content.subject).toContain('link expired');
  });
});
