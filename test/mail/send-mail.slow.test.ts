import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Mail } from '../../src/modules/mail/mail.js';
import type { QueuedMail } from '../../src/modules/mail/mails.js';
import { ingest } from '../inbox/support/scene.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  headerOf,
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';

const minutes = (count: number) => count * 60_000;

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
beforeEach(() => {
  receiver.rejectRecipients(() => null);
  receiver.rejectTexts(() => null);
});

let count = 0;
const letter = (fields: Partial<QueuedMail> = {}): QueuedMail => ({
  kind: 'outbound',
  to: `reader-${++count}@example.org`,
  about: {},
  subject: 'Your question',
  text: 'The shop opens at nine.\n',
  ...fields,
});
const queue = (fields: Partial<QueuedMail> = {}, to = app) =>
  to.services.mails.queue(letter(fields));
const stored = async ({ _id }: Mail) =>
  (await app.db.collection<Mail>('mails').findOne({ _id })) as Mail;
const eventsOf = async ({ _id }: Mail) => {
  await app.services.relay.drain();
  const found = await app.db.collection('events').find({ 'data.mail_id': _id }).toArray();
  return found.map(({ type, data }) => ({ type, ...data }));
};

describe('a mail', () => {
  it('is sent once with its Message-ID, and the event names its subject', async () => {
    const about = { requestId: newId(), versionNumber: 2 };
    const mail = await queue({ about, references: ['<a@b.example>', 'no id\r\nBcc: x@y.example'] });
    await sendMails(app);
    const [received, ...others] = receiver.to(mail.to ?? '');
    expect(others).toEqual([]);
    expect(received?.content).toMatchObject({
      subject: 'Your question',
      text: 'The shop opens at nine.\n',
      messageId: `<${mail._id}@verification.example>`,
      inReplyTo: '<a@b.example>',
      from: { address: 'service@verification.example' },
      to: [{ address: mail.to }],
    });
    expect(headerOf(received as ReceivedMail, 'auto-submitted')).toBeUndefined();
    expect(await stored(mail)).toMatchObject({ status: 'sent', attempts: 1, lastError: null });
    expect(await eventsOf(mail)).toEqual([
      {
        type: 'email.sent',
        mail_id: mail._id,
        kind: 'outbound',
        request_id: about.requestId,
        version_number: 2,
        status: 'sent',
        previous_status: 'sending',
      },
    ]);
  });

  it('queued 20 times under one id is sent once', async () => {
    const once = letter({ id: newId() });
    const queued = await Promise.all(
      Array.from({ length: 20 }, () => app.services.mails.queue(once)),
    );
    expect(new Set(queued.map(({ createdAt }) => createdAt.getTime())).size).toBe(1);
    await sendMails(app);
    expect(receiver.to(once.to ?? '')).toHaveLength(1);
  });

  it('is sent once by two processes', async () => {
    const other = await startTestApp({
      ...mailSettings(receiver),
      MONGODB_DB: app.db.databaseName,
    });
    try {
      const mails = await Promise.all(Array.from({ length: 12 }, () => queue()));
      await Promise.all([sendMails(app), sendMails(other)]);
      await expect
        .poll(async () =>
          (await Promise.all(mails.map(stored))).every(({ status }) => status === 'sent'),
        )
        .toBe(true);
      expect(mails.map(({ to }) => receiver.to(to ?? '').length)).toEqual(mails.map(() => 1));
    } finally {
      await other.stop({ keep: true });
    }
  });

  it('shows an encoded word in its subject as typed', async () => {
    const mail = await queue({ subject: 'For =?utf-8?q?www=2Eevil=2Eexample?= =?' });
    await sendMails(app);
    const [received] = receiver.to(mail.to ?? '');
    expect(received?.content.subject).toBe('For =\u200b?utf-8?q?www=2Eevil=2Eexample?= =\u200b?');
  });

  it('has no header injected through its subject or sender', async () => {
    const mail = await queue({ subject: 'One\r\nBcc: spy@example.org\r\n\r\nTwo' });
    const from = await queue({ from: 'a@b.example>\r\nBcc: <spy@example.org' });
    await sendMails(app);
    const [received] = receiver.to(mail.to ?? '');
    expect(received?.content.subject).toBe('One Bcc: spy@example.org Two');
    expect(headerOf(received as ReceivedMail, 'bcc')).toBeUndefined();
    expect(await stored(from)).toMatchObject({ status: 'failed', lastError: 'no address' });
    expect(receiver.to('spy@example.org')).toEqual([]);
  });

  it.each([' kim-blank@example.org\n', 'kim-wide＠ｅxample.org'])(
    'is sent to the intended address of %j',
    async (to) => {
      const mail = await queue({ to });
      await sendMails(app);
      expect(await stored(mail)).toMatchObject({ status: 'sent', to });
      expect(receiver.to(to.normalize('NFKC').trim())).toHaveLength(1);
    },
  );

  it.each([
    ['no_address', { to: null }],
    ['address_not_plain', { to: 'Kim <kim@example.org>' }],
    ['address_not_plain', { to: 'kim@example.org\r\nBcc: spy@example.org' }],
    ['sms_not_configured', { skip: 'sms_not_configured' }],
  ])('is skipped as %s', async (lastError, fields) => {
    const mail = await queue(fields);
    await sendMails(app);
    expect(await stored(mail)).toMatchObject({ status: 'skipped', lastError, attempts: 0 });
    expect(await app.services.mails.attempt(mail._id, 1_000)).toMatchObject({ status: 'skipped' });
    expect(await eventsOf(mail)).toEqual([]);
  });
});

