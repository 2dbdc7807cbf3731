import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { made } from '../customer-request/support/requests.js';
import { nowhere, paid, request, select } from '../site-check/support/flow.js';
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
import { account, linkIn, outcomes, received } from './support/scene.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp({ ...mailSettings(receiver), RATE_LIMITS: 'off' });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

let count = 0;
const guest = () => `guest-${++count}@example.org`;
const minutes = (n: number) => hours(n) / 60;

/** Opens the link of a mail as its reader. @returns the status of the request that it leads to */
async function follow(mail: ReceivedMail): Promise<string> {
  const { pathname, hash } = new URL(linkIn(mail));
  const [, id = ''] = /^\/site-checks\/([0-9a-f-]+)$/.exec(pathname) ?? [];
  const { body, code } = await restApi.call(app, 'siteCheck', { id, token: hash.slice(1) });
  expect(code).toBeUndefined();
  return body.status;
}

describe('the mail about a new request', () => {
  it('brings a guest the private link, which no stored document contains', async () => {
    const to = guest();
    const opened = await request(app, { requester_email: to });
    await sendMails(app);
    const mail = await received(app, receiver, opened, 'request_received');
    expect(mail.to).toBe(to);
    expect(mail.content.subject).toBe('Your request: Is the shop open?');
    expect(mail.content.text).toContain('Choose an offer to start. The prices are valid until ');
    expect(mail.content.text).toContain("If that wasn't you, ignore this email.");
    expect(new URL(linkIn(mail)).hash).toBe(`#${opened.token}`);
    expect(await follow(mail)).toBe('quoted');
    for (const name of ['mails', 'events', 'site_checks']) {
      const documents = await app.db.collection(name).find().toArray();
      expect(JSON.stringify(documents)).not.toContain(opened.token);
    }
  });

  it('states that the place cannot be checked', async () => {
    const opened = await request(app, { ...nowhere, requester_email: guest() });
    await sendMails(app);
    const mail = await received(app, receiver, opened, 'request_received');
    expect(mail.content.text).toContain("We can't check this place at the moment.");
    expect(await follow(mail)).toBe('unserviceable');
  });

  it('is not created without an email, and only once for a repeated intake', async () => {
    const silent = await request(app);
    const intake = { requester_email: guest(), intake_submission_id: 'intake-of-a-mail' };
    const opened = await request(app, intake);
    expect(await request(app, intake)).toEqual(opened);
    await sendMails(app);
    expect(await outcomes(app, silent, 'request_received')).toEqual([]);
    expect(await outcomes(app, opened, 'request_received')).toEqual(['sent null']);
  });

  it('leads a customer to the request without a token', async () => {
    const owner = await account(app);
    const opened = await made(app, owner);
    await sendMails(app);
    const mail = await received(app, receiver, opened, 'request_received');
    expect(mail.to).toBe(owner.email);
    expect(linkIn(mail)).toBe(`http://service.test/site-checks/${opened.id}`);
    expect(mail.content.text).toContain('after you sign in');
  });

  it('is not sent after the content of the request was erased', async () => {
    receiver.rejectRecipients(() => ({ code: 451, text: 'Later' }));
    const to = guest();
    const opened = await request(app, { requester_email: to });
    await sendMails(app);
    const erased = await restApi.call(app, 'eraseSiteCheck', {
      id: opened.id,
      token: opened.token,
    });
    expect(erased.code).toBeUndefined();
    receiver.rejectRecipients(() => null);
    app.advance(hours(1));
    await sendMails(app);
    expect(receiver.to(to)).toEqual([]);
  });

  it('is sent to one address at most 20 times a day', async () => {
    const to = guest();
    const earlier = { kind: 'request_received', to, about: {} } as const;
    for (let i = 0; i < 20; i += 1) await app.services.mails.queue(earlier);
    const late = await request(app, { requester_email: to });
    await sendMails(app);
    expect(await outcomes(app, late, 'request_received')).toEqual(['skipped too_many']);
    expect(receiver.to(to)).toEqual([]);
  });
});

