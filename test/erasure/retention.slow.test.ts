import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteCheck } from '../../src/modules/site-check/site-check.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { ingest, storedMessage } from '../inbox/support/scene.js';
import * as flow from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, hours, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RETENTION_DAYS: '10' });
});
afterAll(() => app.stop());

const sweep = () => app.services.schedules.runDue();

async function cancelled(): Promise<string> {
  const id = await createJob(app, { objective: 'Is the old shop open?' });
  expect((await app.rest('POST', `/v1/jobs/${id}/cancel`, { body: {} })).status).toBe(200);
  return id;
}

it('erases finished jobs RETENTION_DAYS after their last change', async () => {
  const job = await cancelled();
  const check = await flow.request(app, { objective: 'Is the old shop open?' });
  await app.rest('POST', `/v1/public/site-checks/${check.id}/cancel`, {
    key: null,
    body: { access_token: check.token },
  });
  const open = await createJob(app);
  const { mails } = app.services;
  const mail = await mails.queue({
    kind: 'outbound',
    to: 'ada@example.com',
    about: {},
    text: 'Hello',
  });
  app.advance(days(9));
  const young = await cancelled();
  await sweep();
  expect(await stored(app, job)).not.toHaveProperty('erasedAt');
  app.advance(days(1));
  await sweep();
  expect(await stored(app, job)).toMatchObject({ objective: '[erased]', status: 'cancelled' });
  expect(await flow.stored(app, check.id)).toMatchObject({ objective: '[erased]' });
  for (const kept of [young, open]) expect(await stored(app, kept)).not.toHaveProperty('erasedAt');

  app.advance(days(9));
  await sweep();
  expect(await stored(app, young)).toHaveProperty('erasedAt');
  expect(await mails.get(mail._id)).toMatchObject({ to: 'ada@example.com', text: 'Hello' });
  app.advance(days(72));
  await sweep();
  expect(await mails.get(mail._id)).toMatchObject({ to: null, toKey: null, text: null });
});

it('deletes job schedules RETENTION_DAYS after they ended or were cancelled', async () => {
  const make = async () => {
    const { nonce: _, ...job } = jobBody() as Json;
    // After the days of these tests, so that it creates no job.
    const starts_at = new Date(app.now().getTime() + days(3_000)).toISOString().slice(0, 16);
    const input = { job, starts_at, rrule: 'FREQ=MONTHLY' };
    return (await restApi.call(app, 'createJobSchedule', { input })).body.schedule_id;
  };
  const [active, cancelled] = [await make(), await make()];
  await restApi.call(app, 'cancelJobSchedule', { id: cancelled });
  const ids = async () =>
    (await app.db.collection('job_schedules').find().toArray()).map(({ _id }) => String(_id));
  app.advance(days(9));
  await sweep();
  expect((await ids()).sort()).toEqual([active, cancelled].sort());
  app.advance(days(2));
  await sweep();
  expect(await ids()).toEqual([active]);
});

it('retries jobs that could not be erased earlier', async () => {
  const check = await flow.paid(app, { objective: 'Is the old shop open?' });
  await app.rest('POST', `/v1/public/site-checks/${check.id}/cancel`, {
    key: null,
    body: { access_token: check.token },
  });
  const requests = app.db.collection<SiteCheck>('site_checks');
  const owe = (due: 'refund' | null) =>
    requests.updateOne({ _id: check.id }, { $set: { 'checkouts.0.due': due } });
  // A refund by a provider that is no longer configured.
  await requests.updateOne({ _id: check.id }, { $set: { 'checkouts.0.provider': 'stripe' } });
  await owe('refund');
  app.advance(days(11));
  await sweep();
  expect(await stored(app, check.jobId)).not.toHaveProperty('erasedAt');
  await owe(null);
  app.advance(hours(1));
  await sweep();
  expect(await stored(app, check.jobId)).toHaveProperty('erasedAt');
  expect(await flow.stored(app, check.id)).toMatchObject({ objective: '[erased]' });
});

