import { consequenceId } from '../../lib/ids.js';
import type { Services } from '../../services.js';
import { logOnce } from '../decision/log-decision.js';
import { globalScope } from '../kpi/kpi.js';
import type { TicketNeeds } from '../ticket/create-director-ticket.js';
import { completeTicketFor, findTicketFor, raiseTicket } from '../ticket/raise-ticket.js';
import type { Ticket } from '../ticket/ticket.js';
import { type Alert, criticalOf, linesOf, signatureOf } from './alert.js';
import { type CadenceActions, type CadenceState, noActions } from './cadence.js';
import type { Decided } from './decide.js';
import { figuresText } from './figures-text.js';
import { dateBefore, figuresScopeOf, scoreDays } from './find.js';

/** Author name in tickets, entries and mails. */
const author = 'adaptive_cadence';
/** Namespace of the ids of mails sent by the cadence. */
const mailNamespace = '6f0d6f3c-7b0e-5c57-9d53-3f6a5b0f4c11';
/** Length limit of a ticket's objective and an entry's summary; the smaller of the two. */
const textMax = 5000;

type Board = 'strategy_board' | 'emergency_board';
const codePrefix: Record<Board, string> = { strategy_board: 'SB', emergency_board: 'EB' };

const purposeOf = (board: Board, scopeKey: string) => `${board}:${scopeKey}`;

const bounded = (text: string) => (text.length > textMax ? text.slice(0, textMax) : text);

/** The actions that an evaluation is allowed to take. */
export interface Permitted {
  executeControlActions: boolean;
  triggerBoardHooks: boolean;
}

/** Services that take the actions. */
export type ActionNeeds = TicketNeeds &
  Pick<
    Services,
    'baseUrl' | 'catalogue' | 'config' | 'decisions' | 'mails' | 'kpis' | 'push' | 'webhooks'
  >;

interface Acting {
  services: ActionNeeds;
  /** The state that the decision is based on; null for the first evaluation. */
  before: CadenceState | null;
  decided: Decided;
}

/** Computes the figures of yesterday, unless they are stored and final. */
async function generateScorecards({ services, decided }: Acting) {
  const date = dateBefore(decided.decision.generatedAt, 1);
  const { scopeType, scopeKey } = globalScope;
  const found = await services.kpis.find(scopeType, scopeKey, date);
  const isMissing = !found?.metrics.final;
  if (isMissing) await services.kpis.compute(date, scopeType, scopeKey);
  return { scorecardsGenerated: isMissing, scorecardsSnapshotDate: date };
}

const alertsText = (scopeKey: string, alerts: readonly Alert[], baseUrl: string) =>
  [
    `Alerts of the cadence ${scopeKey}:`,
    ...alerts.map(
      ({ key, severity, message, since }) =>
        `${severity} ${key}: ${message} Since ${since.toISOString().slice(0, 16)} UTC.`,
    ),
    `${baseUrl}/operations`,
  ].join('\n\n');

/** Notifies the browsers of operators of changed alerts. A push service that fails does not delay the evaluation. */
async function notifyBrowsers(
  push: ActionNeeds['push'],
  turn: string,
  alerts: readonly Alert[],
): Promise<void> {
  const [first] = criticalOf(alerts).concat(alerts);
  const title = alerts.length === 1 ? 'New alert' : `${alerts.length} alerts`;
  const message = { title, body: first?.message ?? '', url: '/operations', tag: 'alerts' };
  await push.notifyOperators(turn, message).catch(() => undefined);
}

/**
 * Queues one mail to each address, with an id derived from the state that the decision is based on: a repetition does
 * not send it again.
 */
async function dispatchAlerts({ services, before, decided }: Acting) {
  const { mails, config, baseUrl } = services;
  const { alerts, decision } = decided;
  const { scopeKey } = decision;
  const signature = signatureOf(alerts);
  if (signature === before?.mailedAlerts || alerts.length === 0) return {};
  const skipped = (alertsDispatchReason: CadenceActions['alertsDispatchReason']) => ({
    alertsCount: alerts.length,
    alertsDispatchStatus: 'skipped' as const,
    alertsDispatchReason,
  });
  await notifyBrowsers(
    services.push,
    consequenceId(mailNamespace, JSON.stringify([scopeKey, before?.revision ?? 0, signature])),
    alerts,
  );
  if (config.alertsTo.length === 0) return skipped('no_recipient');
  if (!mails.configured) return skipped('mail_not_configured');
  const urgent = criticalOf(alerts).length;
  for (const to of config.alertsTo) {
    const from = [scopeKey, before?.revision ?? 0, signature, to];
    await mails.queue({
      id: consequenceId(mailNamespace, JSON.stringify(from)),
      kind: 'outbound',
      to,
      subject: `Alerts of ${scopeKey}: ${alerts.length}, of which ${urgent} critical`,
      text: alertsText(scopeKey, alerts, baseUrl),
      about: {},
      actor: author,
    });
  }
  return {
    alertsDispatched: true,
    alertsCount: alerts.length,
    alertsDispatchStatus: 'queued' as const,
  };
}

