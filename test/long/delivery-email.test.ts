import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { signedReportLink } from '../../src/modules/report/report-link.js';
import {
  deliveryEvents,
  disputeAndAccept,
  type Opened,
  readyReport,
  settle,
  versionOf,
} from '../delivery/support/scene.js';
import { linkIn } from '../notice/support/scene.js';
import { restApi } from '../support/apis.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';
import {
  type MailReceiver,
  mailSettings,
  type ReceivedMail,
  sendMails,
  startMailReceiver,
} from '../support/smtp.js';

let app: TestApp;
let receiver: MailReceiver;
let count = 0;
let first: Opened & { to: string };
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startTestApp(mailSettings(receiver));
  first = await delivered();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
beforeEach(() => receiver.rejectRecipients(() => null));

/** Creates a site check whose report was delivered automatically, to a unique address. */
async function delivered(): Promise<Opened & { to: string }> {
  const to = `reader-${++count}@example.org`;
  const opened = await readyReport(app, { requester_email: to });
  await sendMails(app);
  return { ...opened, to };
}
const reportsTo = (to: string) =>
  receiver.to(to).filter(({ content }) => content.subject?.startsWith('Your report'));
const deliver = (jobId: string, input: Record<string, unknown> = {}, key?: string) =>
  restApi.call(app, 'deliverRealityReport', {
    id: jobId,
    input: { ...input },
    ...(key && { key }),
  });
const mails = () => app.db.collection<Mail>('mails');
const mailOf = async (deliveryId: string) =>
  (await mails().findOne({ 'about.deliveryId': deliveryId })) as Mail;
const states = async (jobId: string, number = 1) =>
  (await versionOf(app, jobId, number)).deliveries?.map(({ state }) => state);
const statusOf = async ({ id, token }: Opened) =>
  (await restApi.call(app, 'siteCheck', { id, token })).body;

describe('each new version', () => {
  it('is delivered automatically, once, with a signed link to it', async () => {
    const opened = first;
    const [version, mail] = [await versionOf(app, opened.jobId), reportsTo(opened.to)[0]];
    const [delivery] = version.deliveries ?? [];
    expect(version.deliveries).toHaveLength(1);
    expect(delivery).toMatchObject({
      actor: 'system',
      channel: 'email',
      state: 'sent',
      error: null,
    });
    expect(reportsTo(opened.to)).toHaveLength(1);
    const { sentAt } = await mailOf(delivery?.deliveryId ?? '');
    const link = { requestId: opened.id, version: 1, from: sentAt ?? new Date(0) };
    expect(mail?.content.text).toContain(signedReportLink(app.services, link));
    expect(version.deliveredAt).toEqual(sentAt);
    expect(await statusOf(opened)).toMatchObject({
      status: 'report_ready',
      report: { status: 'delivered', delivered_at: sentAt?.toISOString() },
    });
    expect(await deliveryEvents(app, opened)).toEqual([
      'report.delivery_requested',
      'report.delivered',
    ]);

    await disputeAndAccept(app, opened);
    await sendMails(app);
    expect(reportsTo(opened.to)).toHaveLength(2);
    expect([await states(opened.jobId, 1), await states(opened.jobId, 2)]).toEqual([
      ['sent'],
      ['sent'],
    ]);
  });

  it.each([['no_address', null]])('is skipped with %s', async (error, email) => {
    const { jobId } = await readyReport(app, { requester_email: email });
    expect((await versionOf(app, jobId)).deliveries).toMatchObject([{ state: 'skipped', error }]);
    expect((await deliver(jobId)).body).toMatchObject({
      email_delivery_status: 'skipped',
      email_delivery_error: error,
      report_delivered_at: null,
    });
  });
});

