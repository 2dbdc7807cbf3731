import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { ingest } from '../inbox/support/scene.js';
import { outcomes } from '../notice/support/scene.js';
import { eventsOf, request } from '../site-check/support/flow.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

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
/** Opens a request whose mails go to a new address, and sends them. */
async function opened() {
  const email = `full-${++count}@example.org`;
  const made = await request(app, { requester_email: email });
  await sendMails(app);
  return { ...made, email };
}
const received = ({ id }: { id: string }) => outcomes(app, { id }, 'request_received');

/** Stores the report of a relay about the newest mail with the link of a request. */
async function reported({ id }: { id: string }, fields: readonly string[]): Promise<void> {
  const mails = app.db
    .collection<Mail>('mails')
    .find({ 'about.requestId': id, kind: 'request_received' });
  const [mail] = await mails.sort({ createdAt: -1 }).toArray();
  await ingest(app, {
    from_email: 'Mail Delivery System <MAILER-DAEMON@relay.example>',
    body_text: [
      'Reporting-MTA: dns; relay.example',
      '',
      ...fields,
      '',
      `Message-ID: <${mail?.messageId}>`,
    ].join('\r\n'),
  });
  await sendMails(app);
}

describe('a mail to a full mailbox', () => {
  it.each([
    ['RCPT TO', () => receiver.rejectRecipients(() => ({ code: 452, text: '4.2.2 Mailbox full' }))],
    ['the text', () => receiver.rejectTexts(() => ({ code: 452, text: '4.2.2 Mailbox full' }))],
  ])(
    'is retried after a temporary rejection of %s, and sent once there is room',
    async (_, reject) => {
      reject();
      const guest = await opened();
      expect(await received(guest)).toEqual(['queued 452 4.2.2 Mailbox full']);
      receiver.rejectRecipients(() => null);
      receiver.rejectTexts(() => null);
      app.advance(61_000);
      await sendMails(app);
      expect(await received(guest)).toEqual(['sent null']);
      expect(receiver.to(guest.email)).toHaveLength(1);
    },
  );

  it.each([
    ['RCPT TO', () => receiver.rejectRecipients(() => ({ code: 552, text: '5.2.2 Mailbox full' }))],
    ['the text', () => receiver.rejectTexts(() => ({ code: 552, text: '5.2.2 Mailbox full' }))],
  ])('has failed after a permanent rejection of %s', async (_, reject) => {
    reject();
    const guest = await opened();
    const failed = ['failed 552 5.2.2 Mailbox full'];
    expect(await received(guest)).toEqual(failed);
    app.advance(24 * 3_600_000);
    await sendMails(app);
    expect(await received(guest)).toEqual(failed);
    expect(receiver.to(guest.email)).toEqual([]);
  });
});

it('counts the mails that wait, by channel and since the first attempt', async () => {
  const read = async () => {
    const text = await app.metrics();
    const of = (name: string) =>
      Number(new RegExp(`^${name}\\{channel="email"\\} (\\S+)$`, 'm').exec(text)?.[1]);
    return [of('mail_waiting'), of('mail_oldest_waiting_seconds')];
  };
  await app.db.collection<Mail>('mails').deleteMany({});
  // Its reminder that prices expire is scheduled, and does not wait.
  await opened();
  expect(await read()).toEqual([0, 0]);
  receiver.rejectRecipients(() => ({ code: 452, text: '4.2.2 Mailbox full' }));
  await opened();
  await opened();
  app.advance(600_000);
  const [count, age = 0] = await read();
  expect(count).toBe(2);
  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(660);
  await sendMails(app);
  expect((await read())[1]).toBeGreaterThanOrEqual(600);
  receiver.rejectRecipients(() => null);
  app.advance(3_600_000);
  await sendMails(app);
  expect(await read()).toEqual([0, 0]);
});

describe('a delivery report about a full mailbox', () => {
  it('of a delay changes nothing, because the relay still tries', async () => {
    const guest = await opened();
    await reported(guest, ['Action: delayed', 'Status: 4.2.2']);
    expect(await received(guest)).toEqual(['sent null']);
  });

  it.each([
    [['Action: failed', 'Status: 5.2.2'], '5.2.2'],
    [['Action: failed', 'Status: 4.2.2'], '4.2.2'],
    [
      ['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 552 5.2.2', ' Over quota'],
      '552 5.2.2 Over quota',
    ],
  ])('marks the mail as bounced, with the reason: %j', async (fields, reason) => {
    const guest = await opened();
    await reported(guest, fields);
    expect(await received(guest)).toEqual([`bounced ${reason}`]);
    expect(await eventsOf(app, guest.id)).toContain('email.bounced');
  });

  it('stores no text once the address is erased', async () => {
    const guest = await opened();
    await app.services.mails.blank({ requestId: guest.id });
    await reported(guest, [
      'Action: failed',
      'Status: 5.2.2',
      `Diagnostic-Code: smtp; 552 5.2.2 ${guest.email} is full`,
    ]);
    expect(await received(guest)).toEqual(['bounced null']);
  });
});

describe.each(apis)('updateSiteCheckContact over $name', (api) => {
  it('with the same address sends the link again only after the last mail came back', async () => {
    const guest = await opened();
    const again = async () => {
      const input = { requester_email: guest.email };
      const { code } = await api.call(app, 'updateSiteCheckContact', { ...guest, input });
      expect(code).toBeUndefined();
      await sendMails(app);
    };
    await again();
    expect(receiver.to(guest.email)).toHaveLength(1);
    await reported(guest, ['Action: failed', 'Status: 5.2.2']);
    await again();
    expect(receiver.to(guest.email)).toHaveLength(2);
    expect(await received(guest)).toEqual(['bounced 5.2.2', 'sent null']);
    await again();
    expect(receiver.to(guest.email)).toHaveLength(2);
  });
});
