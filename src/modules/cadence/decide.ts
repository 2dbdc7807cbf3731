import { day, second } from '../../lib/units.js';
import { type Alert, criticalOf, type FoundAlert, signatureOf } from './alert.js';
import type { CadenceState, Decision, Direction } from './cadence.js';

/** The findings of an evaluation. */
export interface Findings {
  score: number;
  hasData: boolean;
  alerts: readonly FoundAlert[];
  /** True if there is no open job and nothing has happened for 24 h. */
  isIdle: boolean;
}

export interface Marks {
  strategyBoardComplete: boolean;
  emergencyBoardComplete: boolean;
}

interface Pace {
  rule: string;
  /** In seconds. */
  monitor: number;
  controlLoop: number;
  strategyBoard: number;
}

/** Smallest difference of two scores that counts as a direction. */
const directionDelta = 1;
/** Smallest fall of the score that shortens the intervals. */
const fallDelta = 5;

const pace = (rule: string, monitor: number, controlLoop: number, strategyBoard: number): Pace => ({
  rule,
  monitor,
  controlLoop,
  strategyBoard,
});

/** Returns the intervals of the first matching rule. */
function paceOf({ alerts, isIdle }: Findings, delta: number | null): Pace {
  if (criticalOf(alerts).length > 0) return pace('critical_alert', 60, 300, 86_400);
  if (alerts.length > 0) return pace('alert', 120, 900, 259_200);
  if (delta !== null && delta <= -fallDelta) return pace('score_fell', 300, 1_800, 259_200);
  if (isIdle) return pace('idle', 900, 21_600, 1_209_600);
  return pace('normal', 300, 3_600, 604_800);
}

function directionOf(delta: number | null): Direction {
  if (delta === null) return 'unknown';
  if (delta >= directionDelta) return 'up';
  return delta <= -directionDelta ? 'down' : 'flat';
}

const after = (last: Date | null, seconds: number, now: Date): Date =>
  last === null ? now : new Date(last.getTime() + seconds * second);

/** Returns the alerts with the time of the evaluation that first found each of them. */
const dated = (alerts: readonly FoundAlert[], before: readonly Alert[], now: Date): Alert[] =>
  alerts.map((alert) => ({
    ...alert,
    since: before.find(({ key }) => key === alert.key)?.since ?? now,
  }));

export interface Decided {
  decision: Decision;
  alerts: Alert[];
  /** Keys of the critical alerts. */
  critical: string[];
  /** True if the direction turned down, now or in evaluations that could not call the strategy board. */
  turnedDown: boolean;
}

/**
 * Evaluates the findings against the previous state. The times of the last runs are those before this evaluation,
 * except for boards that are marked complete.
 */
export function decide(
  scopeKey: string,
  before: CadenceState | null,
  findings: Findings,
  marks: Marks,
  now: Date,
): Decided {
  const last = before?.decision;
  const delta = last ? Math.round((findings.score - last.objectiveScore) * 100) / 100 : null;
  const direction = directionOf(delta);
  const { rule, monitor, controlLoop, strategyBoard } = paceOf(findings, delta);
  const alerts = dated(findings.alerts, before?.alerts ?? [], now);
  const critical = criticalOf(alerts)
    .map(({ key }) => key)
    .sort();
  const alertsChanged = signatureOf(alerts) !== signatureOf(before?.alerts ?? []);

  const lastControlLoopAt = last?.lastControlLoopAt ?? null;
  const lastStrategyBoardAt = marks.strategyBoardComplete
    ? now
    : (last?.lastStrategyBoardAt ?? null);
  const lastEmergencyBoardAt = marks.emergencyBoardComplete
    ? now
    : (last?.lastEmergencyBoardAt ?? null);

  const nextControlLoopDueAt = after(lastControlLoopAt, controlLoop, now);
  const nextStrategyBoardDueAt = after(lastStrategyBoardAt, strategyBoard, now);
  const loopDue = nextControlLoopDueAt <= now;
  const strategyDue = nextStrategyBoardDueAt <= now;
  const isOwed = Boolean(before?.strategyBoardOwed) && !marks.strategyBoardComplete;
  const turnedDown = isOwed || (direction === 'down' && last?.directionOfChange !== 'down');
  const sameCritical = critical.join() === (before?.boardAlerts ?? []).join();
  const boardIsOld = after(lastEmergencyBoardAt, day / second, now) <= now;
  const emergency = critical.length > 0 && (!sameCritical || boardIsOld);

  const reasons = [
    rule,
    ...alerts.map(({ key }) => key),
    ...(findings.hasData ? [] : ['no_data']),
    ...(loopDue ? ['control_loop_due'] : []),
    ...(alertsChanged ? ['alerts_changed'] : []),
    ...(strategyDue ? ['strategy_board_due'] : []),
    ...(turnedDown ? ['direction_down'] : []),
    ...(emergency ? [sameCritical ? 'emergency_board_due' : 'critical_alerts_changed'] : []),
  ];
  return {
    alerts,
    critical,
    turnedDown,
    decision: {
      generatedAt: now,
      scopeKey,
      monitorIntervalSeconds: monitor,
      controlLoopIntervalSeconds: controlLoop,
      strategyBoardIntervalSeconds: strategyBoard,
      shouldRunControlLoop: loopDue || alertsChanged,
      shouldRunStrategyBoard: strategyDue || turnedDown,
      shouldRunEmergencyBoard: emergency,
      objectiveScore: findings.score,
      objectiveScoreDelta: delta,
      directionOfChange: direction,
      directionChanged: last !== undefined && last.directionOfChange !== direction,
      openAlertCount: alerts.length,
      criticalAlertCount: critical.length,
      alertsChanged,
      controlLoopDueByInterval: loopDue,
      strategyBoardDueByInterval: strategyDue,
      nextControlLoopDueAt,
      nextStrategyBoardDueAt,
      reasons,
      lastEvaluationAt: last?.generatedAt ?? null,
      lastControlLoopAt,
      lastStrategyBoardAt,
      lastEmergencyBoardAt,
    },
  };
}

/** Returns the decision after its actions were taken: when each ran last, and is due next. */
export function afterRuns(
  decision: Decision,
  ran: { controlLoop: boolean; emergencyBoard: boolean },
): Decision {
  const { generatedAt: now, controlLoopIntervalSeconds } = decision;
  return {
    ...decision,
    ...(ran.controlLoop && {
      lastControlLoopAt: now,
      nextControlLoopDueAt: after(now, controlLoopIntervalSeconds, now),
    }),
    ...(ran.emergencyBoard && { lastEmergencyBoardAt: now }),
  };
}
