import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../../src/aggregate/event-log.js';
import { newId } from '../../src/lib/ids.js';
import type { KpiSnapshot } from '../../src/modules/kpi/kpi.js';
import { createJob } from '../evidence/support/scene.js';
import { allEvents, counted, emit } from '../kpi/support/counted.js';
import * as flow from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type Json, startTestApp, type TestApp } from '../support/app.js';

const today = '2026-03-04';
const yesterday = '2026-03-03';
let app: TestApp;
const start = async () => {
  app = await startTestApp({}, { frozenAt: new Date(`${today}T10:00:00Z`) });
};
const stop = () => app.stop();

const otherFields = { jobs_open: 0, final: true, computed_at: expect.any(String) };
const snapshots = () => app.db.collection<KpiSnapshot>('kpi_snapshots');
const rows = () => snapshots().find().sort({ _id: 1 }).toArray();
const compute = async (input: Json) => {
  const { body } = await restApi.call(app, 'computeKpiSnapshot', { input });
  return body;
};
const dates = async () =>
  (await snapshots().find({ scopeType: 'global' }).sort({ snapshotDate: 1 }).toArray()).map(
    ({ snapshotDate }) => snapshotDate,
  );
/** Returns the figures that do not depend on the time of computation. */
const figuresOf = ({ metrics_payload }: Json) => {
  const { jobs_open: _j, final: _f, computed_at: _c, last_seq: _l, ...figures } = metrics_payload;
  return figures;
};

describe.each(apis)('over $name', (transport) => {
  beforeAll(start);
  afterAll(stop);
  const list = (input: Json) => transport.call(app, 'kpiSnapshots', { input });
  const create = (input: Json) => transport.call(app, 'computeKpiSnapshot', { input });

  it('returns counts of 0 and rates of null for a day and a scope without events', async () => {
    const { body } = await create({
      snapshot_date: '2026-02-01',
      scope_type: 'service',
      scope_key: 'sign_in_place',
    });
    expect(body.metrics_payload).toEqual({
      ...counted([], '2026-02-01', { about: [] }),
      ...otherFields,
      last_seq: 0,
    });
  });

  it.each([
    [{ snapshot_date: '2026-03-05' }, 'invalid_input'],
    [{ snapshot_date: '2026-02-30' }, 'invalid_input'],
    [{ snapshot_date: '2026-3-1' }, 'invalid_input'],
    [{ snapshot_date: today, scope_type: 'planet' }, 'scope_unknown'],
    [{ snapshot_date: today, scope_key: 'berlin' }, 'scope_unknown'],
    [{ snapshot_date: today, scope_type: 'market_city', scope_key: 'atlantis' }, 'scope_unknown'],
    [
      { snapshot_date: today, scope_type: 'service', scope_key: 'unknown_service' },
      'scope_unknown',
    ],
    [{ snapshot_date: today, scope_key: '' }, 'invalid_input'],
    [{ snapshot_date: today, scope_type: 'x'.repeat(41) }, 'invalid_input'],
    [{ snapshot_date: today, scope_key: 'x'.repeat(121) }, 'invalid_input'],
  ])('rejects computing %j: %s, and stores nothing', async (input, code) => {
    const before = await rows();
    expect((await create(input)).code).toBe(code);
    expect(await rows()).toEqual(before);
  });

  it.each([
    [{ from: yesterday, to: '2026-03-02' }, 'invalid_input'],
    [{ from: '2025-01-01', to: '2026-02-05' }, 'invalid_input'],
    [{ from: '2026-03-02', to: yesterday, scope_type: 'planet' }, 'scope_unknown'],
  ])('rejects listing %j: %s', async (input, code) => {
    expect((await list(input)).code).toBe(code);
  });

  it('lists 400 days', async () => {
    await create({ snapshot_date: '2026-02-04' });
    const { body } = await list({ from: '2025-01-01', to: '2026-02-04' });
    expect(body.at(-1)).toMatchObject({ snapshot_date: '2026-02-04' });
  });
});

