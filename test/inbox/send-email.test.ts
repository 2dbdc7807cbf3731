import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { apis } from '../support/apis.js';
import type { TestApp } from '../support/app.js';
import {
  headerOf,
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';
import { desk, eventsOf, founder, ingest, startInboxApp, storedMessage } from './support/scene.js';

let app: TestApp;
let receiver: MailReceiver;
/** Key of an agent; the pilot key has only the actor `founder_console`. */
let agentKey: string;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startInboxApp(mailSettings(receiver));
  agentKey = await app.keyFor('agents', ['operator'], 'live', ['reply-agent']);
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
beforeEach(() => receiver.rejectRecipients(() => null));

let count = 0;
const letter = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  from_alias: desk,
  to_email: `reader-${++count}@example.org`,
  subject: 'Re: Photos',
  body_text: 'This afternoon.',
  ...fields,
});
const mails = () => app.db.collection<Mail>('mails');
const unknownId = '019c1000-0000-7000-8000-00000000ffff';

describe.each(apis)('sendEmail over $name', (api) => {
  const send = (input: Record<string, unknown>) =>
    api.call(app, 'sendEmail', {
      input,
      ...(input['actor'] === 'reply-agent' && { key: agentKey }),
    });

  it('sends a mail as the alias, and returns the documented keys', async () => {
    const input = letter({ from_alias: founder });
    const { body } = await send(input);
    expect(body).toEqual({
      accepted: true,
      provider: 'imap',
      external_message_id: expect.stringMatching(/^[^<>]+@verification\.example$/),
      submission_id: expect.any(String),
      from_alias: founder,
      to_email: input['to_email'],
      subject: 'Re: Photos',
      actor: 'founder_console',
    });
    const [received, ...others] = receiver.to(String(input['to_email'])) as [ReceivedMail];
    expect(others).toEqual([]);
    expect(received.content).toMatchObject({ subject: 'Re: Photos', from: { address: founder } });
    expect(received.content.text?.trim()).toBe('This afternoon.');
    expect(headerOf(received, 'message-id')).toBe(`<${body.external_message_id}>`);
    expect(headerOf(received, 'auto-submitted')).toBeUndefined();
    expect(await mails().findOne({ _id: body.submission_id })).toMatchObject({
      kind: 'outbound',
      status: 'sent',
      actor: 'founder_console',
      about: {},
    });
  });

  it.each([` ${desk}\r\n`, desk.toUpperCase(), 'ｄesk@example.com'])(
    'accepts the alias of the policy in the form %j',
    async (from_alias) => {
      const input = letter({ from_alias });
      expect((await send(input)).body).toMatchObject({ accepted: true, from_alias: desk });
      const [received] = receiver.to(String(input['to_email'])) as [ReceivedMail];
      expect(received.content.from).toMatchObject({ address: desk });
    },
  );

  it('answers a message in its thread, and records the first response once', async () => {
    const id = await ingest(app, { internet_message_id: '<4711@example.org>' });
    const input = letter({ related_message_id: id, actor: 'reply-agent' });
    expect((await send(input)).body).toMatchObject({ accepted: true, actor: 'reply-agent' });
    const [received] = receiver.to(String(input['to_email'])) as [ReceivedMail];
    expect(headerOf(received, 'in-reply-to')).toBe('<4711@example.org>');
    expect(headerOf(received, 'references')).toBe('<4711@example.org>');
    await sendMails(app);
    const first = await storedMessage(app, id);
    expect(first).toMatchObject({
      status: 'in_progress',
      firstResponseAt: expect.any(Date),
      qualifiedAt: expect.any(Date),
      revision: 2,
    });
    app.advance(60_000);
    await send(letter({ related_message_id: id }));
    await sendMails(app);
    expect(await storedMessage(app, id)).toEqual(first);
    const emitted = (await eventsOf(app, id)).filter(({ type }) => type === 'email.status_changed');
    expect(emitted).toMatchObject([{ data: { previous_status: 'new', status: 'in_progress' } }]);
  });

  it('leaves a resolved message resolved, except for the time of the response', async () => {
    const id = await ingest(app);
    await api.call(app, 'setEmailMessageStatus', { id, input: { processing_status: 'resolved' } });
    await send(letter({ related_message_id: id }));
    await sendMails(app);
    expect(await storedMessage(app, id)).toMatchObject({
      status: 'resolved',
      firstResponseAt: expect.any(Date),
      revision: 3,
    });
  });

  it('returns accepted false while the mail is retried, and records no response yet', async () => {
    receiver.rejectRecipients(() => ({ code: 451, text: 'Try again later' }));
    const id = await ingest(app);
    const { body } = await send(letter({ related_message_id: id }));
    expect(body.accepted).toBe(false);
    expect(await mails().findOne({ _id: body.submission_id })).toMatchObject({ status: 'queued' });
    await sendMails(app);
    expect(await storedMessage(app, id)).toMatchObject({ status: 'new', firstResponseAt: null });
    receiver.rejectRecipients(() => null);
    app.advance(60_000);
    await sendMails(app);
    expect(await storedMessage(app, id)).toMatchObject({
      status: 'in_progress',
      firstResponseAt: expect.any(Date),
    });
  });

  it.each([
    ['alias_not_allowed', { from_alias: founder, actor: 'reply-agent' }],
    ['alias_not_allowed', { from_alias: 'stranger@example.com' }],
    ['email_message_not_found', { related_message_id: unknownId }],
    ['email_message_not_found', { related_message_id: unknownId, from_alias: 'x@example.com' }],
  ])('rejects with %s: %j', async (code, fields) => {
    const before = await mails().countDocuments();
    expect((await send(letter(fields))).code).toBe(code);
    expect(await mails().countDocuments()).toBe(before);
  });

  it('rejects an answer on behalf of a person until one has reviewed the message', async () => {
    const id = await ingest(app, { folder: 'Billing' });
    const before = await mails().countDocuments();
    const answer = () => send(letter({ related_message_id: id }));
    expect((await answer()).code).toBe('human_review_required');
    expect(await mails().countDocuments()).toBe(before);
    expect(await storedMessage(app, id)).toMatchObject({ status: 'human_review', revision: 1 });
    await api.call(app, 'setEmailMessageStatus', { id, input: { processing_status: 'triaged' } });
    expect((await answer()).body.accepted).toBe(true);
  });

  it.each([
    { to_email: 'Ada <ada@example.org>' },
    { to_email: 'a@b.' },
    { to_email: 'ada@example.org\r\nBcc: x@example.org' },
    { to_email: undefined },
    { from_alias: 'a@b.' },
    { from_alias: undefined },
    { subject: '' },
    { subject: 'x'.repeat(501) },
    { body_text: '' },
    { body_text: 'x'.repeat(20_001) },
    { related_message_id: 'xx' },
    { related_message_id: 'x'.repeat(37) },
    { actor: 'x' },
    { actor: 'x'.repeat(121) },
  ])('rejects %j, and stores nothing', async (fields) => {
    const before = await mails().countDocuments();
    expect((await send(letter(fields))).code).toMatch(/^(invalid_input|bad_user_input)$/);
    expect(await mails().countDocuments()).toBe(before);
  });
});

