import { z } from 'zod';
import { scope } from '../../access.js';
import { flag, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type ActionNeeds, act, completeBoard } from './act.js';
import { signatureOf } from './alert.js';
import { type CadenceAnswer, noActions, primaryScope } from './cadence.js';
import { afterRuns, decide } from './decide.js';
import { find } from './find.js';
import type { AlertNeeds } from './find-alerts.js';

export const scopeKeyText = () => text(1, 120).default(primaryScope);

/** AdaptiveCadenceEvaluateIn of the API. */
export const evaluateAdaptiveCadenceInput = z
  .object({
    scopeKey: scopeKeyText().describe(
      'Cadence to evaluate. The key of a market city restricts figures and alerts of jobs to it; every other one looks at all.',
    ),
    persistState: flag()
      .default(true)
      .describe('False for a preview: nothing is stored and nothing is done.'),
    executeControlActions: flag()
      .default(true)
      .describe('Whether the control loop may compute figures, mail alerts and log the synthesis.'),
    triggerBoardHooks: flag()
      .default(true)
      .describe('Whether tickets for the boards may be created.'),
    markStrategyBoardComplete: flag()
      .default(false)
      .describe('The strategy board was held: its open ticket is done.'),
    markEmergencyBoardComplete: flag()
      .default(false)
      .describe('The emergency board was held: its open ticket is done.'),
  })
  .meta({
    document: 'AdaptiveCadenceEvaluateIn',
    description: 'Which cadence to evaluate, and what the evaluation may do.',
  });
export type EvaluateInput = z.infer<typeof evaluateAdaptiveCadenceInput>;

/** Services that evaluate a cadence. */
export type EvaluateNeeds = ActionNeeds & AlertNeeds & Pick<Services, 'cadences'>;

/**
 * Reads figures and alerts, decides, acts, and stores the state by one guarded write, which is the commit point: an
 * evaluation that loses the race is repeated on the new state.
 */
export async function evaluate(
  services: EvaluateNeeds,
  input: EvaluateInput,
): Promise<CadenceAnswer> {
  const { cadences, clock } = services;
  const { scopeKey } = input;
  const marks = {
    strategyBoardComplete: input.markStrategyBoardComplete,
    emergencyBoardComplete: input.markEmergencyBoardComplete,
  };
  for (let isFirst = true; ; isFirst = false) {
    const before = await cadences.find(scopeKey);
    const now = clock.now();
    const decided = decide(scopeKey, before, await find(services, scopeKey, now), marks, now);
    const { decision, alerts, critical, turnedDown } = decided;
    if (!input.persistState) {
      const reasons = [...decision.reasons, 'preview'];
      return { decision: { ...decision, reasons }, actions: noActions, alerts };
    }
    // Only once: a ticket created in the meantime belongs to another board.
    if (isFirst && marks.strategyBoardComplete) {
      await completeBoard(services, 'strategy_board', scopeKey);
    }
    if (isFirst && marks.emergencyBoardComplete) {
      await completeBoard(services, 'emergency_board', scopeKey);
    }
    const actions = await act({ services, before, decided }, input);
    const mailed = decision.shouldRunControlLoop && input.executeControlActions;
    const emergencyBoard = decision.shouldRunEmergencyBoard && input.triggerBoardHooks;
    const state = {
      _id: scopeKey,
      revision: (before?.revision ?? 0) + 1,
      decision: afterRuns(decision, {
        controlLoop: decision.shouldRunControlLoop,
        emergencyBoard,
      }),
      actions,
      alerts,
      mailedAlerts: mailed ? signatureOf(alerts) : (before?.mailedAlerts ?? ''),
      strategyBoardOwed: turnedDown && !input.triggerBoardHooks,
      boardAlerts: emergencyBoard ? critical : (before?.boardAlerts ?? []),
    };
    if (await cadences.put(state)) return state;
  }
}

export const evaluateAdaptiveCadence = operation({
  name: 'evaluateAdaptiveCadence',
  kind: 'mutation',
  description:
    'Evaluate figures and alerts, decide how often to do so, and raise what people must decide.',
  access: scope('operator'),
  input: evaluateAdaptiveCadenceInput,
  errors: [],
  example: { scope_key: 'primary' },
  rest: post('/v1/operator/adaptive-cadence/evaluate', {
    tool: { name: 'evaluate_adaptive_cadence' },
    tag: 'Figures',
    summary: 'Evaluate an adaptive cadence',
  }),
  run: ({ services }, { input }) => evaluate(services, input),
});