describe('the figures', () => {
  beforeEach(start);
  afterEach(stop);

  it('count thousands of events of a day by scope, batch by batch', async () => {
    const places = [
      { latitude: 52.52, longitude: 13.4 },
      { latitude: 51.5, longitude: -0.12 },
      { latitude: 48.85, longitude: 2.35 },
    ];
    const keys = ['storefront_open', 'meter_or_parcel', undefined];
    const jobs: string[] = [];
    for (let i = 0; i < 9; i += 1) {
      jobs.push(await createJob(app, { ...places[i % 3], service_key: keys[Math.floor(i / 3)] }));
    }
    await app.services.relay.drain();
    const types = [
      'job.created',
      'job.opened',
      'job.assigned',
      'job.submitted',
      'job.submitted',
      'job.completed',
      'job.disputed',
      'job.failed',
      'job.expired',
      'job.cancelled',
      'job.in_progress',
      'site_check.received',
      'site_check.quoted',
      'site_check.unserviceable',
      'site_check.confirmed',
      'site_check.cancelled',
      'site_check.expired',
      'evidence.received',
      'evidence.validated',
      'evidence.rejected',
      'report.version_created',
      'report.delivered',
      'report.viewed',
      'report.withdrawn',
      'feedback.received',
      'dispatch.offered',
      'dispatch.accepted',
      'payment.paid',
      'payment.refunded',
      'email.sent',
      'email.failed',
      'customer.registered',
      'invite.created',
    ];
    const first = (await app.services.events.lastSeq()) + 1;
    const begin = Date.parse(`${yesterday}T00:00:00Z`) - hours(24);
    let random = 7;
    const below = (bound: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % bound;
    };
    // Events of two days in time order; the second day is computed.
    const times = Array.from({ length: 2_400 }, () => begin + below(days(2))).sort((a, b) => a - b);
    const events = times.map((at, index): LoggedEvent => {
      const type = types[below(types.length)] ?? '';
      const isGlobal = /^(email|customer)/.test(type);
      return {
        _id: newId(),
        seq: first + index,
        type,
        timestamp: new Date(at),
        revision: 1,
        integratorId: app.services.publicIntegratorId,
        data: {
          ...(!isGlobal && { job_id: jobs[below(jobs.length)] ?? null }),
          ...(type === 'feedback.received' && { rating: below(6) || null }),
          ...(type.startsWith('payment.') && {
            amount_minor: below(20_000),
            currency: ['EUR', 'GBP'][below(2)] ?? '',
          }),
        },
      };
    });
    await app.db.collection<LoggedEvent>('events').insertMany(events);
    const all = await allEvents(app);
    const ofDay = all.filter(({ timestamp }) => timestamp.toISOString().startsWith(yesterday));
    expect(ofDay.length).toBeGreaterThan(1_000);
    const requested = { snapshot_date: yesterday };
    const global = await compute(requested);
    expect(figuresOf(global)).toEqual(counted(all, yesterday));
    expect(global.metrics_payload).toMatchObject({
      jobs_open: 9,
      last_seq: Math.max(...ofDay.map(({ seq }) => seq)),
    });
    for (const [index, scope_key] of ['berlin', 'london', 'paris'].entries()) {
      const about = jobs.filter((_, i) => i % 3 === index);
      const row = await compute({ ...requested, scope_type: 'market_city', scope_key });
      expect(figuresOf(row)).toEqual(counted(all, yesterday, { about }));
      expect(row.metrics_payload.jobs_open).toBe(3);
    }
    for (const [index, scope_key] of ['storefront_open', 'meter_or_parcel', 'default'].entries()) {
      const about = jobs.slice(3 * index, 3 * index + 3);
      const row = await compute({ ...requested, scope_type: 'service', scope_key });
      expect(figuresOf(row)).toEqual(counted(all, yesterday, { about }));
    }
  });

  it('count customer actions, and use the turnaround of the selected offer', async () => {
    const express = await flow.request(app);
    await flow.select(app, express, 'express_24h');
    await flow.end(app, await flow.checkout(app, express), 'paid');
    const standard = await flow.paid(app);
    await flow.request(app, flow.nowhere);
    const cancelled = await flow.paid(app);
    await app.rest('POST', `/v1/public/site-checks/${cancelled.id}/cancel`, {
      key: null,
      body: { access_token: cancelled.token },
    });
    const api = await createJob(app);
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    app.advance(hours(30));
    for (const jobId of [express.jobId, standard.jobId, api]) {
      await flow.capture(app, jobId, await flow.assign(app, jobId));
    }
    app.advance(hours(1));
    await restApi.call(app, 'submitSiteCheckFeedback', {
      ...express,
      input: { rating: 2, verdict: 'disputed', comment: 'It is another shop.' },
    });
    await app.services.followers.catchUp();
    const events = await allEvents(app);
    const turnaround = { [express.jobId]: 24, [standard.jobId]: 72 };
    const [first, second] = [today, '2026-03-05'];
    const bought = await compute({ snapshot_date: first });
    const delivered = await compute({ snapshot_date: second });
    expect(figuresOf(bought)).toEqual(counted(events, first, { turnaround }));
    expect(figuresOf(delivered)).toEqual(counted(events, second, { turnaround }));
    expect(bought.metrics_payload).toMatchObject({
      site_checks_received: 4,
      site_checks_unserviceable: 1,
      site_checks_confirmed: 3,
      confirmation_rate: 1,
      site_checks_cancelled: 1,
      final: true,
    });
    expect(Object.keys(bought.metrics_payload.revenue_minor)).toEqual(['EUR']);
    expect(Object.keys(bought.metrics_payload.refunds_minor)).toEqual(['EUR']);
    expect(delivered.metrics_payload).toMatchObject({
      jobs_submitted: 3,
      jobs_completed: 3,
      dispute_rate: 0.3333,
      hours_to_submit_p50: 30,
      hours_to_submit_p90: 30,
      on_time_rate: 0.6667,
      rating_average: 2,
      final: false,
    });
  });

  describe('a missing day', () => {
    it('is computed for the last 31 days, and for none before the first event', async () => {
      await emit(app, 'customer.registered', '2026-03-02T09:00:00Z');
      await app.services.schedules.runDue();
      expect(await dates()).toEqual(['2026-03-02', '2026-03-03']);
      app.advance(days(40));
      await app.services.schedules.runDue();
      const all = await dates();
      expect(all.slice(0, 3)).toEqual(['2026-03-02', '2026-03-03', '2026-03-13']);
      expect(all).toHaveLength(2 + 31);
      expect(all.at(-1)).toBe('2026-04-12');
      expect(app.now().toISOString()).toMatch('2026-04-13');
    });

    it('does not exist before the first event', async () => {
      await app.services.schedules.runDue();
      expect(await rows()).toEqual([]);
    });

    it('is one that was computed before its end', async () => {
      await emit(app, 'email.sent', `${today}T09:00:00Z`);
      const { id, metrics_payload } = await compute({ snapshot_date: today });
      expect(metrics_payload).toMatchObject({ final: false, mails_sent: 1 });
      await emit(app, 'email.sent', `${today}T20:00:00Z`);
      app.advance(hours(15));
      await app.services.schedules.runDue();
      expect((await snapshots().findOne({ _id: id }))?.metrics).toMatchObject({
        final: true,
        mails_sent: 2,
      });
    });

    it('is one whose computation was killed: its partial results are replaced', async () => {
      const job_id = await createJob(app);
      await emit(app, 'job.failed', `${yesterday}T09:00:00Z`, { job_id });
      await app.services.schedules.runDue();
      const [city] = await snapshots().find({ scopeType: 'market_city' }).toArray();
      expect(city?.metrics).toMatchObject({ jobs_failed: 1 });
      // The global figures are stored last.
      await snapshots().deleteOne({ scopeType: 'global', snapshotDate: yesterday });
      app.advance(days(1));
      await app.services.schedules.runDue();
      expect(await dates()).toEqual([yesterday, today]);
      const again = await snapshots().findOne({ _id: city?._id ?? '' });
      expect(again?.updatedAt).toEqual(app.now());
      expect(again?.createdAt).toEqual(city?.createdAt);
    });
  });

  it('are computed once by two concurrent computations, and never replaced by fewer events', async () => {
    await emit(app, 'email.sent', `${yesterday}T09:00:00Z`);
    const requested = { snapshot_date: yesterday, scope_type: 'service', scope_key: 'default' };
    const both = await Promise.all([compute(requested), compute(requested), compute(requested)]);
    expect(new Set(both.map(({ id }) => id)).size).toBe(1);
    expect(await rows()).toHaveLength(2);
    await snapshots().updateMany({}, { $set: { 'metrics.last_seq': 1_000 } });
    const before = await rows();
    app.advance(1000);
    await compute(requested);
    expect(await rows()).toEqual(before);
  });

  it('count late events in a second computation, and keep the first count of jobs in progress', async () => {
    const job = await createJob(app);
    await emit(app, 'job.failed', `${yesterday}T07:00:00Z`, { job_id: job });
    await app.services.schedules.runDue();
    const before = await rows();
    expect(before).toHaveLength(3);
    await app.rest('POST', `/v1/jobs/${job}/cancel`, { body: {} });
    const late = await emit(app, 'job.failed', `${yesterday}T08:00:00Z`, { job_id: job });
    app.advance(days(1));
    await app.services.schedules.runDue();
    const again = await snapshots().find({ snapshotDate: yesterday }).sort({ _id: 1 }).toArray();
    expect(again).toEqual(
      before.map((row) => ({
        ...row,
        metrics: {
          ...row.metrics,
          jobs_failed: 2,
          jobs_open: 1,
          computed_at: app.now().toISOString(),
          last_seq: late.seq,
        },
        updatedAt: app.now(),
      })),
    );
    // Days that were checked once are not computed again.
    app.advance(days(1));
    await app.services.schedules.runDue();
    expect(await snapshots().find({ snapshotDate: yesterday }).sort({ _id: 1 }).toArray()).toEqual(
      again,
    );
  });
});
