import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { Alert } from './alert.js';

/** The cadence that ADAPTIVE_CADENCE evaluates. */
export const primaryScope = 'primary';

export const directionOfChange = z.enum(['up', 'down', 'flat', 'unknown']);
export type Direction = z.infer<typeof directionOfChange>;

/** The actions of one evaluation. */
export interface CadenceActions {
  scorecardsGenerated: boolean;
  /** `YYYY-MM-DD`. */
  scorecardsSnapshotDate: string | null;
  alertsDispatched: boolean;
  alertsCount: number;
  alertsDispatchStatus: 'queued' | 'skipped' | null;
  alertsDispatchReason: 'no_recipient' | 'mail_not_configured' | null;
  strategyBoardHookTriggered: boolean;
  strategyBoardTicketCode: string | null;
  strategyBoardWebhookStatus: WebhookStatus | null;
  emergencyBoardHookTriggered: boolean;
  emergencyBoardTicketCode: string | null;
  emergencyBoardWebhookStatus: WebhookStatus | null;
  dailySynthesisGenerated: boolean;
  dailySynthesisBriefId: string | null;
  triggerSynthesisGenerated: boolean;
  triggerSynthesisBriefId: string | null;
}

export type WebhookStatus = 'queued' | 'no_endpoint';

export const noActions: CadenceActions = {
  scorecardsGenerated: false,
  scorecardsSnapshotDate: null,
  alertsDispatched: false,
  alertsCount: 0,
  alertsDispatchStatus: null,
  alertsDispatchReason: null,
  strategyBoardHookTriggered: false,
  strategyBoardTicketCode: null,
  strategyBoardWebhookStatus: null,
  emergencyBoardHookTriggered: false,
  emergencyBoardTicketCode: null,
  emergencyBoardWebhookStatus: null,
  dailySynthesisGenerated: false,
  dailySynthesisBriefId: null,
  triggerSynthesisGenerated: false,
  triggerSynthesisBriefId: null,
};

/** Intervals of the next evaluations, and the reasons for them. */
export interface Decision {
  generatedAt: Date;
  scopeKey: string;
  monitorIntervalSeconds: number;
  controlLoopIntervalSeconds: number;
  strategyBoardIntervalSeconds: number;
  shouldRunControlLoop: boolean;
  shouldRunStrategyBoard: boolean;
  shouldRunEmergencyBoard: boolean;
  /** 0 to 100. */
  objectiveScore: number;
  objectiveScoreDelta: number | null;
  directionOfChange: Direction;
  directionChanged: boolean;
  openAlertCount: number;
  criticalAlertCount: number;
  alertsChanged: boolean;
  controlLoopDueByInterval: boolean;
  strategyBoardDueByInterval: boolean;
  nextControlLoopDueAt: Date;
  nextStrategyBoardDueAt: Date;
  reasons: string[];
  /** Time of the previous evaluation. */
  lastEvaluationAt: Date | null;
  /** These include the effects of this evaluation. */
  lastControlLoopAt: Date | null;
  lastStrategyBoardAt: Date | null;
  lastEmergencyBoardAt: Date | null;
}

/** The state of a scope that is kept between evaluations. */
export interface CadenceState {
  /** Key of the scope. */
  _id: string;
  revision: number;
  decision: Decision;
  actions: CadenceActions;
  alerts: Alert[];
  /** Signature of the alerts at the last control loop that could send mail; absent if none could. */
  mailedAlerts?: string;
  /** True if the direction turned down in evaluations that could not call the strategy board. */
  strategyBoardOwed?: boolean;
  /** Keys of the critical alerts of the last emergency board. */
  boardAlerts: string[];
}

export const cadenceStatePolicies: FieldPolicies<CadenceState> = {
  _id: kept,
  revision: kept,
  decision: {
    fields: {
      generatedAt: kept,
      scopeKey: kept,
      monitorIntervalSeconds: kept,
      controlLoopIntervalSeconds: kept,
      strategyBoardIntervalSeconds: kept,
      shouldRunControlLoop: kept,
      shouldRunStrategyBoard: kept,
      shouldRunEmergencyBoard: kept,
      objectiveScore: kept,
      objectiveScoreDelta: kept,
      directionOfChange: kept,
      directionChanged: kept,
      openAlertCount: kept,
      criticalAlertCount: kept,
      alertsChanged: kept,
      controlLoopDueByInterval: kept,
      strategyBoardDueByInterval: kept,
      nextControlLoopDueAt: kept,
      nextStrategyBoardDueAt: kept,
      reasons: kept,
      lastEvaluationAt: kept,
      lastControlLoopAt: kept,
      lastStrategyBoardAt: kept,
      lastEmergencyBoardAt: kept,
    },
    export: false,
  },
  actions: {
    fields: {
      scorecardsGenerated: kept,
      scorecardsSnapshotDate: kept,
      alertsDispatched: kept,
      alertsCount: kept,
      alertsDispatchStatus: kept,
      alertsDispatchReason: kept,
      strategyBoardHookTriggered: kept,
      strategyBoardTicketCode: kept,
      strategyBoardWebhookStatus: kept,
      emergencyBoardHookTriggered: kept,
      emergencyBoardTicketCode: kept,
      emergencyBoardWebhookStatus: kept,
      dailySynthesisGenerated: kept,
      dailySynthesisBriefId: kept,
      triggerSynthesisGenerated: kept,
      triggerSynthesisBriefId: kept,
    },
    export: false,
  },
  alerts: {
    fields: {
      since: kept,
      key: kept,
      severity: kept,
      message: kept,
    },
    export: false,
  },
  mailedAlerts: kept,
  strategyBoardOwed: kept,
  boardAlerts: kept,
};

/** A decision with its actions, as returned by the API. */
export type CadenceAnswer = Pick<CadenceState, 'decision' | 'actions' | 'alerts'>;
