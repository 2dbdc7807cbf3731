import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { flag, freeObject, list, text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { checkMarketCities } from '../provider/provider.js';
import { checkAxes } from './change-axes.js';
import { baselineGate, type Experiment, ExperimentChange } from './experiment.js';

const defaultWeight = 50;
const defaultVariants = ['control', 'treatment'].map((key) => ({
  key,
  weight: defaultWeight,
  parameters: {},
}));

const variantInput = z
  .object({
    key: text(1, 40).describe('Key of the variant in the experiment.'),
    weight: whole({ ge: 1, le: 100 }).describe(
      'Share of the units, in proportion to the weights of all variants.',
    ),
    parameters: freeObject().optional().describe('What the variant changes, by axis.'),
  })
  .meta({
    input: 'ExperimentVariantInput',
    document: 'ExperimentVariantIn',
    description: 'One way in which a share of the work is done.',
  });

const isEachKeyOnce = (variants: readonly { key: string }[]) =>
  new Set(variants.map(({ key }) => key)).size === variants.length;

/** ExperimentCreateIn of the API. */
export const createExperimentInput = z
  .object({
    experimentId: text(3, 120).describe('Id of the experiment; unique.'),
    name: text(3, 200).describe('Name.'),
    category: text(2, 80).describe('Category; a free label.'),
    owningPlane: text(2, 40).describe('Part of the operation that runs it.'),
    changeAxes: list(text(0, 120), { min: 1, max: 6 }).describe('What the variants differ in.'),
    primaryMetricKey: text(3, 120).describe('Metric that the hypothesis is about.'),
    guardrailMetricKeys: list(text(0, 120), { min: 1, max: 6 }).describe(
      'Metrics that must not fall.',
    ),
    hypothesis: text(5, 5000).describe('What is expected to happen, and why.'),
    status: text(2, 30).default('planned').describe('Always `planned`.'),
    owner: text(0, 120).nullish().describe('Who answers for the experiment.'),
    experimentSurface: text(2, 40)
      .default('go_to_market')
      .describe('Where the variants differ; on `dispatch` they choose numbers of dispatch runs.'),
    verificationRequirement: text(2, 40)
      .default(baselineGate)
      .describe(
        'With `baseline_release_gate` it starts only with KPI snapshots of the week before.',
      ),
    forbiddenMutationAcknowledged: flag()
      .default(false)
      .describe('That no check, report, price or refund is changed; needed to start.'),
    marketCity: text(0, 120)
      .nullish()
      .describe('Key of the market city in the catalogue; null for all.'),
    laneFamily: text(0, 120).nullish().describe('Family of the lane.'),
    laneKey: text(0, 160)
      .nullish()
      .describe('Lane, `<market city>:<service or default>`; null for all.'),
    policyVersion: text(0, 80).nullish().describe('Version of the policy.'),
    promptVersion: text(0, 80).nullish().describe('Version of the prompt.'),
    baselineVersion: text(0, 80).nullish().describe('Version that the variants are measured by.'),
    variants: list(variantInput, { min: 2, max: 6 })
      .refine(isEachKeyOnce, 'two variants have the same key')
      .optional()
      .describe('Variants; by default `control` and `treatment`, half of the units each.'),
  })
  .meta({ document: 'ExperimentCreateIn', description: 'A change to try on a share of the work.' });
type ExperimentInput = z.infer<typeof createExperimentInput>;

/** @throws ApiError `experiment_exists`, and errors of `checkAxes` */
async function create(
  services: Pick<Services, 'catalogue' | 'clock' | 'experiments' | 'publicIntegratorId'>,
  input: ExperimentInput,
): Promise<Experiment> {
  if (input.status !== 'planned') {
    throw new ApiError('invalid_transition', errorText('error.experiment_planned'));
  }
  const { experimentId, variants: given = defaultVariants, ...fields } = input;
  const variants = given.map((one) => ({ ...one, parameters: one.parameters ?? {} }));
  checkAxes({ ...fields, variants });
  const marketCity = input.marketCity ?? null;
  if (marketCity !== null) checkMarketCities(services.catalogue, [marketCity]);
  const now = services.clock.now();
  const draft: Experiment = {
    _id: experimentId,
    integratorId: services.publicIntegratorId,
    ...fields,
    status: 'planned',
    owner: input.owner ?? null,
    marketCity,
    laneFamily: input.laneFamily ?? null,
    laneKey: input.laneKey ?? null,
    policyVersion: input.policyVersion ?? null,
    promptVersion: input.promptVersion ?? null,
    baselineVersion: input.baselineVersion ?? null,
    variants: variants.map((one) => ({ ...one, parameters: canonicalJson(one.parameters) })),
    baseline: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    endedAt: null,
    stopReason: null,
    outbox: [],
  };
  const { after, events } = new ExperimentChange(draft, now).emit('experiment.created');
  const experiment = { ...after, revision: 1, outbox: events };
  await services.experiments.insert(experiment);
  return experiment;
}

export const createExperiment = operation({
  name: 'createExperiment',
  kind: 'mutation',
  description: 'Create an experiment. Moving it to `running` starts it.',
  access: scope('operator'),
  input: createExperimentInput,
  errors: [
    'experiment_exists',
    'invalid_transition',
    'forbidden_axis',
    'axis_not_supported',
    'market_city_unknown',
  ],
  example: {
    experiment_id: 'berlin-four-offers',
    name: 'Four offers at once in Berlin',
    category: 'dispatch',
    owning_plane: 'operations',
    change_axes: ['offers_at_once'],
    primary_metric_key: 'hours_to_assign',
    guardrail_metric_keys: ['offer_acceptance_rate'],
    hypothesis: 'With four offers at once, jobs in Berlin are accepted an hour earlier.',
    experiment_surface: 'dispatch',
    verification_requirement: 'none',
    forbidden_mutation_acknowledged: true,
    market_city: 'berlin',
    variants: [
      { key: 'control', weight: 50, parameters: { offers_at_once: 3 } },
      { key: 'four', weight: 50, parameters: { offers_at_once: 4 } },
    ],
  },
  rest: post('/v1/operator/experiments', {
    tag: 'Experiments',
    summary: 'Create an experiment',
    status: 201,
    location: ({ experiment_id }) =>
      `/v1/operator/experiments/${encodeURIComponent(experiment_id)}`,
  }),
  run: ({ services }, { input }) => create(services, input),
});
