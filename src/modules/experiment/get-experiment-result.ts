import { scope } from '../../access.js';
import { hour } from '../../lib/units.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import type { AgentAction } from '../agent/agent.js';
import { agentActionsOf } from '../agent/experiment-actions.js';
import type { DispatchRun } from '../dispatch/dispatch-run.js';
import { dispatchSurface, type Experiment, metricKeysOf } from './experiment.js';
import { experimentTarget } from './experiment-target.js';
import { type Exposure, type VariantResult, VariantStats } from './variant-stats.js';

/** What is measured of an experiment; it claims no verdict. */
export interface ExperimentResult {
  experimentId: string;
  variants: VariantResult[];
}

/** A dispatch run as an exposure: it succeeded where a verifier has the job. */
function exposureOfRun(run: DispatchRun): Exposure {
  const offered = run.threads.filter(({ offeredAt }) => offeredAt !== null);
  const accepted = offered.filter(({ acceptedAt }) => acceptedAt !== null);
  const succeeded = run.status === 'assigned';
  const wait = run.completedAt && run.completedAt.getTime() - run.createdAt.getTime();
  return {
    succeeded,
    latencyMs: null,
    metrics: {
      offer_acceptance_rate: { sum: accepted.length, n: offered.length },
      ...(succeeded && wait !== null && { hours_to_assign: { sum: wait / hour, n: 1 } }),
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An action as an exposure: the numbers in `payload.metrics` are its metrics. */
function exposureOfAction(action: AgentAction, payload: Record<string, unknown>): Exposure {
  const reported = isObject(payload['metrics']) ? Object.entries(payload['metrics']) : [];
  const numbers = reported.flatMap(([key, value]) =>
    typeof value === 'number' ? [[key, { sum: value, n: 1 }] as const] : [],
  );
  return {
    succeeded: action.status === 'succeeded',
    latencyMs: action.latencyMs,
    metrics: Object.fromEntries(numbers),
  };
}

async function* exposures(
  services: Services,
  experiment: Experiment,
): AsyncGenerator<{ variant: unknown; exposure: Exposure }> {
  if (experiment.experimentSurface === dispatchSurface) {
    for await (const run of services.dispatch.runs.ofExperiment(experiment._id)) {
      yield { variant: run.experiment?.variant, exposure: exposureOfRun(run) };
    }
    return;
  }
  for await (const action of agentActionsOf(services, experiment._id)) {
    const payload = JSON.parse(action.payload) as Record<string, unknown>;
    yield { variant: payload['variant'], exposure: exposureOfAction(action, payload) };
  }
}

export const getExperimentResult = operation({
  name: 'experimentResult',
  kind: 'query',
  description:
    'Compute what is measured of the variants of an experiment: shares with their intervals, no verdict.',
  access: scope('operator'),
  target: experimentTarget,
  errors: [],
  cost: 50,
  rest: get('/v1/operator/experiments/{experiment_id}/result', {
    operationId: 'get_experiment_result',
    tag: 'Experiments',
    summary: 'Get the result of an experiment',
  }),
  async run({ services }, { id }): Promise<ExperimentResult> {
    const experiment = await services.experiments.get(id);
    const metricKeys = metricKeysOf(experiment);
    const statsByVariant = new Map<unknown, VariantStats>(
      experiment.variants.map(({ key }) => [key, new VariantStats(key, metricKeys)]),
    );
    for await (const { variant, exposure } of exposures(services, experiment)) {
      statsByVariant.get(variant)?.add(exposure);
    }
    return {
      experimentId: id,
      variants: [...statsByVariant.values()].map((stats) => stats.result()),
    };
  },
});