describe('the mail about expiring prices', () => {
  it('is sent six hours before, while nothing is selected', async () => {
    const opened = await request(app, { requester_email: guest() });
    const chosen = await request(app, { requester_email: guest() });
    await select(app, chosen);
    app.advance(hours(66) - minutes(5));
    await sendMails(app);
    expect(await outcomes(app, opened, 'quote_expiring')).toEqual(['queued null']);
    app.advance(minutes(10));
    await sendMails(app);
    const mail = await received(app, receiver, opened, 'quote_expiring');
    expect(mail.content.text).toContain('Your prices expire soon');
    expect(mail.content.text).toMatch(/The prices are valid until .* UTC\)\./);
    expect(mail.content.html).toContain(`/site-checks/${opened.id}#${opened.token}`);
    expect(['skipped quote_closed', undefined]).toContain(
      (await outcomes(app, chosen, 'quote_expiring'))[0],
    );
  });

  it('is sent again for the quote that replaces an expired one', async () => {
    const opened = await request(app, { requester_email: guest() });
    await sendMails(app);
    app.advance(hours(67));
    await sendMails(app);
    app.advance(hours(6));
    expect((await select(app, opened)).code).toBe('quote_expired');
    await sendMails(app);
    expect(await outcomes(app, opened, 'quote_expiring')).toEqual(['sent null', 'queued null']);
    app.advance(hours(67));
    await sendMails(app);
    expect(await outcomes(app, opened, 'quote_expiring')).toEqual(['sent null', 'sent null']);
  });
});

it('leads a guest back from the mail about the payment', async () => {
  const opened = await paid(app, { requester_email: guest() });
  await sendMails(app);
  const mail = await received(app, receiver, opened, 'payment_received');
  expect(await follow(mail)).toBe('confirmed');
});

describe('optional mails', () => {
  const expiring = async (to: string) => {
    const opened = await request(app, { requester_email: to });
    await sendMails(app);
    app.advance(hours(67));
    await sendMails(app);
    return opened;
  };
  const post = (path: string, body: string) =>
    app.rest('POST', path, {
      key: null,
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('end with the one-click request of a mail client, and start again on the page', async () => {
    const to = guest();
    const first = await received(app, receiver, await expiring(to), 'quote_expiring');
    const url = headerOf(first, 'list-unsubscribe')?.slice(1, -1) ?? '';
    expect(headerOf(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(first.content.text).toContain(`Unsubscribe from optional emails: ${url}\n`);
    expect(first.content.html).toContain(`href="${url}"`);
    const { pathname } = new URL(url);

    const page = await app.fetch(pathname);
    expect(page.status).toBe(200);
    const preferences = app.db.collection('mail_preferences');
    expect(await preferences.countDocuments()).toBe(0);
    expect((await post(pathname, 'List-Unsubscribe=One-Click')).status).toBe(200);
    expect((await post(pathname, 'List-Unsubscribe=One-Click')).status).toBe(200);
    const stored = await preferences.find().toArray();
    expect(stored).toEqual([{ _id: expect.any(String), unsubscribedAt: expect.any(Date) }]);
    expect(JSON.stringify(stored)).not.toContain('guest');

    const second = await expiring(to.toUpperCase());
    expect(await outcomes(app, second, 'quote_expiring')).toEqual(['skipped unsubscribed']);
    expect(await outcomes(app, second, 'request_received')).toEqual(['sent null']);
    expect((await post(pathname, 'do=subscribe')).status).toBe(200);
    expect(await outcomes(app, await expiring(to), 'quote_expiring')).toEqual(['sent null']);
  });

  it('end with a complaint about one of them', async () => {
    const to = guest();
    const first = await received(app, receiver, await expiring(to), 'quote_expiring');
    const body_text = `Feedback-Type: abuse\nUser-Agent: Example\n\nMessage-ID: ${first.content.messageId}`;
    const message = { external_message_id: 'complaint-1', from_email: 'abuse@isp.example' };
    const received_at = app.now().toISOString();
    const body = { ...message, folder: 'INBOX', received_at, body_text };
    const { status } = await app.rest('POST', '/v1/operator/email/inbox/messages', { body });
    expect(status).toBeLessThan(300);
    await sendMails(app);
    const second = await expiring(to);
    expect(await outcomes(app, second, 'quote_expiring')).toEqual(['skipped unsubscribed']);
  });

  it('are the only ones with an unsubscribe link, and an invalid link changes nothing', async () => {
    const opened = await request(app, { requester_email: guest() });
    await sendMails(app);
    const mail = await received(app, receiver, opened, 'request_received');
    expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined();
    const preferences = app.db.collection('mail_preferences');
    const count = await preferences.countDocuments();
    expect((await post('/unsubscribe/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '')).status).toBe(404);
    expect(await preferences.countDocuments()).toBe(count);
  });
});
