import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KpiSnapshot } from '../../src/modules/kpi/kpi.js';
import { createJob } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { hours, type Json, startTestApp, type TestApp } from '../support/app.js';
import { allEvents, counted, emit } from './support/counted.js';

const today = '2026-03-04';
const yesterday = '2026-03-03';
const dayBefore = '2026-03-02';
let app: TestApp;
const jobs: string[] = [];
beforeAll(async () => {
  app = await startTestApp({}, { frozenAt: new Date(`${dayBefore}T10:00:00Z`) });
  for (const service_key of ['storefront_open', 'unknown_service', undefined, undefined]) {
    jobs.push(await createJob(app, { service_key }));
  }
  jobs.push(await createJob(app, { latitude: 51.5, longitude: -0.12 }));
  const at = (hour: number, date = yesterday) => `${date}T${String(hour).padStart(2, '0')}:30:00Z`;
  for (const [index, job_id] of jobs.entries()) {
    await emit(app, 'job.submitted', at(index * 4), { job_id });
    if (index < 4) await emit(app, 'job.completed', at(index * 4 + 1), { job_id });
  }
  await emit(app, 'job.disputed', at(20), { job_id: jobs[0]! });
  for (const [rating, job_id] of [5, 4, null, 4].entries()) {
    await emit(app, 'feedback.received', at(21), { job_id: jobs[rating]!, rating: job_id });
  }
  const paid = { amount_minor: 4900, currency: 'EUR', job_id: jobs[1]! };
  await emit(app, 'payment.paid', at(21), paid);
  await emit(app, 'payment.paid', at(22), { ...paid, amount_minor: 100 });
  await emit(app, 'payment.paid', at(22), { ...paid, currency: 'GBP', job_id: jobs[4]! });
  await emit(app, 'payment.refunded', at(23), paid);
  await emit(app, 'email.sent', at(23));
  await emit(app, 'customer.registered', `${yesterday}T23:59:59.999Z`);
  await emit(app, 'customer.registered', `${today}T00:00:00Z`);
  app.advance(hours(48));
});
afterAll(() => app.stop());

const otherFields = { jobs_open: 5, final: true, computed_at: expect.any(String) };
const snapshots = () => app.db.collection<KpiSnapshot>('kpi_snapshots');
const rows = () => snapshots().find().sort({ _id: 1 }).toArray();

it('computes the day before automatically at 01:00 UTC, for each scope with an event', async () => {
  await app.services.schedules.runDue();
  const stored = await snapshots().find({ snapshotDate: yesterday }).toArray();
  const events = await allEvents(app);
  const last_seq = events.at(-2)?.seq;
  const metricsOf = (scopeType: string, scopeKey: string) =>
    stored.find((row) => row.scopeType === scopeType && row.scopeKey === scopeKey)?.metrics;
  const berlin = jobs.slice(0, 4);
  expect(metricsOf('global', 'default')).toEqual({
    ...counted(events, yesterday),
    ...otherFields,
    last_seq,
  });
  expect(metricsOf('market_city', 'berlin')).toEqual({
    ...counted(events, yesterday, { about: berlin }),
    ...otherFields,
    jobs_open: 4,
    last_seq,
  });
  // A service that is not in the catalogue counts as the default one.
  expect(metricsOf('service', 'default')).toEqual({
    ...counted(events, yesterday, { about: jobs.slice(1) }),
    ...otherFields,
    jobs_open: 4,
    last_seq,
  });
  expect(stored.map(({ scopeType, scopeKey }) => `${scopeType}/${scopeKey}`).sort()).toEqual([
    'global/default',
    'market_city/berlin',
    'market_city/london',
    'service/default',
    'service/storefront_open',
  ]);
  expect(metricsOf('global', 'default')).toMatchObject({
    dispute_rate: 0.25,
    rating_average: 4.3333,
    revenue_minor: { EUR: 5000, GBP: 4900 },
    hours_to_submit_p50: 22.5,
    customers_registered: 1,
  });
});

it('reports in /readyz and /metrics when the figures were last computed', async () => {
  app.advance(90_000);
  const ready = (await app.rest('GET', '/readyz')).body.schedules.figures;
  expect(ready).toEqual({
    status: 'ok',
    last_run_at: new Date(app.now().getTime() - 90_000).toISOString(),
    age_seconds: 90,
  });
  const text = await app.metrics();
  const at = (app.now().getTime() - 90_000) / 1000;
  expect(text).toContain(`schedule_last_run_timestamp_seconds{schedule="figures"} ${at}`);
  expect(text).toContain('schedule_last_run_age_seconds{schedule="figures"} 90');
});

describe.each(apis)('over $name', (api) => {
  const list = (input: Json, key?: string | null) =>
    api.call(app, 'kpiSnapshots', { input, ...(key !== undefined && { key }) });
  const create = (input: Json, key?: string | null) =>
    api.call(app, 'computeKpiSnapshot', { input, ...(key !== undefined && { key }) });

  it('lists a scope by day, with the documented keys', async () => {
    const { body } = await list({ from: dayBefore, to: yesterday });
    expect(body.map((row: Json) => row.snapshot_date)).toEqual([dayBefore, yesterday]);
    const stored = await snapshots().findOne({ _id: body[1].id });
    expect(body[1]).toEqual({
      id: stored?._id,
      scope_type: 'global',
      scope_key: 'default',
      snapshot_date: yesterday,
      metrics_payload: stored?.metrics,
      created_at: stored?.createdAt.toISOString(),
      updated_at: stored?.updatedAt.toISOString(),
    });
    const city = { scope_type: 'market_city', scope_key: 'london' };
    expect((await list({ ...city, from: yesterday, to: today })).body).toHaveLength(1);
    expect((await list({ from: '2020-01-01', to: '2020-12-31' })).body).toEqual([]);
  });

  it('computes a day again under the same id, and an unfinished day as not final', async () => {
    const { body } = await create({ snapshot_date: yesterday });
    const before = await snapshots().findOne({ _id: body.id });
    app.advance(1000);
    expect((await create({ snapshot_date: yesterday })).body).toEqual({
      ...body,
      metrics_payload: { ...body.metrics_payload, computed_at: app.now().toISOString() },
      updated_at: app.now().toISOString(),
    });
    expect(await snapshots().findOne({ _id: body.id })).toEqual({
      ...before,
      metrics: { ...before?.metrics, computed_at: app.now().toISOString() },
      updatedAt: app.now(),
    });
    const { body: unfinished } = await create({ snapshot_date: today });
    expect(unfinished.metrics_payload).toMatchObject({ final: false, customers_registered: 1 });
  });

  it.each([
    [{ snapshot_date: '2026-03-05' }, 'invalid_input'],
    [{ snapshot_date: today, scope_type: 'market_city', scope_key: 'atlantis' }, 'scope_unknown'],
  ])('rejects computing %j: %s, and stores nothing', async (input, code) => {
    const before = await rows();
    expect((await create(input)).code).toBe(code);
    expect(await rows()).toEqual(before);
  });

  it('is for operators', async () => {
    const other = await app.keyFor(`reader-${api.name}`, ['jobs:read', 'jobs:write']);
    for (const call of [list, create]) {
      const input = call === list ? { from: today, to: today } : { snapshot_date: today };
      expect((await call(input, null)).code).toBe('api_key_missing');
      expect((await call(input, 'vk_wrong')).code).toBe('api_key_invalid');
      expect((await call(input, other)).code).toBe('scope_missing');
    }
  });
});
