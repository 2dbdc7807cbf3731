import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import type { KpiSnapshot } from '../../src/modules/kpi/kpi.js';
import { entriesOf, lagRelay, ticketsOf } from '../cadence/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import { allEvents, counted, emit } from '../kpi/support/counted.js';
import { days, type Json, pilotKey, startTestApp } from '../support/app.js';
import { killServices } from '../support/process.js';
import { until } from '../support/until.js';
import { startCutStore } from './support/cut-store.js';
import { spawnLater } from './support/later-process.js';

afterEach(killServices);

const dateBefore = (count: number) => new Date(Date.now() - days(count)).toISOString().slice(0, 10);

it('completes killed runs in the next process: KPI figures, and a board that was called', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const app = await startTestApp({ MONGODB_DB });
  const cut = await startCutStore(inject('mongodbUri'));
  const env = { MONGODB_DB, PILOT_API_KEY: pilotKey };
  const schedule = (name: string) =>
    app.db.collection<Json>('schedules').findOne({ _id: name as never });
  const state = () =>
    app.db.collection<Json>('cadence_states').findOne({ _id: 'primary' as never });
  const rows = () => app.db.collection<KpiSnapshot>('kpi_snapshots').find().toArray();
  try {
    const job_id = await createJob(app);
    const dates = [dateBefore(2), dateBefore(1)];
    for (const [index, date] of dates.entries()) {
      await emit(app, 'job.submitted', `${date}T09:00:00Z`, { job_id });
      await emit(app, 'job.completed', `${date}T10:00:00Z`, { job_id });
      if (index === 1) await emit(app, 'job.disputed', `${date}T11:00:00Z`, { job_id });
    }
    const events = await allEvents(app);
    await app.services.followers.stop();
    await app.services.relay.stop();

    // The second row of figures is never stored.
    const first = spawnLater({ ...env, MONGODB_URI: cut.uri });
    cut.killAt(first.child, 'insert', 'kpi_snapshots', { nth: 2 });
    await first.ended;
    expect(await rows()).toHaveLength(1);
    const left = await schedule('figures');
    expect(left).toMatchObject({ lastAt: null, failures: 0 });
    expect(left?.['leaseUntil'].getTime()).toBeGreaterThan(Date.now());

    // The lease expires after half a minute. The relay has stopped since, which calls the board.
    await lagRelay(app, 61);
    const cadence = { ...env, ADAPTIVE_CADENCE: 'on' };
    const second = spawnLater({ ...cadence, MONGODB_URI: cut.uri }, 31_000);
    cut.killAt(second.child, 'insert', 'cadence_states');
    await second.ended;
    expect(await state()).toBeNull();
    const [called, ...more] = await ticketsOf(app, 'emergency_board');
    expect(more).toEqual([]);
    expect(called).toMatchObject({ status: 'open', openKey: 'emergency_board:primary' });

    const third = spawnLater({ ...cadence, MONGODB_URI: inject('mongodbUri') }, 62_000);
    const address = await third.listening;
    await until(async () => (await state()) !== null && (await schedule('figures'))?.['lastAt']);
    expect(await state()).toMatchObject({
      revision: 1,
      decision: { shouldRunEmergencyBoard: true, criticalAlertCount: 1 },
      actions: {
        emergencyBoardHookTriggered: false,
        emergencyBoardTicketCode: called?.['ticketCode'],
        triggerSynthesisGenerated: false,
        dailySynthesisGenerated: false,
      },
    });
    expect(await ticketsOf(app, 'emergency_board')).toEqual([called]);
    expect(await ticketsOf(app, 'strategy_board')).toHaveLength(1);
    for (const category of ['trigger_synthesis', 'daily_synthesis']) {
      expect(await entriesOf(app, category)).toHaveLength(1);
    }
    const stored = await rows();
    expect(stored).toHaveLength(dates.length * 3);
    for (const { scopeType, snapshotDate, metrics } of stored) {
      expect(dates).toContain(snapshotDate);
      const about = scopeType === 'global' ? {} : { about: [job_id] };
      expect(metrics).toMatchObject({ ...counted(events, snapshotDate, about), final: true });
    }
    const ready: Json = await (await fetch(`${address}/readyz`)).json();
    expect(ready.schedules.figures).toMatchObject({
      status: 'ok',
      last_run_at: expect.any(String),
      age_seconds: expect.any(Number),
    });
    expect(await schedule('figures')).toMatchObject({ failures: 0 });
  } finally {
    await killServices();
    cut.stop();
    await app.stop();
  }
}, 180_000);