describe('an operator’s delivery', () => {
  it('sends another mail, and keeps the time when the version was first delivered', async () => {
    const opened = await delivered();
    const { deliveredAt } = await versionOf(app, opened.jobId);
    app.advance(60_000);
    const { body } = await deliver(opened.jobId, { notes: 'Asked for it again.' });
    expect(body).toMatchObject({
      email_delivery_status: 'sent',
      email_delivery_error: null,
      delivery_channel: 'email',
      report_status: 'delivered',
      report_delivered_at: deliveredAt?.toISOString(),
    });
    await sendMails(app);
    expect(reportsTo(opened.to)).toHaveLength(2);
    expect(await states(opened.jobId)).toEqual(['sent', 'sent']);
  });

  it('has failed when the mail is rejected, and is delivered when the mail is retried', async () => {
    receiver.rejectRecipients(() => ({ code: 550, text: 'No such mailbox' }));
    const opened = await delivered();
    const { body } = await deliver(opened.jobId);
    expect(body).toMatchObject({
      email_delivery_status: 'failed',
      email_delivery_error: expect.stringContaining('No such mailbox'),
      report_delivered_at: null,
      report_status: 'ready',
    });
    expect(await states(opened.jobId)).toEqual(['failed', 'failed']);
    expect(await deliveryEvents(app, opened)).toEqual([
      'report.delivery_requested',
      'report.delivery_failed',
      'report.delivery_requested',
      'report.delivery_failed',
    ]);

    receiver.rejectRecipients(() => null);
    await app.services.mails.retry((await mailOf(body.audit_log_id))._id);
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(['failed', 'sent']);
    expect(await versionOf(app, opened.jobId)).toMatchObject({ deliveredAt: expect.any(Date) });
    expect((await deliveryEvents(app, opened)).at(-1)).toBe('report.delivered');
  });

  it('has a working report link when its mail is retried after a month', async () => {
    receiver.rejectRecipients(() => ({ code: 550, text: 'No such mailbox' }));
    const opened = await delivered();
    const [failed] = (await versionOf(app, opened.jobId)).deliveries ?? [];
    receiver.rejectRecipients(() => null);
    app.advance(days(31));
    await app.services.mails.retry((await mailOf(failed?.deliveryId ?? ''))._id);
    await sendMails(app);
    const [mail] = reportsTo(opened.to);
    const { pathname, search } = new URL(linkIn(mail as ReceivedMail));
    expect((await app.rest('GET', pathname + search, { key: null })).status).toBe(200);
  });

  it('is pending when the mail server defers the mail, and is retried after a minute', async () => {
    const opened = await delivered();
    receiver.rejectRecipients(() => ({ code: 451, text: 'Come back later' }));
    const first = (await deliver(opened.jobId, { notes: 'Once.' })).body;
    expect(first).toMatchObject({
      email_delivery_status: 'failed',
      email_delivery_error: 'not accepted within 8 seconds, being retried',
    });
    const equal = (await deliver(opened.jobId, { notes: 'Once.' })).body;
    expect(equal.audit_log_id).toBe(first.audit_log_id);
    expect(await states(opened.jobId)).toEqual(['sent', 'pending']);
    expect(await mailOf(first.audit_log_id)).toMatchObject({ status: 'queued', attempts: 1 });
    // Other notes or another actor make a separate delivery.
    const key = await app.keyFor('desk', ['operator'], 'live', ['founder_console', 'Grace']);
    for (const other of [{ notes: 'Twice.' }, { notes: 'Once.', actor: 'Grace' }]) {
      const { body } = await deliver(opened.jobId, other, key);
      expect(body.audit_log_id).not.toBe(first.audit_log_id);
    }
    const pending = ['sent', 'pending', 'pending', 'pending'];
    expect(await states(opened.jobId)).toEqual(pending);

    receiver.rejectRecipients(() => null);
    app.advance(30_000);
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(pending);
    app.advance(30_000);
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(Array(4).fill('sent'));
    expect(reportsTo(opened.to)).toHaveLength(4);
    const settled = (await deliver(opened.jobId, { notes: 'Once.' })).body;
    expect(settled.audit_log_id).not.toBe(first.audit_log_id);
  });
});

