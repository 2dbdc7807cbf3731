import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/modules/catalogue/catalogue.js';
import type { Job } from '../../src/modules/job/job.js';
import { alertsOf, freeRelay, lagRelay, startCadenceApp } from '../cadence/support/scene.js';
import { ingest } from '../inbox/support/scene.js';
import { paid } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, hours, jobBody, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startCadenceApp();
});
afterAll(() => app.stop());
afterEach(async () => {
  // Otherwise a late follower would create the job of a paid request again.
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await app.jobs.deleteMany({});
});

const berlin = { latitude: 52.5219, longitude: 13.4132 };
const ago = (milliseconds: number) => new Date(app.now().getTime() - milliseconds);

/** Stores a job with these fields. */
async function job(fields: Partial<Job>): Promise<string> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody(berlin) });
  await app.jobs.updateOne({ _id: body.job_id }, { $set: fields, $unset: { dueAt: '' } });
  return body.job_id;
}

/** Appends events to the log. */
async function log(events: { type: string; timestamp: Date; data?: object }[]): Promise<void> {
  await app.services.relay.drain();
  let seq = await app.services.events.lastSeq();
  await app.db.collection('events').insertMany(
    events.map((event) => {
      seq += 1;
      return {
        _id: randomUUID() as never,
        seq,
        integratorId: 'x',
        revision: 1,
        data: {},
        ...event,
      };
    }),
  );
}

const none = {};

it('reports no alert for an unused service', async () => {
  expect(await alertsOf(app)).toEqual(none);
});

describe('job_overdue', () => {
  it('is active for API jobs open or assigned for over 72 h, and for no others', async () => {
    await job({ status: 'open', openedAt: ago(hours(72)) });
    await job({ status: 'in_progress', openedAt: ago(hours(100)) });
    await job({ status: 'created', openedAt: null });
    expect(await alertsOf(app)).toEqual(none);
    const late = await job({ status: 'assigned', openedAt: ago(hours(72) + 1) });
    expect(await alertsOf(app)).toEqual({ job_overdue: 'warning' });
    await app.jobs.updateOne({ _id: late }, { $set: { status: 'completed' } });
    expect(await alertsOf(app)).toEqual(none);
  });

  it('is active for API jobs after 72 h even if every offer of the catalogue takes longer', async () => {
    await job({ status: 'open', openedAt: ago(hours(72) + 1) });
    const catalogue = app.services.catalogue as { offers: Catalogue['offers'] };
    const { offers } = catalogue;
    catalogue.offers = offers.map((offer) => ({ ...offer, turnaround_hours: 96 }));
    try {
      expect(await alertsOf(app)).toEqual({ job_overdue: 'warning' });
    } finally {
      catalogue.offers = offers;
    }
  });

  it('uses the turnaround of the selected offer for jobs of site checks', async () => {
    const { jobId } = await paid(app);
    await app.jobs.updateOne({ _id: jobId }, { $set: { openedAt: ago(hours(72)) } });
    expect(await alertsOf(app)).toEqual(none);
    const { requestId } = (await app.jobs.findOne({ _id: jobId })) as Job;
    await app.siteChecks.updateOne(
      { _id: requestId ?? '' },
      { $set: { 'selectedOffer.turnaroundHours': 24 } },
    );
    await app.jobs.updateOne({ _id: jobId }, { $set: { openedAt: ago(hours(24) + 1) } });
    expect(await alertsOf(app)).toEqual({ job_overdue: 'warning' });
  });

  it('is critical from five jobs if they are a tenth of the open ones', async () => {
    const old = { status: 'open', openedAt: ago(days(4)) } as const;
    for (let i = 0; i < 4; i += 1) await job(old);
    expect(await alertsOf(app)).toEqual({ job_overdue: 'warning' });
    await job(old);
    expect(await alertsOf(app)).toEqual({ job_overdue: 'critical' });
    const fresh = (await app.jobs.findOne({ _id: await job({ status: 'in_progress' }) })) as Job;
    const copies = (count: number) =>
      app.jobs.insertMany(
        Array.from({ length: count }, () => ({ ...fresh, _id: randomUUID(), nonce: randomUUID() })),
      );
    await copies(44);
    expect(await alertsOf(app)).toEqual({ job_overdue: 'critical' });
    await copies(1);
    expect(await alertsOf(app)).toEqual({ job_overdue: 'warning' });
  });

  it('counts the jobs nearest to the city for the scope of a market city', async () => {
    await job({ status: 'open', openedAt: ago(days(4)) });
    expect(await alertsOf(app, 'berlin')).toEqual({ job_overdue: 'warning' });
    expect(await alertsOf(app, 'vienna')).toEqual(none);
    expect(await alertsOf(app, 'no-city')).toEqual({ job_overdue: 'warning' });
  });
});

it('review_waiting is active for a job submitted over 24 h ago', async () => {
  const id = await job({ status: 'submitted', submittedAt: ago(days(1)) });
  expect(await alertsOf(app)).toEqual(none);
  await app.jobs.updateOne({ _id: id }, { $set: { submittedAt: ago(days(1) + 1) } });
  expect(await alertsOf(app)).toEqual({ review_waiting: 'warning' });
});

