import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis } from '../support/apis.js';
import type { TestApp } from '../support/app.js';
import { entriesOf, everything, startCadenceApp, ticketsOf } from './support/scene.js';

let app: TestApp;
beforeAll(async () => {
  app = await startCadenceApp();
});
afterAll(() => app.stop());

describe.each(apis)('an adaptive cadence over $name', (api) => {
  const scope_key = `cadence-${api.name}`;
  const evaluate = (input: Record<string, unknown> = {}) =>
    api.call(app, 'evaluateAdaptiveCadence', { input: { scope_key, ...input } });
  const read = () => api.call(app, 'adaptiveCadence', { input: { scope_key } });
  const now = '2026-01-30T12:00:00.000Z';
  const nothing = {
    scorecards_generated: false,
    scorecards_snapshot_date: null,
    alerts_dispatched: false,
    alerts_count: 0,
    alerts_dispatch_status: null,
    alerts_dispatch_reason: null,
    strategy_board_hook_triggered: false,
    strategy_board_ticket_code: null,
    strategy_board_webhook_status: null,
    emergency_board_hook_triggered: false,
    emergency_board_ticket_code: null,
    emergency_board_webhook_status: null,
    daily_synthesis_generated: false,
    daily_synthesis_brief_id: null,
    trigger_synthesis_generated: false,
    trigger_synthesis_brief_id: null,
  };
  const idle = {
    generated_at: now,
    scope_key,
    monitor_interval_seconds: 900,
    control_loop_interval_seconds: 21_600,
    strategy_board_interval_seconds: 1_209_600,
    should_run_control_loop: true,
    should_run_strategy_board: true,
    should_run_emergency_board: false,
    objective_score: 50,
    objective_score_delta: null,
    direction_of_change: 'unknown',
    direction_changed: false,
    open_alert_count: 0,
    critical_alert_count: 0,
    alerts_changed: false,
    control_loop_due_by_interval: true,
    strategy_board_due_by_interval: true,
    next_control_loop_due_at: now,
    next_strategy_board_due_at: now,
    reasons: ['idle', 'no_data', 'control_loop_due', 'strategy_board_due'],
    last_evaluation_at: null,
    last_control_loop_at: null,
    last_strategy_board_at: null,
    last_emergency_board_at: null,
  };

  it('of an unused service is previewed, evaluated and read', async () => {
    expect((await read()).code).toBe('not_found');
    const before = await everything(app);
    const { body: preview } = await evaluate({ persist_state: false });
    expect(preview).toEqual({ ...idle, reasons: [...idle.reasons, 'preview'], actions: nothing });
    expect(await everything(app)).toEqual(before);

    const { body: shown } = await evaluate();
    const [ticket] = (await ticketsOf(app, 'strategy_board')).filter(
      ({ openKey }) => openKey === `strategy_board:${scope_key}`,
    );
    expect(shown).toEqual({
      ...idle,
      last_control_loop_at: now,
      next_control_loop_due_at: '2026-01-30T18:00:00.000Z',
      actions: {
        ...nothing,
        scorecards_generated: shown.actions.scorecards_generated,
        scorecards_snapshot_date: '2026-01-29',
        strategy_board_hook_triggered: true,
        strategy_board_ticket_code: `SB-${scope_key}-202601301200`,
        strategy_board_webhook_status: 'no_endpoint',
        daily_synthesis_generated: true,
        daily_synthesis_brief_id: expect.any(String),
      },
    });
    expect(ticket).toMatchObject({ ticketCode: `SB-${scope_key}-202601301200`, status: 'open' });
    const brief = (await entriesOf(app, 'daily_synthesis')).find(
      ({ _id }) => _id === shown.actions.daily_synthesis_brief_id,
    );
    expect(brief).toMatchObject({ authorType: 'rule', sourceId: scope_key });
    expect((await read()).body).toEqual(shown);
    expect((await evaluate({ scope_key: '' })).code).toBe('invalid_input');
  });
});
