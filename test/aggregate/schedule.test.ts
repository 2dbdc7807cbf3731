import { pino } from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createSchedules,
  dailyAt,
  every,
  type Schedule,
  type Schedules,
} from '../../src/aggregate/schedule.js';
import { newId } from '../../src/lib/ids.js';
import { day, hour, minute, second } from '../../src/lib/units.js';
import { useServer } from '../embedded/server.js';

const server = useServer();
const log = pino({ level: 'silent' });
let now = new Date('2026-03-01T12:00:00Z');
let name = '';
beforeEach(() => {
  now = new Date('2026-03-01T12:00:00Z');
  name = `test-${newId()}`;
});

/** Simulates a separate process with one schedule. */
function processWith(run: Schedule['run'], nextAfter = every(hour)): Schedules {
  const schedules = createSchedules({ db: server.db, clock: { now: () => now }, log });
  schedules.add({ name, nextAfter, run });
  return schedules;
}

/** A run that lasts until `end` is called, and a promise of its start. */
function longRun() {
  let end = () => {};
  let begin = (_signal: AbortSignal) => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  const run: Schedule['run'] = async ({ signal }) => {
    begin(signal);
    await ended;
    signal.throwIfAborted();
  };
  return { run, begun, end: () => end() };
}

const statusOf = async (schedules: Schedules) => (await schedules.status())[0];
const leaseOver = () =>
  server.db
    .collection<{ _id: string }>('schedules')
    .updateOne({ _id: name }, { $set: { leaseUntil: new Date(0) } });

describe('the next time', () => {
  it('is an interval after the last run', () => {
    expect(every(minute)(now)).toEqual(new Date('2026-03-01T12:01:00Z'));
  });

  it.each([
    ['2026-03-01T00:59:59.999Z', '2026-03-01T01:00:00Z'],
    ['2026-03-01T01:00:00Z', '2026-03-02T01:00:00Z'],
    ['2026-12-31T23:00:00Z', '2027-01-01T01:00:00Z'],
  ])('of a daily schedule at 01:00 UTC after %s is %s', (last, next) => {
    expect(dailyAt(1)(new Date(last))).toEqual(new Date(next));
  });
});

it('runs a new schedule immediately, then at its times, and missed times as one run', async () => {
  const runs: (Date | null)[] = [];
  const schedules = processWith(async ({ last }) => runs.push(last), dailyAt(1));
  await schedules.runDue();
  await schedules.runDue();
  expect(runs).toEqual([null]);
  const first = now;
  now = new Date('2026-03-02T00:59:00Z');
  await schedules.runDue();
  expect(runs).toHaveLength(1);
  now = new Date('2026-03-02T01:00:00Z');
  await schedules.runDue();
  expect(runs).toEqual([null, first]);
  now = new Date('2026-03-09T08:00:00Z');
  await schedules.runDue();
  await schedules.runDue();
  expect(runs).toEqual([null, first, new Date('2026-03-02T01:00:00Z')]);
  await schedules.stop();
});

it('runs in only one of several processes', async () => {
  const runs: string[] = [];
  const processes = ['a', 'b', 'c'].map((one) => processWith(async () => runs.push(one)));
  for (let round = 1; round <= 3; round++) {
    await Promise.all(processes.map((schedules) => schedules.runDue()));
    expect(runs).toHaveLength(round);
    now = new Date(now.getTime() + hour);
  }
});

it('is left to its holder while the lease lasts, and taken over when the holder is gone', async () => {
  const { run, begun, end } = longRun();
  const first = processWith(run);
  const running = first.runDue();
  await begun;
  const runs: string[] = [];
  const second = processWith(async () => runs.push('second'));
  await second.runDue();
  expect(runs).toEqual([]);
  await leaseOver();
  await second.runDue();
  expect(runs).toEqual(['second']);
  // The end of the first attempt has no effect.
  const kept = await server.db.collection<{ _id: string }>('schedules').findOne({ _id: name });
  now = new Date(now.getTime() + minute);
  end();
  await running;
  expect(await server.db.collection<{ _id: string }>('schedules').findOne({ _id: name })).toEqual(
    kept,
  );
});

it('runs again after a failure, which delays no other schedule', async () => {
  let fails = true;
  const schedules = processWith(async () => {
    if (fails) throw new Error('not yet');
  });
  const others: string[] = [];
  const other = `${name}-other`;
  schedules.add({ name: other, nextAfter: every(hour), run: async () => others.push(other) });
  await schedules.runDue();
  expect(others).toEqual([other]);
  expect(await statusOf(schedules)).toMatchObject({ status: 'failing', lastRunAt: null });
  fails = false;
  // It is not retried immediately.
  await schedules.runDue();
  expect(await statusOf(schedules)).toMatchObject({ status: 'failing' });
  await leaseOver();
  await schedules.runDue();
  expect(await statusOf(schedules)).toEqual({
    name,
    status: 'ok',
    lastRunAt: now,
    ageSeconds: 0,
  });
});

it('is retried half a minute after a failure by a process that polls automatically', async () => {
  vi.useFakeTimers({
    // Ids from a future time would be continued by the other tests in this process.
    now: Date.now() - hour,
    toFake: ['setInterval', 'clearInterval', 'performance', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const schedules = processWith(async () => {
    runs += 1;
    throw new Error('not now');
  });
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 5 * second) {
      vi.advanceTimersByTime(5 * second);
      await schedules.status();
    }
  };
  schedules.start();
  await pass(minute);
  await expect.poll(async () => (await statusOf(schedules))?.status).toBe('failing');
  await pass(25 * second);
  expect(runs).toBe(1);
  await pass(15 * second);
  await expect.poll(() => runs).toBe(2);
  await schedules.stop();
});

it('is aborted by the stop of its process, and rerun by the next one', async () => {
  const { run, begun, end } = longRun();
  const first = processWith(run);
  void first.runDue();
  const signal = await begun;
  const stopped = first.stop();
  expect(signal.aborted).toBe(true);
  end();
  await stopped;
  const runs: string[] = [];
  const second = processWith(async () => runs.push('second'));
  await second.runDue();
  expect(runs).toEqual(['second']);
});

it('reports the age of the last run, and an overdue run', async () => {
  const schedules = processWith(async () => {});
  expect(await statusOf(schedules)).toEqual({
    name,
    status: 'ok',
    lastRunAt: null,
    ageSeconds: null,
  });
  await schedules.runDue();
  const lastRunAt = now;
  now = new Date(now.getTime() + hour + 10 * minute);
  expect(await statusOf(schedules)).toEqual({
    name,
    status: 'ok',
    lastRunAt,
    ageSeconds: (70 * minute) / 1000,
  });
  now = new Date(now.getTime() + 1 * day);
  expect(await statusOf(schedules)).toMatchObject({ status: 'late', lastRunAt });
});
