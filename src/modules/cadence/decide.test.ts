import { describe, expect, it } from 'vitest';
import type { FoundAlert } from './alert.js';
import { type CadenceState, noActions } from './cadence.js';
import { afterRuns, decide, type Findings } from './decide.js';

const now = new Date('2026-01-30T12:00:00Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000);
const none = { strategyBoardComplete: false, emergencyBoardComplete: false };
const alert = (key: string, severity: FoundAlert['severity'] = 'warning'): FoundAlert => ({
  key,
  severity,
  message: 'Something.',
});
const found = (fields: Partial<Findings> = {}): Findings => ({
  score: 80,
  hasData: true,
  alerts: [],
  isIdle: false,
  ...fields,
});

/** Returns the state after an evaluation with these findings, `ago` seconds ago. */
function state(findings: Partial<Findings>, ago: number, boards = {}): CadenceState {
  const at = seconds(-ago);
  const { decision, alerts, critical } = decide('primary', null, found(findings), none, at);
  const ran = { controlLoop: true, emergencyBoard: critical.length > 0 };
  return {
    _id: 'primary',
    revision: 1,
    decision: { ...afterRuns(decision, ran), lastStrategyBoardAt: at, ...boards },
    actions: noActions,
    alerts,
    boardAlerts: critical,
  };
}

const decided = (findings: Partial<Findings>, before: CadenceState | null = null, marks = none) =>
  decide('primary', before, found(findings), marks, now).decision;

describe('the intervals', () => {
  it.each([
    [
      'a critical alert',
      { alerts: [alert('a'), alert('b', 'critical')], isIdle: true },
      90,
      'critical_alert',
      60,
      300,
      86_400,
    ],
    ['an alert', { alerts: [alert('a')], isIdle: true }, 90, 'alert', 120, 900, 259_200],
    ['a fall of the score by 5', { isIdle: true }, 85, 'score_fell', 300, 1800, 259_200],
    ['no activity for a day', { isIdle: true }, 84.99, 'idle', 900, 21_600, 1_209_600],
    ['no other condition', {}, 84.99, 'normal', 300, 3600, 604_800],
  ] as const)('follow %s', (_name, findings, score, rule, ...intervals) => {
    const decision = decided(findings as Partial<Findings>, state({ score }, 60));
    expect(decision.reasons[0]).toBe(rule);
    expect([
      decision.monitorIntervalSeconds,
      decision.controlLoopIntervalSeconds,
      decision.strategyBoardIntervalSeconds,
    ]).toEqual(intervals);
  });
});

describe('the direction', () => {
  it.each([
    [null, 'unknown', null],
    [79, 'up', 1],
    [79.01, 'flat', 0.99],
    [80.99, 'flat', -0.99],
    [81, 'down', -1],
  ])('from %s is %s', (score, direction, delta) => {
    const before = score === null ? null : state({ score }, 60);
    expect(decided({}, before)).toMatchObject({
      directionOfChange: direction,
      objectiveScoreDelta: delta,
      directionChanged: before !== null,
    });
  });
});

describe('the control loop', () => {
  it.each([
    ['never ran', null, {}, true, true],
    ['ran 3,599 s ago', state({}, 3599), {}, false, false],
    ['ran 3,600 s ago', state({}, 3600), {}, true, true],
    ['has new alerts', state({}, 60), { alerts: [alert('a')] }, true, false],
    ['has fewer alerts', state({ alerts: [alert('a')] }, 60), {}, true, false],
    [
      'has the same alerts',
      state({ alerts: [alert('a')] }, 60),
      { alerts: [alert('a')] },
      false,
      false,
    ],
    [
      'has a worse alert',
      state({ alerts: [alert('a')] }, 60),
      { alerts: [alert('a', 'critical')] },
      true,
      false,
    ],
  ])('%s', (_name, before, findings, should, due) => {
    expect(decided(findings as Partial<Findings>, before)).toMatchObject({
      shouldRunControlLoop: should,
      controlLoopDueByInterval: due,
    });
  });

  it('is due next after its interval, or now if it never ran', () => {
    expect(decided({})).toMatchObject({ lastControlLoopAt: null, nextControlLoopDueAt: now });
    const { decision } = state({}, 60);
    expect(decision.nextControlLoopDueAt).toEqual(seconds(3600 - 60));
  });
});

describe('the strategy board', () => {
  it.each([
    ['was never held', null, {}, true, true],
    ['was held less than a week ago', state({}, 604_799), {}, false, false],
    ['was held a week ago', state({}, 604_800), {}, true, true],
    ['is called when the score turns down', state({ score: 82 }, 60), {}, true, false],
    [
      'is not called again while the score keeps falling',
      state({ score: 82 }, 60, { directionOfChange: 'down' }),
      {},
      false,
      false,
    ],
  ])('%s', (_name, before, findings, should, due) => {
    expect(decided(findings, before)).toMatchObject({
      shouldRunStrategyBoard: should,
      strategyBoardDueByInterval: due,
    });
  });

  it.each([
    ['is called', none, true],
    ['is not called when marked complete', { ...none, strategyBoardComplete: true }, false],
  ])('%s for an earlier turn without a ticket', (_name, marks, should) => {
    const before = { ...state({}, 60), strategyBoardOwed: true };
    expect(decided({}, before, marks).shouldRunStrategyBoard).toBe(should);
  });

  it('is not due if it is marked complete', () => {
    const marks = { ...none, strategyBoardComplete: true };
    expect(decided({}, state({}, 604_800), marks)).toMatchObject({
      shouldRunStrategyBoard: false,
      lastStrategyBoardAt: now,
      nextStrategyBoardDueAt: seconds(604_800),
    });
  });
});

describe('the emergency board', () => {
  const critical = { alerts: [alert('b', 'critical'), alert('a', 'critical')] };

  it.each([
    ['without a critical alert', null, { alerts: [alert('a')] }, false],
    ['for the first one', null, critical, true],
    ['for the same ones', state(critical, 60), { alerts: [...critical.alerts].reverse() }, false],
    [
      'for one more',
      state(critical, 60),
      { alerts: [...critical.alerts, alert('c', 'critical')] },
      true,
    ],
    ['for one less', state(critical, 60), { alerts: critical.alerts.slice(1) }, true],
    ['for the same ones a day later', state(critical, 86_400), critical, true],
  ])('is called %s: %s', (_name, before, findings, should) => {
    expect(decided(findings, before).shouldRunEmergencyBoard).toBe(should);
  });

  it('is called for the same alerts a day after it is marked complete', () => {
    const marks = { ...none, emergencyBoardComplete: true };
    const decision = decided(critical, state(critical, 86_400), marks);
    expect(decision).toMatchObject({ shouldRunEmergencyBoard: false, lastEmergencyBoardAt: now });
  });
});

it('dates an alert by the evaluation that first found it, and returns all reasons of the decision', () => {
  const before = state({ alerts: [alert('a')] }, 60);
  const { alerts, decision } = decide(
    'primary',
    before,
    found({ alerts: [alert('a', 'critical'), alert('b')], hasData: false, score: 50 }),
    none,
    now,
  );
  expect(alerts.map(({ key, since }) => [key, since])).toEqual([
    ['a', seconds(-60)],
    ['b', now],
  ]);
  expect(decision).toMatchObject({
    openAlertCount: 2,
    criticalAlertCount: 1,
    alertsChanged: true,
    lastEvaluationAt: seconds(-60),
    reasons: [
      'critical_alert',
      'a',
      'b',
      'no_data',
      'alerts_changed',
      'direction_down',
      'critical_alerts_changed',
    ],
  });
});