it('is rejected over REST and GraphQL without a mail server', async () => {
  const other = await startInboxApp();
  for (const api of apis) {
    const { code } = await api.call(other, 'sendEmail', { input: letter() });
    expect(code).toBe('mail_not_configured');
  }
  expect(await other.db.collection('mails').countDocuments()).toBe(0);
  await other.stop();
});

describe('a delivery report', () => {
  const sent = async (): Promise<Mail> => {
    const { body } = await apis[0]!.call(app, 'sendEmail', { input: letter() });
    return (await mails().findOne({ _id: body.submission_id })) as Mail;
  };
  const statusOf = async ({ _id }: Mail) => (await mails().findOne({ _id }))?.status;

  it('marks the mail that it names as bounced, once', async () => {
    const [named, other] = [await sent(), await sent()];
    const report = {
      from_email: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>',
      body_text: `Undelivered:\r\n\r\nMessage-ID: <${named.messageId}>\r\nTo: ${named.to}`,
    };
    await ingest(app, report);
    await sendMails(app);
    expect([await statusOf(named), await statusOf(other)]).toEqual(['bounced', 'sent']);
    await ingest(app, report);
    await sendMails(app);
    const events = app.db.collection('events').find({ 'data.mail_id': named._id });
    expect((await events.toArray()).map(({ type }) => type)).toEqual([
      'email.sent',
      'email.bounced',
    ]);
  });

  it('is accepted only from a mail system', async () => {
    const named = await sent();
    await ingest(app, { body_text: `<${named.messageId}> bounced` });
    await sendMails(app);
    expect(await statusOf(named)).toBe('sent');
  });
});