describe('a mail that the server rejects', () => {
  it("with 550 has failed, with the server's text", async () => {
    receiver.rejectRecipients(() => ({ code: 550, text: 'No such user here' }));
    const mail = await queue();
    await sendMails(app);
    const failed = await stored(mail);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 });
    expect(failed.lastError).toBe('550 No such user here');
    expect(failed).not.toHaveProperty('dueAt');
    expect(await eventsOf(mail)).toMatchObject([
      { type: 'email.failed', status: 'failed', previous_status: 'sending' },
    ]);
  });

  it('with 451 is retried after one minute, and then sent', async () => {
    const attempts: string[] = [];
    receiver.rejectTexts(({ content }) => {
      attempts.push(content.messageId ?? '');
      return attempts.length === 1 ? { code: 451, text: 'Try again later' } : null;
    });
    const mail = await queue();
    await sendMails(app);
    expect(await stored(mail)).toMatchObject({
      status: 'queued',
      lastError: '451 Try again later',
    });
    app.advance(50_000);
    await sendMails(app);
    expect(attempts).toHaveLength(1);
    app.advance(15_000);
    await sendMails(app);
    expect(await stored(mail)).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
    expect(attempts).toEqual([`<${mail.messageId}>`, `<${mail.messageId}>`]);
    expect((await eventsOf(mail)).map(({ type }) => type)).toEqual(['email.sent']);
  });

  it('has failed after the eighth attempt, a day after the first', async () => {
    receiver.rejectRecipients(() => ({ code: 421, text: 'Busy' }));
    const mail = await queue();
    const waits: number[] = [];
    for (;;) {
      await sendMails(app);
      const { status, dueAt, updatedAt } = await stored(mail);
      if (status === 'failed' || !dueAt) break;
      waits.push(dueAt.getTime() - updatedAt.getTime());
      app.advance(dueAt.getTime() - app.now().getTime());
    }
    expect(waits).toEqual([
      minutes(1),
      minutes(4),
      minutes(25),
      minutes(90),
      hours(4),
      hours(6),
      hours(12),
    ]);
    expect(await stored(mail)).toMatchObject({ status: 'failed', attempts: 8 });
    expect((await eventsOf(mail)).map(({ type }) => type)).toEqual(['email.failed']);
  });

  it('before reading the mail is retried, even with 554', async () => {
    const server = createServer((socket) => socket.end('554 Not today\r\n'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const url = `smtp://127.0.0.1:${port}`;
    const rejected = await startTestApp(mailSettings({ url }));
    try {
      const { _id } = await queue({}, rejected);
      const tried = await rejected.services.mails.attempt(_id, 8_000);
      expect(tried).toMatchObject({ status: 'queued', attempts: 1 });
      expect(tried.lastError).toContain('554 Not today');
      await new Promise((done) => server.close(done));
      const unreached = await rejected.services.mails.attempt(_id, 8_000);
      expect(unreached).toMatchObject({ status: 'queued', attempts: 2 });
      expect(unreached.lastError).toContain('ECONNREFUSED');
    } finally {
      server.close();
      await rejected.stop();
    }
  });
});

