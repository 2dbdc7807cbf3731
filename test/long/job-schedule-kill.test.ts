import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import type { JobSchedule } from '../../src/modules/job-schedule/job-schedule.js';
import { days, hours, type Json, jobBody, pilotKey, startTestApp } from '../support/app.js';
import { killServices } from '../support/process.js';
import { until } from '../support/until.js';
import { startCutStore } from './support/cut-store.js';
import { spawnLater } from './support/later-process.js';

afterEach(killServices);

it('creates the job of a date once: after a kill, in two processes, and of a year only the latest', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const app = await startTestApp({ MONGODB_DB });
  const cut = await startCutStore(inject('mongodbUri'));
  const env = { MONGODB_DB, PILOT_API_KEY: pilotKey };
  const direct = { ...env, MONGODB_URI: inject('mongodbUri') };
  try {
    const { nonce: _, ...job } = jobBody({ auto_open: false }) as Json;
    const starts_at = new Date(app.now().getTime() + hours(2)).toISOString().slice(0, 16);
    const { body } = await app.rest('POST', '/v1/job-schedules', {
      body: { job, starts_at, time_zone: 'UTC', rrule: 'FREQ=WEEKLY' },
    });
    const scheduleId = body.schedule_id;
    const schedule = () =>
      app.db.collection<JobSchedule>('job_schedules').findOne({ _id: scheduleId });
    const jobs = () => app.jobs.find({ scheduleId }).sort({ createdAt: 1 }).toArray();
    await app.services.relay.drain();

    // The job is stored, but not that it was created.
    const first = spawnLater({ ...env, MONGODB_URI: cut.uri }, hours(3));
    cut.killAt(first.child, 'update', 'job_schedules', { text: 'lastJobId' });
    await first.ended;
    const [made, ...more] = await jobs();
    expect(more).toEqual([]);
    expect(await schedule()).toMatchObject({ status: 'active', lastJobId: null, revision: 1 });

    for (let i = 0; i < 2; i++) spawnLater(direct, hours(3));
    await until(async () => (await schedule())?.lastJobId === made?._id);
    expect(await jobs()).toHaveLength(1);
    await killServices();

    for (let i = 0; i < 2; i++) spawnLater(direct, days(365));
    await until(async () => (await schedule())?.lastJobId !== made?._id);
    const [, latest, ...others] = await jobs();
    expect(others).toEqual([]);
    const { lastJobId, lastDate, nextDates } = (await schedule()) as JobSchedule;
    expect(lastJobId).toBe(latest?._id);
    const start = new Date(body.next_dates[0]).getTime();
    expect(lastDate?.getTime()).toBe(start + days(7 * 52));
    expect(nextDates[0]?.getTime()).toBe(start + days(7 * 53));
  } finally {
    await killServices();
    cut.stop();
    await app.stop();
  }
}, 180_000);