it('dispute_waiting is active for a dispute older than 48 h', async () => {
  const feedback = (at: Date) => [{ verdict: 'disputed', createdAt: at }] as Job['feedback'];
  const completedAt = ago(days(9));
  const id = await job({ status: 'disputed', completedAt, feedback: feedback(ago(days(2))) });
  expect(await alertsOf(app)).toEqual(none);
  await app.jobs.updateOne({ _id: id }, { $set: { feedback: feedback(ago(days(2) + 1)) } });
  expect(await alertsOf(app)).toEqual({ dispute_waiting: 'warning' });
});

it('dispatch_exhausted is active while the last run of an open job is exhausted', async () => {
  const jobId = await job({ status: 'open', openedAt: app.now() });
  const run = (status: string, createdAt: Date) =>
    app.db.collection('dispatch_runs').insertOne({ jobId, status, createdAt });
  await run('cancelled', ago(3));
  expect(await alertsOf(app)).toEqual(none);
  await run('exhausted', ago(2));
  expect(await alertsOf(app)).toEqual({ dispatch_exhausted: 'warning' });
  expect(await alertsOf(app, 'vienna')).toEqual(none);
  await run('offering', ago(1));
  expect(await alertsOf(app)).toEqual(none);
  await app.db.collection('dispatch_runs').deleteMany({ status: 'offering' });
  await app.jobs.updateOne({ _id: jobId }, { $set: { status: 'assigned' } });
  expect(await alertsOf(app)).toEqual(none);
  await app.db.collection('dispatch_runs').deleteMany({});
});

it('ticket_overdue is active until the ticket is done, rejected or cancelled', async () => {
  const deadline = app.now().toISOString();
  const input = { requesting_plane: 'a', owning_plane: 'b', objective: 'c', deadline };
  const { body: ticket } = await restApi.call(app, 'createDirectorTicket', { input });
  expect(await alertsOf(app)).toEqual(none);
  app.advance(1);
  expect(await alertsOf(app)).toEqual({ ticket_overdue: 'warning' });
  const call = { id: ticket.id, input: { status: 'done' } };
  await restApi.call(app, 'updateDirectorTicket', call);
  expect(await alertsOf(app)).toEqual(none);
});

it('inbox_waiting is active for a message that is new or in review after 24 h', async () => {
  const id = await ingest(app, { received_at: ago(days(1)).toISOString() });
  expect(await alertsOf(app)).toEqual(none);
  app.advance(1);
  expect(await alertsOf(app)).toEqual({ inbox_waiting: 'warning' });
  const move = (processing_status: string) =>
    restApi.call(app, 'setEmailMessageStatus', { id, input: { processing_status } });
  await move('human_review');
  expect(await alertsOf(app)).toEqual({ inbox_waiting: 'warning' });
  await move('resolved');
  expect(await alertsOf(app)).toEqual(none);
});

it('mail_failing is active if five mails failed within an hour and none was sent', async () => {
  const failed = (count: number, timestamp: Date) =>
    log(Array.from({ length: count }, () => ({ type: 'email.failed', timestamp })));
  await failed(1, ago(hours(1) + 1));
  await failed(4, ago(hours(1)));
  expect(await alertsOf(app)).toEqual(none);
  await failed(1, app.now());
  expect(await alertsOf(app)).toEqual({ mail_failing: 'critical' });
  await log([{ type: 'email.sent', timestamp: ago(hours(1)) }]);
  expect(await alertsOf(app)).toEqual(none);
});

it('evidence_failing is active while under 60 % of at least 20 items passed in 24 h', async () => {
  const job_id = await job({ status: 'in_progress' });
  const items = (count: number, type: string, timestamp = app.now()) =>
    log(Array.from({ length: count }, () => ({ type, timestamp, data: { job_id } })));
  await items(9, 'evidence.rejected', ago(days(1) + 1));
  await items(11, 'evidence.validated');
  await items(8, 'evidence.rejected');
  expect(await alertsOf(app)).toEqual(none);
  await items(1, 'evidence.rejected');
  expect(await alertsOf(app)).toEqual({ evidence_failing: 'warning' });
  expect(await alertsOf(app, 'vienna')).toEqual(none);
  await items(2, 'evidence.validated');
  expect(await alertsOf(app)).toEqual({ evidence_failing: 'warning' });
  await items(1, 'evidence.validated');
  expect(await alertsOf(app)).toEqual(none);
});

it('refund_stuck is active for a refund pending for over 24 h, or rejected five times', async () => {
  const { id } = await paid(app);
  const owe = (fields: object) =>
    app.siteChecks.updateOne(
      { _id: id },
      {
        $set: {
          retryAt: new Date(app.now().getTime() + days(365)),
          'checkouts.0.due': 'refund',
          ...fields,
        },
      },
    );
  await owe({ 'checkouts.0.owedAt': ago(days(1)) });
  expect(await alertsOf(app)).toEqual(none);
  await owe({ 'checkouts.0.refundAttempts': 5 });
  expect(await alertsOf(app)).toEqual({ refund_stuck: 'critical' });
  await owe({ 'checkouts.0.owedAt': ago(days(1) + 1), 'checkouts.0.refundAttempts': 4 });
  expect(await alertsOf(app)).toEqual({ refund_stuck: 'critical' });
  await app.siteChecks.deleteMany({});
  expect(await alertsOf(app)).toEqual(none);
});

it('relay_lag is active while an event has waited for over a minute', async () => {
  await lagRelay(app, 30);
  expect(await alertsOf(app)).toEqual(none);
  await freeRelay(app);
  await lagRelay(app, 61);
  expect(await alertsOf(app)).toEqual({ relay_lag: 'critical' });
  await freeRelay(app);
  expect(await alertsOf(app)).toEqual(none);
});
