import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, claimed, linkIn, mailsOf, received } from '../notice/support/scene.js';
import {
  assign,
  capture,
  checkout,
  end,
  type Opened,
  paid,
  reported,
  request,
  select,
  stored,
} from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';
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

let count = 0;
const guest = () => `guest-${++count}@example.org`;
const cancel = async (opened: Opened, by: 'requester' | 'operator') => {
  const { id, token } = opened;
  const given = by === 'requester' ? { token } : { key: 'pilot-key-of-the-tests' };
  const input = { reason: 'The street is closed.' };
  const { code } = await restApi.call(app, 'cancelSiteCheck', { id, ...given, input });
  expect(code).toBeUndefined();
};
/** Returns the mails without the reminder of the prices, which depends on when the event of the prices is read. */
const otherMailsOf = async (opened: Opened) =>
  (await mailsOf(app, opened)).filter((mail) => !mail.startsWith('quote_expiring'));
const sent = async (opened: Opened) => {
  await sendMails(app);
  return (await otherMailsOf(opened)).map((mail) => mail.replace(' sent', ''));
};

describe('a guest', () => {
  it('gets the link and a reminder of the prices, and no mail for what it does itself', async () => {
    const requester_email = guest();
    const requested = await request(app, { requester_email });
    const chosen = await request(app, { requester_email });
    await select(app, chosen);
    const paying = await request(app, { requester_email });
    await select(app, paying);
    await end(app, await checkout(app, paying), 'declined');
    await cancel(chosen, 'operator');
    const free = await request(app, { requester_email });
    await select(app, free, 'self_service');
    await sendMails(app);
    app.advance(days(31));
    await app.services.settleDue({});
    await sendMails(app);
    expect((await stored(app, requested.id)).status).toBe('expired');
    expect((await stored(app, free.id)).status).toBe('expired');
    const link = `request_received sent ${requester_email}`;
    expect(await mailsOf(app, requested)).toEqual([
      link,
      `quote_expiring skipped ${requester_email}`,
    ]);
    expect(await otherMailsOf(paying)).toEqual([link]);
    expect(await otherMailsOf(free)).toEqual([link, `request_closed sent ${requester_email}`]);
  });

  it('gets a receipt for a payment, and the next steps', async () => {
    const to = guest();
    const objective = 'Is <b>this</b> open? See https://evil.example/now';
    const opened = await paid(app, { requester_email: to, objective });
    expect(await sent(opened)).toEqual([`request_received ${to}`, `payment_received ${to}`]);
    const { content } = await received(app, receiver, opened, 'payment_received');
    expect(content.subject).toBe('Payment received: Is <b>this</b> open? See [link removed]');
    expect(content.text).toContain("We're sending someone to the place.");
    expect(content.text).toMatch(/Amount: EUR \d+\.\d\d/);
    expect(content.text).toContain('This payment was simulated');
    expect(content.text).toContain('-- \nExample Verification\n');
    expect(content.html).toContain('Is &lt;b&gt;this&lt;/b&gt; open?');
    expect(content.html).toContain('Example Verification</p>');
  });

  it("is notified of an operator's cancellation with the reason, and of the refund", async () => {
    const to = guest();
    const opened = await paid(app, { requester_email: to });
    await sendMails(app);
    await cancel(opened, 'operator');
    expect((await sent(opened)).toSorted()).toEqual([
      `payment_received ${to}`,
      `payment_refunded ${to}`,
      `request_closed ${to}`,
      `request_received ${to}`,
    ]);
    const closed = await received(app, receiver, opened, 'request_closed');
    expect(closed.content.text).toContain('Your check was cancelled');
    expect(closed.content.text).toContain('Reason: The street is closed.');
    expect(closed.content.text).toMatch(/Your payment of EUR \d+\.\d\d (was|is being) refunded\./);
    const refunded = await received(app, receiver, opened, 'payment_refunded');
    expect(refunded.content.text).toMatch(/We've refunded EUR \d+\.\d\d/);
  });

  it('is notified of the refund even if the clock was set back', async () => {
    const to = guest();
    const opened = await paid(app, { requester_email: to });
    await sendMails(app);
    app.advance(hours(1));
    await cancel(opened, 'requester');
    app.advance(-hours(1));
    await sendMails(app);
    // A mail that was queued before is due now.
    app.advance(hours(1));
    expect(await sent(opened)).toContain(`payment_refunded ${to}`);
    const { content } = await received(app, receiver, opened, 'payment_refunded');
    expect(content.text).toMatch(/We've refunded EUR \d+\.\d\d/);
  });

  it('who cancels is notified only of the refund', async () => {
    const to = guest();
    const opened = await paid(app, { requester_email: to });
    await sendMails(app);
    await cancel(opened, 'requester');
    expect(await sent(opened)).toEqual([
      `request_received ${to}`,
      `payment_received ${to}`,
      `payment_refunded ${to}`,
    ]);
  });
});

describe('a customer', () => {
  it("gets mail at the account's address, also about confirmed and closed requests", async () => {
    const { email, ...owner } = await account(app);
    const opened = await request(app, { requester_email: guest() });
    await claimed(app, opened, { email, ...owner });
    await select(app, opened, 'self_service');
    app.advance(days(31));
    await app.services.settleDue({});
    expect(await sent(opened)).toContain(`request_closed ${email}`);
    const { content } = await received(app, receiver, opened, 'request_closed');
    expect(content.text).toContain('Your check has expired');
    expect(content.text).toContain('You were not charged.');
  });

  it('whose account was erased gets no mail', async () => {
    const owner = await account(app);
    const opened = await paid(app, { requester_email: guest() });
    await sendMails(app);
    await claimed(app, opened, owner);
    await app.db
      .collection('customers')
      .updateOne({ emailKey: owner.email }, { $set: { status: 'erasing' }, $unset: { email: '' } });
    const before = await mailsOf(app, opened);
    await cancel(opened, 'operator');
    await sendMails(app);
    // The addresses of earlier mails are erased with the account at some point.
    const withoutAddress = (line: string) => line.replace(/\S+$/, '');
    expect((await mailsOf(app, opened)).map(withoutAddress)).toEqual(before.map(withoutAddress));
  });
});

describe('a report', () => {
  it('is delivered with a working link, and its withdrawal is announced', async () => {
    const to = guest();
    const opened = await reported(app, { requester_email: to });
    await sendMails(app);
    const mails = await sent(opened);
    expect(mails).toContain(`payment_received ${to}`);
    expect(mails).toContain(`report_delivered ${to}`);
    const delivered = await received(app, receiver, opened, 'report_delivered');
    expect(delivered.content.subject).toBe('Your report: Is the shop open?');
    expect(delivered.content.text).toContain(
      'The verification is complete. 3 of 3 required steps are shown by evidence that passed its checks.\n',
    );
    const link = new URL(linkIn(delivered));
    const page = await app.fetch(link.pathname + link.search);
    expect(page.status).toBe(200);

    const path = `/v1/jobs/${opened.jobId}/reality-report/withdraw`;
    const body = { reason: 'The photos show the wrong entrance' };
    expect((await app.rest('POST', path, { body })).status).toBe(200);
    await sendMails(app);
    const withdrawn = await received(app, receiver, opened, 'report_withdrawn');
    expect(withdrawn.content.text).toContain('Reason: The photos show the wrong entrance.');
    expect(withdrawn.content.text).toContain('There is no other version at the moment.');
    const shown = new URL(linkIn(withdrawn));
    expect((await app.fetch(shown.pathname + shown.search)).status).toBe(200);
  });

  it('that answers its question says so in the subject and the first line', async () => {
    const opened = await paid(app, { requester_email: guest() });
    const comment = 'Closed since 14 November, according to a notice on the door';
    const answers = [{ question_key: 'objective', value: 'no', comment }];
    const path = `/v1/jobs/${opened.jobId}/answers`;
    const task = await assign(app, opened.jobId);
    expect((await app.rest('POST', path, { body: { answers } })).status).toBe(200);
    await capture(app, opened.jobId, task);
    await sendMails(app);
    const { content } = await received(app, receiver, opened, 'report_delivered');
    const line = `Is the shop open? No. ${comment}.`;
    expect(content.subject).toBe('No: Is the shop open?');
    expect(content.text?.split('\n')[0]).toBe(line);
    expect(content.html).toMatch(new RegExp(`<h1[^>]*>${line.replace('?', '\\?')}</h1>`));
    expect(content.text).toContain('Your report is ready.');
  });

  it('whose question cannot be answered says so and why', async () => {
    const opened = await paid(app, { requester_email: guest() });
    const reason = 'See www.example.com or https://example.org/x, <b>now</b>';
    const answers = [{ question_key: 'objective', cannot_tell: true, reason }];
    const path = `/v1/jobs/${opened.jobId}/answers`;
    const task = await assign(app, opened.jobId);
    expect((await app.rest('POST', path, { body: { answers } })).status).toBe(200);
    await capture(app, opened.jobId, task);
    await sendMails(app);
    const { content } = await received(app, receiver, opened, 'report_delivered');
    expect(content.subject).toBe("Can't tell: Is the shop open?");
    expect(content.text?.split('\n')[0]).toBe(
      "Is the shop open? Can't tell. See [link removed] or [link removed] <b>now</b>.",
    );
    expect(content.html).toContain('&lt;b&gt;now&lt;/b&gt;');
    linkIn({ content } as Parameters<typeof linkIn>[0]);
  });

  it('that was never received is withdrawn without a mail', async () => {
    receiver.rejectRecipients(() => ({ code: 550, text: 'No such user' }));
    const opened = await reported(app, { requester_email: guest() });
    await sendMails(app);
    await sendMails(app);
    receiver.rejectRecipients(() => null);
    const path = `/v1/jobs/${opened.jobId}/reality-report/withdraw`;
    expect((await app.rest('POST', path, { body: { reason: 'Wrong.' } })).status).toBe(200);
    await sendMails(app);
    const kinds = (await mailsOf(app, opened)).map((mail) => mail.split(' ')[0]);
    expect(kinds).toContain('report_delivered');
    expect(kinds).not.toContain('report_withdrawn');
  });
});

it('sends no second mail for an event that is handled again', async () => {
  const to = guest();
  const opened = await paid(app, { requester_email: to });
  await sendMails(app);
  const event = await app.db
    .collection('events')
    .findOne({ type: 'payment.paid', 'data.request_id': opened.id });
  const late = { follower: 'mails', seq: event?.['seq'], at: app.now() };
  await app.db.collection('follower_retries').insertOne(late);
  app.advance(180_000);
  await sendMails(app);
  expect(await sent(opened)).toEqual([`request_received ${to}`, `payment_received ${to}`]);
  expect(receiver.to(to)).toHaveLength(2);
});
