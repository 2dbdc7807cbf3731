import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  entriesOf,
  evaluate,
  freeRelay,
  lagRelay,
  startCadenceApp,
  ticketsOf,
} from '../cadence/support/scene.js';
import { apis, restApi } from '../support/apis.js';
import { hours, type Json, jobBody, type TestApp } from '../support/app.js';
import { mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let app: TestApp;
let receiver: Awaited<ReturnType<typeof startMailReceiver>>;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startCadenceApp({
    ...mailSettings(receiver),
    ALERTS_TO: 'ops@example.org, night@example.org',
    ADAPTIVE_CADENCE: 'on',
  });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
afterEach(() => vi.restoreAllMocks());

const states = () => app.db.collection<Json>('cadence_states');
const openTickets = async (board: string, scope: string) =>
  (await ticketsOf(app, board)).filter(({ purpose }) => purpose === `${board}:${scope}`);
const synthesesOf = async (ticketId: string) =>
  (await entriesOf(app, 'trigger_synthesis')).filter(({ sourceId }) => sourceId === ticketId);

/** Creates a job that is open for too long. @returns a function that removes it */
async function overdueJob(): Promise<() => Promise<unknown>> {
  const { body } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  const openedAt = new Date(app.now().getTime() - hours(73));
  await app.jobs.updateOne({ _id: body.job_id }, { $set: { openedAt } });
  return () => app.jobs.deleteOne({ _id: body.job_id });
}

it('mails the alert for a job past its turnaround and calls no emergency board', async () => {
  const scope_key = 'overdue';
  const remove = await overdueJob();
  const first = await evaluate(app, { scope_key });
  expect(first).toMatchObject({
    monitor_interval_seconds: 120,
    control_loop_interval_seconds: 900,
    strategy_board_interval_seconds: 259_200,
    should_run_emergency_board: false,
    open_alert_count: 1,
    critical_alert_count: 0,
    actions: {
      alerts_dispatched: true,
      alerts_count: 1,
      alerts_dispatch_status: 'queued',
      alerts_dispatch_reason: null,
      emergency_board_hook_triggered: false,
      emergency_board_ticket_code: null,
    },
  });
  expect(first.reasons).toEqual(expect.arrayContaining(['alert', 'job_overdue', 'alerts_changed']));
  expect(await openTickets('emergency_board', scope_key)).toEqual([]);
  await sendMails(app);
  expect(receiver.mails.map(({ content }) => content.subject)).toEqual(
    Array(2).fill('Alerts of overdue: 1, of which 0 critical'),
  );
  const mails = await app.db.collection('mails').find({ actor: 'adaptive_cadence' }).toArray();
  expect(mails.map((mail) => [mail['to'], mail['status'], mail['subject']])).toEqual(
    expect.arrayContaining(
      ['ops@example.org', 'night@example.org'].map((to) => [
        to,
        'sent',
        'Alerts of overdue: 1, of which 0 critical',
      ]),
    ),
  );
  const again = await evaluate(app, { scope_key });
  expect(again).toMatchObject({
    alerts_changed: false,
    should_run_control_loop: false,
    last_evaluation_at: first.generated_at,
    actions: { alerts_dispatched: false, alerts_dispatch_status: null, alerts_count: 0 },
  });
  app.advance(hours(0.25));
  expect(await evaluate(app, { scope_key })).toMatchObject({
    alerts_changed: false,
    should_run_control_loop: true,
    actions: { alerts_dispatched: false, alerts_dispatch_status: null, alerts_count: 0 },
  });
  const { data } = await app.graphql(
    `{ adaptiveCadence(scopeKey: "overdue") { alerts { key severity message since } } }`,
  );
  expect(data.adaptiveCadence.alerts).toEqual([
    {
      key: 'job_overdue',
      severity: 'WARNING',
      message: '1 job is open or assigned for longer than the turnaround.',
      since: first.generated_at,
    },
  ]);
  await remove();
  expect(await evaluate(app, { scope_key })).toMatchObject({
    alerts_changed: true,
    should_run_control_loop: true,
    actions: { alerts_dispatched: false, alerts_count: 0, daily_synthesis_generated: false },
  });
  expect(await app.db.collection('mails').countDocuments({ actor: 'adaptive_cadence' })).toBe(2);
});

describe('a stopped relay', () => {
  beforeAll(() => lagRelay(app, 61));
  afterAll(async () => {
    await freeRelay(app);
    app.services.relay.start();
  });

  it('calls one emergency board with one synthesis for any number of evaluations', async () => {
    const scope_key = 'lagging';
    const first = await evaluate(app, { scope_key });
    expect(first).toMatchObject({
      monitor_interval_seconds: 60,
      control_loop_interval_seconds: 300,
      strategy_board_interval_seconds: 86_400,
      should_run_emergency_board: true,
      critical_alert_count: 1,
      last_emergency_board_at: first.generated_at,
      actions: {
        emergency_board_hook_triggered: true,
        emergency_board_ticket_code: expect.stringMatching(/^EB-lagging-\d{12}$/),
        emergency_board_webhook_status: 'no_endpoint',
        trigger_synthesis_generated: true,
      },
    });
    app.advance(60_000);
    expect(await evaluate(app, { scope_key })).toMatchObject({
      should_run_emergency_board: false,
      actions: {
        emergency_board_hook_triggered: false,
        trigger_synthesis_generated: false,
        trigger_synthesis_brief_id: first.actions.trigger_synthesis_brief_id,
      },
    });
    // A day later another board is due, but its ticket is still open.
    app.advance(hours(24));
    expect(await evaluate(app, { scope_key })).toMatchObject({
      should_run_emergency_board: true,
      actions: {
        emergency_board_hook_triggered: false,
        emergency_board_ticket_code: first.actions.emergency_board_ticket_code,
        emergency_board_webhook_status: null,
      },
    });
    const [ticket, ...others] = await openTickets('emergency_board', scope_key);
    expect(others).toEqual([]);
    expect(await synthesesOf(ticket._id)).toHaveLength(1);
  });

  // schedule-kill.test.ts covers a process that is killed before the state is stored.
  it('calls one emergency board if the first evaluation failed after creating the ticket', async () => {
    const scope_key = 'killed';
    const killed = new Error('killed');
    vi.spyOn(app.services.decisions, 'findBySource').mockImplementation(async (key) => {
      if (key.startsWith('trigger_synthesis')) throw killed;
      return null;
    });
    const input = { scope_key };
    const { code } = await restApi.call(app, 'evaluateAdaptiveCadence', { input });
    expect(code).toBe('internal_error');
    vi.restoreAllMocks();
    expect(await states().findOne({ _id: scope_key })).toBeNull();
    const [left] = await openTickets('emergency_board', scope_key);
    const mails = await app.db.collection('mails').countDocuments();
    const after = await evaluate(app, { scope_key });
    expect(after).toMatchObject({
      last_emergency_board_at: after.generated_at,
      actions: {
        emergency_board_hook_triggered: false,
        emergency_board_ticket_code: left.ticketCode,
        strategy_board_hook_triggered: false,
        daily_synthesis_generated: false,
        trigger_synthesis_generated: true,
        alerts_dispatch_status: 'queued',
      },
    });
    expect(await openTickets('emergency_board', scope_key)).toHaveLength(1);
    expect(await openTickets('strategy_board', scope_key)).toHaveLength(1);
    expect(await synthesesOf(left._id)).toHaveLength(1);
    expect(await app.db.collection('mails').countDocuments()).toBe(mails);
  });

  it('causes one board and one synthesis in two concurrent evaluations, the later based on the state of the other', async () => {
    const scope_key = 'twice';
    const [one, other] = await Promise.all([
      evaluate(app, { scope_key }),
      evaluate(app, { scope_key }),
    ]);
    const [first, later] = one.last_evaluation_at === null ? [one, other] : [other, one];
    expect(first.last_evaluation_at).toBeNull();
    expect(later).toMatchObject({
      last_evaluation_at: first.generated_at,
      should_run_control_loop: false,
      should_run_emergency_board: false,
    });
    expect(await states().findOne({ _id: scope_key })).toMatchObject({ revision: 2 });
    const [ticket, ...others] = await openTickets('emergency_board', scope_key);
    expect(others).toEqual([]);
    expect(await synthesesOf(ticket._id)).toHaveLength(1);
    expect(await openTickets('strategy_board', scope_key)).toHaveLength(1);
    const dailies = (await entriesOf(app, 'daily_synthesis')).filter(
      ({ sourceId }) => sourceId === scope_key,
    );
    expect(dailies).toHaveLength(1);
  });

  it.each(apis)(
    'has its ticket closed when the board is marked complete over $name',
    async (api) => {
      const scope_key = `held-${api.name}`;
      await evaluate(app, { scope_key });
      const [emergency] = await openTickets('emergency_board', scope_key);
      const [strategy] = await openTickets('strategy_board', scope_key);
      const tickets = app.db.collection<Json>('director_tickets');
      await tickets.updateOne({ _id: emergency._id }, { $set: { status: 'blocked' } });
      app.advance(60_000);
      const input = {
        scope_key,
        mark_strategy_board_complete: true,
        mark_emergency_board_complete: true,
      };
      const { body: shown } = await api.call(app, 'evaluateAdaptiveCadence', { input });
      expect(shown).toMatchObject({
        last_strategy_board_at: shown.generated_at,
        last_emergency_board_at: shown.generated_at,
        should_run_strategy_board: false,
        should_run_emergency_board: false,
        actions: { strategy_board_ticket_code: null, trigger_synthesis_brief_id: null },
      });
      for (const { _id } of [emergency, strategy]) {
        expect(await tickets.findOne({ _id })).toMatchObject({
          status: 'done',
          verificationStatus: 'not_required',
        });
      }
      app.advance(hours(24));
      const { actions } = await evaluate(app, { scope_key });
      expect(actions).toMatchObject({
        emergency_board_hook_triggered: true,
        strategy_board_hook_triggered: true,
      });
      expect(await openTickets('emergency_board', scope_key)).toHaveLength(2);
    },
  );

  it('triggers nothing that an evaluation does not permit', async () => {
    const scope_key = 'not-allowed';
    const { actions, ...decision } = await evaluate(app, {
      scope_key,
      execute_control_actions: false,
      trigger_board_hooks: false,
    });
    expect(decision).toMatchObject({
      should_run_control_loop: true,
      should_run_emergency_board: true,
      last_control_loop_at: decision.generated_at,
      last_emergency_board_at: null,
    });
    expect(new Set(Object.values(actions))).toEqual(new Set([false, null, 0]));
    expect(await openTickets('emergency_board', scope_key)).toEqual([]);
    expect((await evaluate(app, { scope_key })).actions.emergency_board_hook_triggered).toBe(true);
  });

  it('calls the strategy board in the next evaluation that permits it after the score fell', async () => {
    const scope_key = 'fallen-before';
    await evaluate(app, { scope_key, mark_strategy_board_complete: true });
    await states().updateOne({ _id: scope_key }, { $set: { 'decision.objectiveScore': 100 } });
    for (const direction_of_change of ['down', 'flat']) {
      const kept = await evaluate(app, { scope_key, trigger_board_hooks: false });
      expect(kept).toMatchObject({ direction_of_change, should_run_strategy_board: true });
      expect(kept.actions.strategy_board_ticket_code).toBeNull();
    }
    expect((await evaluate(app, { scope_key })).actions.strategy_board_hook_triggered).toBe(true);
    expect(await evaluate(app, { scope_key })).toMatchObject({ should_run_strategy_board: false });
  });

  it('is mailed by the next control loop that permits it, even if an evaluation without permission found it', async () => {
    const scope_key = 'found-before';
    await evaluate(app, { scope_key, execute_control_actions: false });
    const waiting = await evaluate(app, { scope_key });
    expect(waiting).toMatchObject({ alerts_changed: false, should_run_control_loop: false });
    expect(waiting.actions.alerts_dispatched).toBe(false);
    const dueAgain = () => {
      const lastControlLoopAt = new Date(app.now().getTime() - hours(1));
      return states().updateOne(
        { _id: scope_key },
        { $set: { 'decision.lastControlLoopAt': lastControlLoopAt } },
      );
    };
    await dueAgain();
    expect((await evaluate(app, { scope_key })).actions).toMatchObject({
      alerts_dispatched: true,
      alerts_dispatch_status: 'queued',
    });
    await dueAgain();
    const { actions } = await evaluate(app, { scope_key });
    expect(actions).toMatchObject({ alerts_dispatched: false, alerts_dispatch_status: null });
  });
});

describe('KPI figures', () => {
  const dateBefore = (count: number) =>
    new Date(app.now().getTime() - count * hours(24)).toISOString().slice(0, 10);
  const snapshots = () => app.db.collection<Json>('kpi_snapshots');
  const store = (before: number, metrics: object, scope: [string, string]) =>
    snapshots().insertOne({
      _id: randomUUID(),
      scopeType: scope[0],
      scopeKey: scope[1],
      snapshotDate: dateBefore(before),
      metrics: { final: true, last_seq: 0, ...metrics },
    });
  const passed = (evidence_validated: number) => ({
    evidence_validated,
    evidence_rejected: 10 - evidence_validated,
  });

  it('of seven complete days determine the score, whose fall calls the strategy board', async () => {
    const berlin: [string, string] = ['market_city', 'berlin'];
    await app.services.kpis.compute(dateBefore(1), 'global', 'default');
    await store(8, passed(0), berlin);
    await store(7, passed(9), berlin);
    await store(1, passed(9), berlin);
    await store(0, passed(0), berlin);
    await store(2, passed(0), ['market_city', 'vienna']);
    const scope_key = 'berlin';
    expect(await evaluate(app, { scope_key })).toMatchObject({
      objective_score: 90,
      direction_of_change: 'unknown',
    });
    const held = await evaluate(app, { scope_key, mark_strategy_board_complete: true });
    expect(held).toMatchObject({
      direction_of_change: 'flat',
      should_run_strategy_board: false,
      next_strategy_board_due_at: expect.any(String),
    });
    await store(3, passed(6), berlin);
    expect(await evaluate(app, { scope_key })).toMatchObject({
      objective_score: 80,
      objective_score_delta: -10,
      direction_of_change: 'down',
      direction_changed: true,
      should_run_strategy_board: true,
      monitor_interval_seconds: 300,
      control_loop_interval_seconds: 1800,
      actions: { strategy_board_hook_triggered: true },
    });
    expect(await openTickets('strategy_board', scope_key)).toHaveLength(2);
  });

  it('of yesterday count once those of every scope are stored; until then the seven days before are used', async () => {
    await snapshots().deleteMany({ scopeType: 'global' });
    const vienna: [string, string] = ['market_city', 'vienna'];
    await snapshots().deleteMany({ scopeKey: 'vienna' });
    await store(8, passed(5), vienna);
    await store(2, passed(9), vienna);
    await store(1, passed(0), vienna);
    const preview = { scope_key: 'vienna', persist_state: false };
    expect(await evaluate(app, preview)).toMatchObject({ objective_score: 70 });
    await store(1, { final: false }, ['global', 'default']);
    expect(await evaluate(app, preview)).toMatchObject({ objective_score: 70 });
    await snapshots().updateOne({ scopeType: 'global' }, { $set: { 'metrics.final': true } });
    expect(await evaluate(app, preview)).toMatchObject({ objective_score: 45 });
  });

  it('of yesterday are computed by the control loop, once', async () => {
    await snapshots().deleteMany({ scopeType: 'global' });
    const { actions } = await evaluate(app, { scope_key: 'cards' });
    expect(actions).toMatchObject({
      scorecards_generated: true,
      scorecards_snapshot_date: dateBefore(1),
    });
    const found = await snapshots().find({ scopeType: 'global' }).toArray();
    expect(found).toMatchObject([{ snapshotDate: dateBefore(1), metrics: { final: true } }]);
    const again = await evaluate(app, { scope_key: 'more-cards' });
    expect(again.actions).toMatchObject({
      scorecards_generated: false,
      scorecards_snapshot_date: dateBefore(1),
    });
    // Simulates a computation before the end of the day.
    await snapshots().updateMany({ scopeType: 'global' }, { $set: { 'metrics.final': false } });
    const { actions: last } = await evaluate(app, { scope_key: 'last-cards' });
    expect(last).toMatchObject({ scorecards_generated: true });
    expect(await snapshots().find({ scopeType: 'global' }).toArray()).toMatchObject([
      { snapshotDate: dateBefore(1), metrics: { final: true } },
    ]);
  });
});

it('includes the figures of the day before in the synthesis', async () => {
  await app.rest('POST', '/v1/jobs', { body: jobBody() });
  const date = app.now().toISOString().slice(0, 10);
  app.advance(hours(24));
  const { actions } = await evaluate(app, { scope_key: 'figured' });
  const entry = await app.db
    .collection<Json>('decisions')
    .findOne({ _id: actions.daily_synthesis_brief_id });
  const opened = await app.db.collection('events').countDocuments({
    type: 'job.opened',
    timestamp: { $gte: new Date(`${date}T00:00:00Z`), $lte: new Date(`${date}T23:59:59.999Z`) },
  });
  expect(opened).toBeGreaterThan(0);
  expect(entry?.['summary']).toContain(`Jobs on ${date}: ${opened} opened, `);
});

it('writes one synthesis per UTC day', async () => {
  const scope_key = 'daily';
  const first = await evaluate(app, { scope_key });
  expect(first.actions.daily_synthesis_generated).toBe(true);
  app.advance(hours(24));
  const second = await evaluate(app, { scope_key });
  expect(second.actions.daily_synthesis_generated).toBe(true);
  expect(second.actions.daily_synthesis_brief_id).not.toBe(first.actions.daily_synthesis_brief_id);
});

it('evaluates primary automatically whenever its monitor interval has passed', async () => {
  const evaluated = async () => (await states().findOne({ _id: 'primary' }))?.decision.generatedAt;
  await app.services.schedules.runDue();
  const first = await evaluated();
  expect(first).toEqual(app.now());
  app.advance(59_000);
  await app.services.schedules.runDue();
  expect(await evaluated()).toEqual(first);
  app.advance(900_000);
  await app.services.schedules.runDue();
  expect(await evaluated()).toEqual(app.now());
});

it('evaluates primary automatically as soon as a manual evaluation requests it', async () => {
  const evaluated = async () => (await states().findOne({ _id: 'primary' }))?.decision.generatedAt;
  app.advance(900_000);
  await app.services.schedules.runDue();
  await lagRelay(app, 61);
  try {
    const { monitor_interval_seconds } = await evaluate(app);
    expect(monitor_interval_seconds).toBe(60);
    app.advance(60_000);
    await app.services.schedules.runDue();
    expect(await evaluated()).toEqual(app.now());
  } finally {
    await freeRelay(app);
  }
});

it("reports whether an endpoint receives the board's ticket, and when endpoints are disabled", async () => {
  const hooked = await startCadenceApp({ WEBHOOK_URL_HOSTS: '127.0.0.1' });
  try {
    const { status, body } = await hooked.rest('POST', '/v1/webhook-endpoints', {
      // No server listens there: the posts fail, which this test ignores.
      body: {
        url: 'http://127.0.0.1:9/hook',
        event_types: ['ticket.created'],
        all_integrators: true,
      },
    });
    expect(status).toBe(201);
    const board = await evaluate(hooked, { scope_key: 'hooked' });
    expect(board.actions).toMatchObject({
      strategy_board_hook_triggered: true,
      strategy_board_webhook_status: 'queued',
    });
    await hooked.db
      .collection<Json>('webhook_endpoints')
      .updateOne(
        { _id: body.endpoint_id },
        { $set: { status: 'disabled', statusReason: 'failing' } },
      );
    const alerted = await evaluate(hooked, { scope_key: 'hooked' });
    expect(alerted.reasons).toContain('webhook_disabled');
    const other = await evaluate(hooked, { scope_key: 'unhooked' });
    expect(other.actions.strategy_board_webhook_status).toBe('no_endpoint');
  } finally {
    await hooked.stop();
  }
});