describe('an attempt', () => {
  it('is awaited as long as the caller likes, and continues', async () => {
    let accept = () => {};
    const held = new Promise<null>((done) => {
      accept = () => done(null);
    });
    receiver.rejectTexts(() => held);
    const mail = await queue();
    const shortly = await app.services.mails.attempt(mail._id, 200);
    expect(shortly).toMatchObject({ status: 'sending', attempts: 1 });
    const whole = app.services.mails.attempt(mail._id, 8_000);
    accept();
    expect(await whole).toMatchObject({ status: 'sent', attempts: 1 });
    expect(receiver.to(mail.to ?? '')).toHaveLength(1);
  });

  it('is not made a second time by a concurrent retry, which is rejected', async () => {
    let accept = () => {};
    const held = new Promise<null>((done) => {
      accept = () => done(null);
    });
    receiver.rejectTexts(() => held);
    const mail = await queue();
    const { mails } = app.services;
    expect(await mails.attempt(mail._id, 200)).toMatchObject({ status: 'sending' });
    const before = await stored(mail);
    await expect(mails.retry(mail._id)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await stored(mail)).toEqual(before);
    accept();
    await sendMails(app);
    expect(await mails.attempt(mail._id, 8_000)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(receiver.to(mail.to ?? '')).toHaveLength(1);
  });

  it('that ends after its lease does not affect the next one', async () => {
    let reject = () => {};
    const held = new Promise<{ code: number; text: string }>((done) => {
      reject = () => done({ code: 550, text: 'No such reader' });
    });
    receiver.rejectTexts(() => held);
    const mail = await queue();
    const { mails } = app.services;
    expect(await mails.attempt(mail._id, 200)).toMatchObject({ status: 'sending', attempts: 1 });
    // Simulates another process starting the next attempt.
    const dueAt = new Date(app.now().getTime() + minutes(1));
    await app.db
      .collection<Mail>('mails')
      .updateOne({ _id: mail._id }, { $set: { attempts: 2, dueAt }, $inc: { revision: 1 } });
    const before = await stored(mail);
    reject();
    await sendMails(app);
    await mails.attempt(mail._id, 0);
    expect(await stored(mail)).toEqual(before);
  });

  it('that is rejected after the erasure of its address does not store the address', async () => {
    let reject = () => {};
    const held = new Promise<{ code: number; text: string }>((done) => {
      reject = () => done({ code: 550, text: 'No such reader as Kim' });
    });
    receiver.rejectTexts(() => held);
    const requestId = newId();
    const mail = await queue({ about: { requestId } });
    const { mails } = app.services;
    expect(await mails.attempt(mail._id, 200)).toMatchObject({ status: 'sending' });
    await mails.blank({ requestId });
    reject();
    await mails.attempt(mail._id, 8_000);
    const lastError = 'The address was erased.';
    expect(await stored(mail)).toMatchObject({ status: 'failed', to: null, lastError });
  });

  it('left by a killed process is followed by another when its lease has expired', async () => {
    const mail = await queue({ skip: 'not yet' });
    const dueAt = new Date(app.now().getTime() + minutes(1));
    await app.db
      .collection<Mail>('mails')
      .updateOne({ _id: mail._id }, { $set: { status: 'sending', attempts: 1, dueAt } });
    await sendMails(app);
    expect(receiver.to(mail.to ?? '')).toEqual([]);
    app.advance(minutes(1));
    await sendMails(app);
    expect(await stored(mail)).toMatchObject({ status: 'sent', attempts: 2 });
    expect((await eventsOf(mail)).map(({ type }) => type)).toEqual(['email.sent']);
  });
});

describe('after sending', () => {
  it('a sent mail is marked as bounced, once', async () => {
    const { mails } = app.services;
    const { _id: unsent } = await queue({ skip: 'not yet' });
    expect(await mails.markBounced(unsent)).toMatchObject({ status: 'skipped' });
    const mail = await queue();
    await sendMails(app);
    const [found] = await mails.findByMessageIds([`<${mail.messageId}>`, 'unknown@example.org']);
    expect(found?._id).toBe(mail._id);
    await mails.markBounced(mail._id);
    expect(await mails.markBounced(mail._id)).toMatchObject({ status: 'bounced' });
    expect((await eventsOf(mail)).map(({ type }) => type)).toEqual(['email.sent', 'email.bounced']);
  });

  it('a mail that bounced before its attempt was stored counts as sent, and bounced', async () => {
    const { mails } = app.services;
    let accept = () => {};
    const held = new Promise<null>((done) => {
      accept = () => done(null);
    });
    receiver.rejectTexts(() => held);
    const mail = await queue();
    expect(await mails.attempt(mail._id, 200)).toMatchObject({ status: 'sending' });
    expect(await mails.markBounced(mail._id)).toMatchObject({ status: 'bounced', lastError: null });
    accept();
    expect(await mails.attempt(mail._id, 8_000)).toMatchObject({ status: 'bounced', attempts: 1 });
    expect(await stored(mail)).toMatchObject({ status: 'bounced', sentAt: expect.any(Date) });
    expect(await eventsOf(mail)).toEqual([
      expect.objectContaining({ type: 'email.sent', status: 'sent', previous_status: 'sending' }),
      expect.objectContaining({
        type: 'email.bounced',
        status: 'bounced',
        previous_status: 'sent',
      }),
    ]);
  });

  it('a mail whose acceptance was not received is marked as bounced, and not sent again', async () => {
    const { mails } = app.services;
    receiver.rejectTexts(() => ({ code: 451, text: 'Try again later' }));
    const mail = await queue();
    await mails.sendDue();
    await expect.poll(async () => (await stored(mail)).lastError).toContain('later');
    expect(await stored(mail)).toMatchObject({ status: 'queued', attempts: 1 });
    receiver.rejectTexts(() => null);
    await ingest(app, {
      from_email: 'MAILER-DAEMON@relay.example',
      body_text: `Message-ID: <${mail._id}@verification.example>`,
      received_at: app.now().toISOString(),
    });
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    app.advance(minutes(10));
    await sendMails(app);
    expect(await stored(mail)).toMatchObject({ status: 'bounced', attempts: 1 });
    expect(receiver.to(mail.to ?? '')).toEqual([]);
    expect((await eventsOf(mail)).map(({ type }) => type)).toEqual(['email.sent', 'email.bounced']);
  });

  it('a blanked mail contains no personal data, and a queued one is not sent', async () => {
    receiver.rejectRecipients(() => ({ code: 451, text: 'No room for reader' }));
    const requestId = newId();
    const mail = await queue({ about: { requestId }, subject: 'About Kim', actor: 'founder' });
    await sendMails(app);
    await app.services.mails.blank({ requestId });
    receiver.rejectRecipients(() => null);
    app.advance(minutes(1));
    await sendMails(app);
    const { outbox, ...blanked } = await stored(mail);
    expect(blanked).toMatchObject({
      status: 'failed',
      to: null,
      toKey: null,
      subject: null,
      text: null,
    });
    expect(JSON.stringify(blanked)).not.toMatch(/Kim|reader|shop/);
    expect(receiver.to(mail.to ?? '')).toEqual([]);
    expect(outbox).toEqual([]);
  });
});

it('without SMTP_URL a mail is skipped, with the reason', async () => {
  const silent = await startTestApp();
  try {
    expect(silent.services.mails.configured).toBe(false);
    const mail = await queue({ to: null }, silent);
    expect(mail).toMatchObject({ status: 'skipped', lastError: 'mail_not_configured' });
    expect(await silent.services.mails.attempt(mail._id, 8_000)).toEqual(mail);
  } finally {
    await silent.stop();
  }
});