it('erases the bodies of messages 365 days after they were resolved or ignored', async () => {
  const close = (id: string, processing_status: string) =>
    restApi.call(app, 'setEmailMessageStatus', { id, input: { processing_status } });
  const fields = { body_text: 'The key is under the mat.', body_html: '<p>The mat</p>' };
  const made = () => ingest(app, { ...fields, subject: 'The key' });
  const [resolved, ignored, open, reopened] = [
    await made(),
    await made(),
    await made(),
    await made(),
  ];
  await close(resolved, 'resolved');
  await close(ignored, 'ignored');
  await close(reopened, 'resolved');
  await close(reopened, 'in_progress');
  const texts = async (id: string) => {
    const { bodyText, bodyHtml, subject, fromEmail } = (await storedMessage(app, id))!;
    return { bodyText, bodyHtml, subject, fromEmail };
  };
  const kept = await texts(resolved);
  expect(kept).toMatchObject({ bodyText: fields.body_text, bodyHtml: fields.body_html });
  app.advance(days(364));
  await sweep();
  expect([await texts(resolved), await texts(ignored)]).toEqual([kept, kept]);

  app.advance(days(2));
  await sweep();
  const erased = { ...kept, bodyText: '[erased]', bodyHtml: null };
  expect([await texts(resolved), await texts(ignored)]).toEqual([erased, erased]);
  expect([await texts(open), await texts(reopened)]).toEqual([kept, kept]);
  // Erased once: they are not found again.
  const before = await storedMessage(app, resolved);
  app.advance(days(366));
  await sweep();
  expect(await storedMessage(app, resolved)).toEqual(before);
});

it('erases nothing by age with RETENTION_DAYS=0', async () => {
  const own = await startTestApp({ RETENTION_DAYS: '0' });
  const id = await createJob(own);
  await own.rest('POST', `/v1/jobs/${id}/cancel`, { body: {} });
  own.advance(days(10_000));
  await own.services.schedules.runDue();
  expect(await stored(own, id)).not.toHaveProperty('erasedAt');
  await own.stop();
});

it('erases 100 jobs an hour in all processes together, the oldest first', async () => {
  const template = await stored(app, await cancelled());
  const copies = Array.from({ length: 130 }, (_, index) => ({
    ...template,
    _id: `old-${String(index).padStart(3, '0')}`,
    nonce: `old-${index}`,
    updatedAt: new Date(app.now().getTime() + index),
    outbox: [],
  }));
  await app.jobs.insertMany(copies);
  app.advance(days(11));
  const ids = copies.map(({ _id }) => _id);
  const erased = () => app.jobs.countDocuments({ _id: { $in: ids }, objective: '[erased]' });
  await Promise.all([sweep(), sweep()]);
  expect(await erased()).toBeGreaterThanOrEqual(99);
  expect(await erased()).toBeLessThanOrEqual(100);
  await sweep();
  expect(await erased()).toBeLessThanOrEqual(100);
  app.advance(hours(1));
  await sweep();
  expect(await erased()).toBe(130);
});

it('continues after jobs with a pending refund, and retries them later', async () => {
  const own = await startTestApp({ RETENTION_DAYS: '10' });
  const hourly = async (runs: number) => {
    for (let run = 0; run < runs; run++) {
      own.advance(hours(1));
      await own.services.schedules.runDue();
    }
  };
  const paid = await flow.paid(own);
  const body = { access_token: paid.token };
  await own.rest('POST', `/v1/public/site-checks/${paid.id}/cancel`, { key: null, body });
  const retryAt = new Date(own.now().getTime() + days(1_000));
  const setRefund = (set: object) => own.siteChecks.updateOne({ _id: paid.id }, { $set: set });
  await setRefund({ 'checkouts.0.due': 'refund', retryAt });
  const { _id, ...job } = await stored(own, paid.jobId);
  const copies = Array.from({ length: 120 }, (_, index) => ({
    ...job,
    _id: `owed-${index}`,
    nonce: `owed-${index}`,
    updatedAt: new Date(own.now().getTime() + index),
  }));
  await own.jobs.insertMany(copies);
  own.advance(days(1));
  const free = await createJob(own);
  await own.rest('POST', `/v1/jobs/${free}/cancel`, { body: {} });
  own.advance(days(11));
  await hourly(2);
  expect(await stored(own, free)).toHaveProperty('erasedAt');
  expect(await own.jobs.countDocuments({ erasedAt: { $exists: true } })).toBe(1);

  await setRefund({ 'checkouts.0.due': null });
  await hourly(3);
  expect(await stored(own, paid.jobId)).toHaveProperty('erasedAt');
  await own.stop();
});