describe('after a delivery', () => {
  it('a bounced mail keeps the time of the delivery that reached the requester', async () => {
    const opened = await delivered();
    const [mailed] = (await versionOf(app, opened.jobId)).deliveries ?? [];
    app.advance(hours(2));
    await deliver(opened.jobId, { send_email: false });
    await app.services.mails.markBounced((await mailOf(mailed?.deliveryId ?? ''))._id);
    await settle(app);
    const { deliveries, deliveredAt } = await versionOf(app, opened.jobId);
    expect(deliveries?.map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(deliveredAt).toEqual(deliveries?.[1]?.at);
  });

  it('a bounced mail reverts the delivery', async () => {
    const opened = await delivered();
    const [delivery] = (await versionOf(app, opened.jobId)).deliveries ?? [];
    await app.services.mails.markBounced(delivery?.mailId ?? '');
    await settle(app);
    const version = await versionOf(app, opened.jobId);
    expect(version).toMatchObject({ deliveredAt: null, deliveries: [{ state: 'failed' }] });
    expect((await statusOf(opened)).report.status).toBe('ready');
    expect((await deliveryEvents(app, opened)).at(-1)).toBe('report.delivery_failed');
  });

  it('a version withdrawn before its mail is accepted is not delivered', async () => {
    receiver.rejectRecipients(() => ({ code: 451, text: 'Come back later' }));
    const opened = await delivered();
    expect(await states(opened.jobId)).toEqual(['pending']);
    const path = `/v1/jobs/${opened.jobId}/reality-report/withdraw`;
    await app.rest('POST', path, { body: { reason: 'Wrong house.' } });
    receiver.rejectRecipients(() => null);
    app.advance(60_000);
    await sendMails(app);
    expect(await versionOf(app, opened.jobId)).toMatchObject({ deliveredAt: null });
    expect(await deliveryEvents(app, opened)).not.toContain('report.delivered');
  });
});

describe('after a kill', () => {
  it('a delivery without its mail is mailed, and one whose mail was sent is completed, once', async () => {
    const opened = await delivered();
    const { queue } = app.services.mails;
    app.services.mails.queue = () => Promise.reject(new Error('killed'));
    expect((await deliver(opened.jobId)).code).toBe('internal_error');
    app.services.mails.queue = queue;
    expect(await states(opened.jobId)).toEqual(['sent', 'pending']);
    // The follower hit the same error and retries after 30 s.
    app.advance(30_000);
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(['sent', 'sent']);
    expect(reportsTo(opened.to)).toHaveLength(2);
    await sendMails(app);
    expect(
      (await deliveryEvents(app, opened)).filter((t) => t === 'report.delivered'),
    ).toHaveLength(2);
  });

  it('a new version that was delivered before its event is handled again is delivered once', async () => {
    const to = `reader-${++count}@example.org`;
    const { jobs } = app.services;
    const { change } = jobs;
    jobs.change = async (...requested) => {
      const job = await change(...requested);
      if (job.reports[0]?.deliveries) throw new Error('killed');
      return job;
    };
    const opened = await readyReport(app, { requester_email: to });
    jobs.change = change;
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(['sent']);
    app.advance(30_000);
    await sendMails(app);
    expect(await states(opened.jobId)).toEqual(['sent']);
    expect(reportsTo(to)).toHaveLength(1);
  });

  it('a delivery whose job was erased in the meantime is not mailed', async () => {
    const opened = await delivered();
    const { queue } = app.services.mails;
    app.services.mails.queue = () => Promise.reject(new Error('killed'));
    expect((await deliver(opened.jobId)).code).toBe('internal_error');
    const path = `/v1/public/site-checks/${opened.id}`;
    const feedback = { access_token: opened.token, verdict: 'accepted' };
    await app.rest('POST', `${path}/requester-feedback`, { key: null, body: feedback });
    expect((await app.rest('POST', `${path}/erase`, { body: {} })).status).toBe(200);
    app.services.mails.queue = queue;
    app.advance(30_000);
    await sendMails(app);
    expect(reportsTo(opened.to)).toHaveLength(1);
    // An optional mail that waits for its time has lost its address.
    expect(
      await mails().countDocuments({
        'about.jobId': opened.jobId,
        status: 'queued',
        to: { $ne: null },
      }),
    ).toBe(0);
    const { deliveries } = await versionOf(app, opened.jobId);
    expect(await mailOf(deliveries?.at(-1)?.deliveryId ?? '')).toBeNull();
  });
});
