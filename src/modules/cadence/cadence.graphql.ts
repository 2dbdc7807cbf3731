import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { type Alert, alertSeverity } from './alert.js';
import { type CadenceActions, type CadenceAnswer, directionOfChange } from './cadence.js';
import { evaluateAdaptiveCadence } from './evaluate-adaptive-cadence.js';
import { getAdaptiveCadence } from './get-adaptive-cadence.js';

const maybe = (description: string) => ({ nullable: true, description }) as const;

const DirectionRef = enumType('DirectionOfChange', directionOfChange, 'Where a score goes.', {
  up: 'It is at least 1 higher than before.',
  down: 'It is at least 1 lower than before.',
  flat: 'It has changed by less than 1.',
  unknown: 'There is no earlier score.',
});

const SeverityRef = enumType('AlertSeverity', alertSeverity, 'How urgent an alert is.', {
  warning: 'Somebody should look at it.',
  critical: 'Somebody must act now.',
});

const AlertRef = builder.objectRef<Alert>('CadenceAlert').implement({
  description: 'Something that is not as it should be.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the rule that found it.' }),
    severity: t.field({
      type: SeverityRef,
      description: 'How urgent it is.',
      resolve: ({ severity }) => severity,
    }),
    message: t.exposeString('message', { description: 'What is wrong, in a sentence.' }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Time of the evaluation that first found it.',
    }),
  }),
});

const ActionsRef = builder.objectRef<CadenceActions>('AdaptiveCadenceActions').implement({
  extensions: { document: 'AdaptiveCadenceActionOut' },
  description: 'What an evaluation has done (AdaptiveCadenceActionOut).',
  fields: (t) => ({
    scorecardsGenerated: t.exposeBoolean('scorecardsGenerated', {
      description: 'Whether the figures of yesterday were computed.',
    }),
    scorecardsSnapshotDate: t.expose('scorecardsSnapshotDate', {
      type: 'LocalDate',
      ...maybe('Day of the figures; null where the control loop did not run.'),
    }),
    alertsDispatched: t.exposeBoolean('alertsDispatched', {
      description: 'Whether alerts were mailed.',
    }),
    alertsCount: t.exposeInt('alertsCount', {
      description: 'Number of alerts that were to be mailed.',
    }),
    alertsDispatchStatus: t.exposeString(
      'alertsDispatchStatus',
      maybe('`queued` or `skipped`; null where nothing was to be mailed.'),
    ),
    alertsDispatchReason: t.exposeString(
      'alertsDispatchReason',
      maybe('Why it was skipped: `no_recipient` or `mail_not_configured`; else null.'),
    ),
    strategyBoardHookTriggered: t.exposeBoolean('strategyBoardHookTriggered', {
      description: 'Whether a ticket for the strategy board was created.',
    }),
    strategyBoardTicketCode: t.exposeString(
      'strategyBoardTicketCode',
      maybe('Code of the open ticket of the strategy board; null where it was not called.'),
    ),
    strategyBoardWebhookStatus: t.exposeString(
      'strategyBoardWebhookStatus',
      maybe('`queued` or `no_endpoint`; null where no ticket was created.'),
    ),
    emergencyBoardHookTriggered: t.exposeBoolean('emergencyBoardHookTriggered', {
      description: 'Whether a ticket for the emergency board was created.',
    }),
    emergencyBoardTicketCode: t.exposeString(
      'emergencyBoardTicketCode',
      maybe('Code of the open ticket of the emergency board; null where it was not called.'),
    ),
    emergencyBoardWebhookStatus: t.exposeString(
      'emergencyBoardWebhookStatus',
      maybe('`queued` or `no_endpoint`; null where no ticket was created.'),
    ),
    dailySynthesisGenerated: t.exposeBoolean('dailySynthesisGenerated', {
      description: 'Whether the synthesis of the day was logged.',
    }),
    dailySynthesisBriefId: t.exposeString(
      'dailySynthesisBriefId',
      maybe('Id of its decision; null where the control loop did not run.'),
    ),
    triggerSynthesisGenerated: t.exposeBoolean('triggerSynthesisGenerated', {
      description: 'Whether it was logged why the emergency board was called.',
    }),
    triggerSynthesisBriefId: t.exposeString(
      'triggerSynthesisBriefId',
      maybe('Id of its decision; null where no emergency board is called.'),
    ),
  }),
});