/** Writes the entry of the day, in the first control loop of a UTC day. */
async function writeDailySynthesis({ services, decided }: Acting) {
  const { alerts, decision } = decided;
  const { scopeKey, generatedAt, objectiveScore, objectiveScoreDelta: delta } = decision;
  const date = dateBefore(generatedAt, 0);
  const yesterday = dateBefore(generatedAt, 1);
  const scope = figuresScopeOf(services, scopeKey);
  const figures = await services.kpis.find(scope.scopeType, scope.scopeKey, yesterday);
  const { entry, added } = await logOnce(
    services,
    {
      category: 'daily_synthesis',
      title: bounded(`State of ${scopeKey} on ${date}`),
      summary: bounded(
        [
          `The score of the last ${scoreDays} days is ${objectiveScore} of 100${
            delta === null ? '' : `, ${Math.abs(delta)} ${delta < 0 ? 'less' : 'more'} than before`
          }.`,
          figuresText(yesterday, figures?.metrics ?? {}),
          alerts.length === 0 ? 'There is no alert.' : linesOf(alerts),
          `The control loop runs every ${decision.controlLoopIntervalSeconds} s.`,
        ].join('\n'),
      ),
      rationale: `Decided by: ${decision.reasons.join(', ')}.`,
      tradeoffs: {
        objective_score: objectiveScore,
        open_alert_count: decision.openAlertCount,
        critical_alert_count: decision.criticalAlertCount,
      },
      authorType: 'rule',
      authorId: author,
      sourceType: author,
      sourceId: scopeKey,
    },
    `daily_synthesis/${scopeKey}/${date}`,
  );
  return { dailySynthesisGenerated: added, dailySynthesisBriefId: entry._id };
}

/** `202601300915`. */
const minuteOf = (now: Date) => now.toISOString().slice(0, 16).replace(/\D/g, '');

async function callBoard({ services, decided }: Acting, board: Board, objective: string) {
  const { scopeKey, generatedAt } = decided.decision;
  const { ticket, added } = await raiseTicket(services, {
    purpose: purposeOf(board, scopeKey),
    ticketCode: `${codePrefix[board]}-${scopeKey}-${minuteOf(generatedAt)}`,
    requestingPlane: author,
    owningPlane: board,
    objective: bounded(objective),
  });
  const takes = added && (await services.webhooks.anyEndpointTakes('ticket.created'));
  const webhookStatus = added ? (takes ? ('queued' as const) : ('no_endpoint' as const)) : null;
  return { triggered: added, code: ticket.ticketCode, webhookStatus };
}

async function callStrategyBoard(acting: Acting) {
  const { decision, alerts } = acting.decided;
  if (!decision.shouldRunStrategyBoard) return {};
  const objective = [
    `Review the strategy of ${decision.scopeKey}: the score of the last ${scoreDays} days is ${decision.objectiveScore} of 100 (${decision.directionOfChange}).`,
    linesOf(alerts),
  ].join('\n');
  const { triggered, code, webhookStatus } = await callBoard(acting, 'strategy_board', objective);
  return {
    strategyBoardHookTriggered: triggered,
    strategyBoardTicketCode: code,
    strategyBoardWebhookStatus: webhookStatus,
  };
}

async function callEmergencyBoard(acting: Acting) {
  const { decision, alerts } = acting.decided;
  if (!decision.shouldRunEmergencyBoard) return {};
  const objective = `Decide what to do about critical alerts of ${decision.scopeKey}:\n${linesOf(criticalOf(alerts))}`;
  const { triggered, code, webhookStatus } = await callBoard(acting, 'emergency_board', objective);
  return {
    emergencyBoardHookTriggered: triggered,
    emergencyBoardTicketCode: code,
    emergencyBoardWebhookStatus: webhookStatus,
  };
}

/** Writes the entry with the reason for an emergency board; one for each ticket. */
async function writeTriggerSynthesis({ services }: Acting, ticket: Ticket) {
  const { entry, added } = await logOnce(
    services,
    {
      category: 'trigger_synthesis',
      title: `Emergency board called: ${ticket.ticketCode}`.slice(0, 200),
      summary: ticket.objective,
      authorType: 'rule',
      authorId: author,
      sourceType: 'director_ticket',
      sourceId: ticket._id,
    },
    `trigger_synthesis/${ticket._id}`,
  );
  return { triggerSynthesisGenerated: added, triggerSynthesisBriefId: entry._id };
}

/** Ends the open ticket of a board that was held. */
export const completeBoard = (
  services: Pick<Services, 'clock' | 'tickets'>,
  board: Board,
  scopeKey: string,
): Promise<void> => completeTicketFor(services, purposeOf(board, scopeKey));

/**
 * Takes the actions that were decided. Each has its own key, so that an action of a killed or concurrent evaluation is
 * found and not repeated.
 */
export async function act(acting: Acting, permitted: Permitted): Promise<CadenceActions> {
  const { services, decided } = acting;
  const { scopeKey, shouldRunControlLoop } = decided.decision;
  const actions = { ...noActions };
  if (shouldRunControlLoop && permitted.executeControlActions) {
    Object.assign(actions, await generateScorecards(acting));
    Object.assign(actions, await dispatchAlerts(acting));
    Object.assign(actions, await writeDailySynthesis(acting));
  }
  if (permitted.triggerBoardHooks) {
    Object.assign(actions, await callStrategyBoard(acting));
    Object.assign(actions, await callEmergencyBoard(acting));
    const emergency = await findTicketFor(services, purposeOf('emergency_board', scopeKey));
    if (emergency) Object.assign(actions, await writeTriggerSynthesis(acting, emergency));
  }
  return actions;
}
