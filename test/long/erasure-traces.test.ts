import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import { start, storedRun } from '../dispatch/support/scene.js';
import { tracesOf } from '../erasure/support/traces.js';
import { createJob } from '../evidence/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';
import { startReceiver } from '../webhook/support/receiver.js';

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

async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await sweepErasures(app.services);
}

/** Cancels a job and erases it. */
async function erase(jobId: string): Promise<void> {
  for (const name of ['cancelJob', 'eraseJob']) {
    expect((await restApi.call(app, name, { id: jobId, input: {} })).code).toBeUndefined();
  }
  await settle();
}

it('does not store a late response that names the address of a mail being sent', async () => {
  const to = 'curiex@example.com';
  let answer = () => {};
  const request = new Promise<void>((resolveRequest) => {
    receiver.rejectRecipients(
      (address) =>
        new Promise((resolve) => {
          resolveRequest();
          answer = () => resolve({ code: 550, text: `No mailbox here: ${address}` });
        }),
    );
  });
  const opened = await flow.paid(app, { requester_email: to });
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await request;
  expect((await restApi.call(app, 'eraseSiteCheck', opened)).code).toBeUndefined();
  await settle();
  answer();
  receiver.rejectRecipients(() => null);
  const mails = () => app.services.mails.listOf({ requestId: opened.id });
  await expect
    .poll(async () => (await mails()).some(({ status }) => status === 'failed'))
    .toBe(true);
  expect(await tracesOf(app, ['curiex'])).toEqual([]);
});

it('erases the candidates named for one job, and the reasons for cancelling its runs', async () => {
  const jobId = await createJob(app);
  const candidates = [{ label: 'Lovelacex', email: 'lovelacex@example.com' }];
  const { body } = await start(app, jobId, { candidates });
  await sendMails(app);
  expect(receiver.to('lovelacex@example.com')).toHaveLength(1);
  const input = { reason: 'Lovelacex asked for it.' };
  const cancelled = await restApi.call(app, 'cancelDispatchRun', { id: body.id, input });
  expect(cancelled.code).toBeUndefined();
  await erase(jobId);
  expect(await tracesOf(app, ['Lovelacex', 'lovelacex'])).toEqual([]);
});

it('stores no reason when a webhook receiver echoes its request', async () => {
  const echo = await startReceiver(({ text }) => ({ status: 500, body: text }));
  const posting = await startTestApp({ WEBHOOK_URL_HOSTS: echo.host });
  const endpoint = { url: echo.url, all_integrators: true, event_types: ['site_check.cancelled'] };
  await posting.rest('POST', '/v1/webhook-endpoints', { body: endpoint });
  const opened = await flow.paid(posting);
  const reason = 'Lovelacex is ill.';
  const cancelled = await restApi.call(posting, 'cancelSiteCheck', {
    ...opened,
    input: { reason },
  });
  expect(cancelled.code).toBeUndefined();
  await posting.services.relay.drain();
  await posting.services.followers.catchUp();
  await posting.services.webhooks.deliverDue();
  expect(echo.posts.map(({ body }) => body.data.reason)).toEqual([reason]);
  expect((await restApi.call(posting, 'eraseSiteCheck', opened)).code).toBeUndefined();
  await posting.services.relay.drain();
  await sweepErasures(posting.services);
  expect(await tracesOf(posting, ['Lovelacex'])).toEqual([]);
  await posting.stop();
  await echo.stop();
});

it('keeps no address of an offer that is mailed while its job is erased', async () => {
  const jobId = await createJob(app);
  const { mails } = app.services;
  const { queue } = mails;
  let isHeld = false;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // The address was read, and the mail is not stored yet.
  mails.queue = async (mail) => {
    if (mail.kind !== 'dispatch_offer') return queue(mail);
    isHeld = true;
    await held;
    return queue(mail);
  };
  const candidates = [{ label: 'Hamiltonx', email: 'hamiltonx@example.com' }];
  const { body } = await start(app, jobId, { candidates });
  await app.services.relay.drain();
  await expect.poll(() => isHeld).toBe(true);
  const erased = erase(jobId);
  await expect.poll(async () => (await storedRun(app, body.id)).threads[0]?.email).toBe(null);
  goOn();
  mails.queue = queue;
  await erased;
  expect(await tracesOf(app, ['Hamiltonx', 'hamiltonx'])).toEqual([]);
});

it('erases the first of many runs of a job too', async () => {
  const jobId = await createJob(app);
  for (let made = 0; made < 102; made += 1) {
    const candidates = [{ label: made === 0 ? 'Babbagex' : 'Somebody' }];
    const { body } = await start(app, jobId, { candidates });
    await restApi.call(app, 'cancelDispatchRun', { id: body.id, input: {} });
  }
  expect(await tracesOf(app, ['Babbagex'])).not.toEqual([]);
  await erase(jobId);
  expect(await tracesOf(app, ['Babbagex'])).toEqual([]);
});

it.each(apis)('over $name records who requested the erasure of a site check', async (api) => {
  for (const by of ['operator', 'requester']) {
    const opened = await flow.paid(app);
    const call = by === 'operator' ? { id: opened.id, key: pilotKey } : opened;
    expect((await api.call(app, 'eraseSiteCheck', call)).code).toBeUndefined();
    await settle();
    const events = app.db.collection('events');
    const emitted = await events.findOne({
      type: 'site_check.cancelled',
      'data.request_id': opened.id,
    });
    expect(emitted?.['data'].by).toBe(by);
  }
});