const DecisionRef = builder.objectRef<CadenceAnswer>('AdaptiveCadenceDecision').implement({
  extensions: { document: 'AdaptiveCadenceDecisionOut' },
  description: 'How often to look again, and what was done (AdaptiveCadenceDecisionOut).',
  fields: (t) => ({
    generatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the evaluation.',
      resolve: ({ decision }) => decision.generatedAt,
    }),
    scopeKey: t.string({
      description: 'Cadence that was evaluated.',
      resolve: ({ decision }) => decision.scopeKey,
    }),
    monitorIntervalSeconds: t.int({
      description: 'Seconds until the next evaluation.',
      resolve: ({ decision }) => decision.monitorIntervalSeconds,
    }),
    controlLoopIntervalSeconds: t.int({
      description: 'Seconds between two runs of the control loop.',
      resolve: ({ decision }) => decision.controlLoopIntervalSeconds,
    }),
    strategyBoardIntervalSeconds: t.int({
      description: 'Seconds between two strategy boards.',
      resolve: ({ decision }) => decision.strategyBoardIntervalSeconds,
    }),
    shouldRunControlLoop: t.boolean({
      description: 'Whether the control loop is due, or the alerts have changed.',
      resolve: ({ decision }) => decision.shouldRunControlLoop,
    }),
    shouldRunStrategyBoard: t.boolean({
      description: 'Whether the strategy board is due, or the score has turned down.',
      resolve: ({ decision }) => decision.shouldRunStrategyBoard,
    }),
    shouldRunEmergencyBoard: t.boolean({
      description:
        'Whether there are critical alerts that the last emergency board was not called for, or that was a day ago.',
      resolve: ({ decision }) => decision.shouldRunEmergencyBoard,
    }),
    objectiveScore: t.float({
      description: 'How well the last seven days went, from 0 to 100; 50 without any figures.',
      resolve: ({ decision }) => decision.objectiveScore,
    }),
    objectiveScoreDelta: t.float({
      ...maybe('Difference from the score before; null for the first.'),
      resolve: ({ decision }) => decision.objectiveScoreDelta,
    }),
    directionOfChange: t.field({
      type: DirectionRef,
      description: 'Where the score goes.',
      resolve: ({ decision }) => decision.directionOfChange,
    }),
    directionChanged: t.boolean({
      description: 'Whether the direction differs from that of the evaluation before.',
      resolve: ({ decision }) => decision.directionChanged,
    }),
    openAlertCount: t.int({
      description: 'Number of alerts.',
      resolve: ({ decision }) => decision.openAlertCount,
    }),
    criticalAlertCount: t.int({
      description: 'Number of critical alerts.',
      resolve: ({ decision }) => decision.criticalAlertCount,
    }),
    alertsChanged: t.boolean({
      description: 'Whether keys or severities of the alerts differ from those before.',
      resolve: ({ decision }) => decision.alertsChanged,
    }),
    controlLoopDueByInterval: t.boolean({
      description: 'Whether the interval of the control loop has passed, or it never ran.',
      resolve: ({ decision }) => decision.controlLoopDueByInterval,
    }),
    strategyBoardDueByInterval: t.boolean({
      description: 'Whether the interval of the strategy board has passed, or it was never held.',
      resolve: ({ decision }) => decision.strategyBoardDueByInterval,
    }),
    nextControlLoopDueAt: t.field({
      type: 'DateTime',
      description: 'When the control loop is due next.',
      resolve: ({ decision }) => decision.nextControlLoopDueAt,
    }),
    nextStrategyBoardDueAt: t.field({
      type: 'DateTime',
      description: 'When the strategy board is due next.',
      resolve: ({ decision }) => decision.nextStrategyBoardDueAt,
    }),
    reasons: t.stringList({
      description: 'Keys of the rules and alerts that decided.',
      resolve: ({ decision }) => decision.reasons,
    }),
    lastEvaluationAt: t.field({
      type: 'DateTime',
      ...maybe('Time of the evaluation before this one; null for the first.'),
      resolve: ({ decision }) => decision.lastEvaluationAt,
    }),
    lastControlLoopAt: t.field({
      type: 'DateTime',
      ...maybe('When the control loop ran last, this evaluation included; null before.'),
      resolve: ({ decision }) => decision.lastControlLoopAt,
    }),
    lastStrategyBoardAt: t.field({
      type: 'DateTime',
      ...maybe('When a strategy board was last marked complete; null before.'),
      resolve: ({ decision }) => decision.lastStrategyBoardAt,
    }),
    lastEmergencyBoardAt: t.field({
      type: 'DateTime',
      ...maybe('When an emergency board was last called or marked complete; null before.'),
      resolve: ({ decision }) => decision.lastEmergencyBoardAt,
    }),
    actions: t.field({
      type: ActionsRef,
      description: 'What the evaluation has done.',
      resolve: ({ actions }) => actions,
    }),
    alerts: t.field({
      type: [AlertRef],
      description: 'Every alert, in the order of the rules.',
      extensions: { rest: false },
      resolve: ({ alerts }) => alerts,
    }),
  }),
});

mutation(evaluateAdaptiveCadence, DecisionRef);
query(getAdaptiveCadence, DecisionRef);
