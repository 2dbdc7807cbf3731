import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { choice, flag, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { dateAfter, dateOf, globalScope, type KpiScope } from '../kpi/kpi.js';
import {
  baselineGate,
  type Experiment,
  ExperimentChange,
  experimentStatus,
  experimentTarget,
  metricKeysOf,
} from './experiment.js';
/** Days before the start whose snapshots are the baseline. */
export const baselineDays = 7;

export const moveExperimentInput = z
  .object({
    status: choice(experimentStatus).describe('Status to move to.'),
    reason: text(1, 1000).describe('Why; shown as the stop reason unless it is started.'),
    forbiddenMutationAcknowledged: flag()
      .optional()
      .describe('That no check, report, price or refund is changed; needed to start.'),
  })
  .meta({ description: 'A status, and why.' });
type MoveInput = z.infer<typeof moveExperimentInput>;

/**
 * Returns the means of the experiment's metrics over the KPI snapshots of the last 7 days; null for a metric that none
 * of them has.
 *
 * @throws ApiError `baseline_missing` without any snapshot
 */
async function baselineOf(
  { kpis, clock }: Pick<Services, 'clock' | 'kpis'>,
  experiment: Experiment,
) {
  const { marketCity } = experiment;
  const today = dateOf(clock.now());
  const scope: KpiScope =
    marketCity === null ? globalScope : { scopeType: 'market_city', scopeKey: marketCity };
  const span = [dateAfter(today, -baselineDays), dateAfter(today, -1)] as const;
  const snapshots = await kpis.list(scope, ...span);
  if (snapshots.length === 0) {
    const name = `${scope.scopeType}/${scope.scopeKey}`;
    const detail = errorText('error.baseline', { scope: name, from: span[0], to: span[1] });
    throw new ApiError('baseline_missing', detail);
  }
  const meanOf = (key: string): number | null => {
    const values = snapshots.flatMap(({ metrics }) => {
      const value = metrics[key];
      return typeof value === 'number' ? [value] : [];
    });
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  };
  return Object.fromEntries(metricKeysOf(experiment).map((key) => [key, meanOf(key)]));
}

/** Checks the requirements of a start besides the table of transitions. */
async function start(
  services: Pick<Services, 'clock' | 'kpis'>,
  change: ExperimentChange,
  acknowledged: boolean,
): Promise<ExperimentChange> {
  const { before } = change;
  if (!acknowledged) {
    throw new ApiError('acknowledgement_missing', errorText('error.acknowledgement'));
  }
  const isGated = before.verificationRequirement === baselineGate;
  return change.set({
    forbiddenMutationAcknowledged: true,
    ...(isGated && !before.baseline && { baseline: await baselineOf(services, before) }),
  });
}

function move(
  services: Pick<Services, 'clock' | 'experiments' | 'kpis'>,
  id: string,
  input: MoveInput,
): Promise<Experiment> {
  const { status, reason, forbiddenMutationAcknowledged } = input;
  return services.experiments.change(id, async (experiment) => {
    const change = new ExperimentChange(experiment, services.clock.now()).move(status, reason);
    if (status !== 'running') return change;
    const acknowledged = forbiddenMutationAcknowledged ?? experiment.forbiddenMutationAcknowledged;
    return start(services, change, acknowledged);
  });
}

export const moveExperiment = operation({
  name: 'moveExperiment',
  kind: 'mutation',
  description: 'Start, pause, resume, complete or abort an experiment.',
  access: scope('operator'),
  target: experimentTarget,
  input: moveExperimentInput,
  errors: [
    'invalid_transition',
    'acknowledgement_missing',
    'baseline_missing',
    'experiment_running',
  ],
  example: { status: 'running', reason: 'The variants were reviewed.' },
  rest: post('/v1/operator/experiments/{experiment_id}/status', {
    tag: 'Experiments',
    summary: 'Move an experiment to another status',
  }),
  run: ({ services }, { id, input }) => move(services, id, input),
});
