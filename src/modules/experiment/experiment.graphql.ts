import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { createExperiment } from './create-experiment.js';
import { type Experiment, type ExperimentVariant, experimentStatus } from './experiment.js';
import './experiment-events.js';
import { getExperiment } from './get-experiment.js';
import { type ExperimentAssignment, getExperimentAssignment } from './get-experiment-assignment.js';
import { type ExperimentResult, getExperimentResult } from './get-experiment-result.js';
import { listExperiments } from './list-experiments.js';
import { baselineDays, moveExperiment } from './move-experiment.js';
import type { VariantResult } from './variant-stats.js';

const StatusRef = enumType('ExperimentStatus', experimentStatus, 'Status of an experiment.', {
  planned: 'The experiment was not started yet.',
  running: 'Units are assigned to variants, and dispatch runs take their numbers.',
  paused: 'Units keep their variants; dispatch runs take no numbers.',
  completed: 'The experiment ended.',
  aborted: 'The experiment was given up.',
});

const maybe = (description: string) => ({ nullable: true, description }) as const;
const notGiven = (label: string) => maybe(`${label}; null when not given.`);

const VariantRef = builder.objectRef<ExperimentVariant>('ExperimentVariant').implement({
  description: 'One way in which a share of the work is done.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the variant in the experiment.' }),
    weight: t.exposeInt('weight', {
      description: 'Share of the units, in proportion to the weights of all variants.',
    }),
    parameters: t.field({
      type: 'JSONObject',
      description: 'What the variant changes, by axis.',
      resolve: ({ parameters }) => JSON.parse(parameters),
    }),
  }),
});

const ExperimentRef = builder.objectRef<Experiment>('Experiment').implement({
  extensions: { document: 'ExperimentOut' },
  description: 'A change that is tried on a share of the work.',
  fields: (t) => ({
    experimentId: t.exposeString('_id', {
      description: 'Id of the experiment, as its creator chose it.',
    }),
    name: t.exposeString('name', { description: 'Name.' }),
    category: t.exposeString('category', { description: 'Category; a free label.' }),
    owningPlane: t.exposeString('owningPlane', {
      description: 'Part of the operation that runs it.',
    }),
    owner: t.exposeString('owner', notGiven('Who answers for the experiment')),
    changeAxes: t.exposeStringList('changeAxes', { description: 'What the variants differ in.' }),
    primaryMetricKey: t.exposeString('primaryMetricKey', {
      description: 'Metric that the hypothesis is about.',
    }),
    guardrailMetricKeys: t.exposeStringList('guardrailMetricKeys', {
      description: 'Metrics that must not fall.',
    }),
    hypothesis: t.exposeString('hypothesis', {
      description: 'What is expected to happen, and why.',
    }),
    status: t.expose('status', { type: StatusRef, description: 'Current status.' }),
    experimentSurface: t.exposeString('experimentSurface', {
      description: 'Where the variants differ; on `dispatch` they choose numbers of dispatch runs.',
    }),
    verificationRequirement: t.exposeString('verificationRequirement', {
      description: 'What a start needs; `baseline_release_gate`: KPI snapshots.',
    }),
    forbiddenMutationAcknowledged: t.exposeBoolean('forbiddenMutationAcknowledged', {
      description: 'That no check, report, price or refund is changed.',
    }),
    marketCity: t.exposeString('marketCity', maybe('Key of the market city; null for all.')),
    laneFamily: t.exposeString('laneFamily', notGiven('Family of the lane')),
    laneKey: t.exposeString('laneKey', maybe('Lane; null for all.')),
    policyVersion: t.exposeString('policyVersion', notGiven('Version of the policy')),
    promptVersion: t.exposeString('promptVersion', notGiven('Version of the prompt')),
    baselineVersion: t.exposeString(
      'baselineVersion',
      notGiven('Version that the variants are measured by'),
    ),
    variants: t.field({
      type: [VariantRef],
      description: 'Variants, in the order in which weights are counted.',
      resolve: ({ variants }) => variants,
    }),
    baseline: t.expose('baseline', {
      type: 'JSONObject',
      ...maybe(
        `Means of the metrics over the ${baselineDays} days before the first start, each null where no day has it; null before.`,
      ),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the latest change of its status.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      ...maybe('Time of the first start; null before.'),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      ...maybe('When it was completed or aborted; null before.'),
    }),
    stopReason: t.exposeString(
      'stopReason',
      maybe('Why it was paused, completed or aborted; null while planned or running.'),
    ),
  }),
});

const AssignmentRef = builder.objectRef<ExperimentAssignment>('ExperimentAssignment').implement({
  description: 'The variant of a unit in an experiment.',
  fields: (t) => ({
    experimentId: t.exposeString('experimentId', { description: 'Id of the experiment.' }),
    unitKey: t.exposeString('unitKey', { description: 'Key of the unit.' }),
    variant: t.exposeString('variant', { description: 'Key of the variant.' }),
    parameters: t.field({
      type: 'JSONObject',
      description: 'What the variant changes, by axis.',
      resolve: ({ parameters }) => JSON.parse(parameters),
    }),
  }),
});

const VariantResultRef = builder.objectRef<VariantResult>('ExperimentVariantResult').implement({
  description: 'What is measured of a variant.',
  fields: (t) => ({
    variant: t.exposeString('variant', { description: 'Key of the variant.' }),
    exposures: t.exposeInt('exposures', {
      description: 'Number of dispatch runs, or of agent actions that name the variant.',
    }),
    succeeded: t.exposeInt('succeeded', {
      description: 'Number of runs that are assigned, or of actions with the status `succeeded`.',
    }),
    successRate: t.exposeFloat('successRate', maybe('Their share; null without an exposure.')),
    interval: t.exposeFloatList('interval', {
      ...maybe('Wilson interval of the share at 95 %, low and high; null without an exposure.'),
    }),
    meanLatencyMs: t.exposeFloat(
      'meanLatencyMs',
      maybe('Mean latency of the actions in milliseconds; null where none gives it.'),
    ),
    metrics: t.expose('metrics', {
      type: 'JSONObject',
      description:
        'For each metric of the experiment `n` values and their `mean`; n 0 and null where none was reported.',
    }),
  }),
});

const ResultRef = builder.objectRef<ExperimentResult>('ExperimentResult').implement({
  description: 'What is measured of an experiment; it claims no verdict.',
  fields: (t) => ({
    experimentId: t.exposeString('experimentId', { description: 'Id of the experiment.' }),
    variants: t.field({
      type: [VariantResultRef],
      description: 'Variants, in the order of the experiment.',
      resolve: ({ variants }) => variants,
    }),
  }),
});

mutation(createExperiment, ExperimentRef);
query(getExperiment, ExperimentRef);
connection(listExperiments, connectionType('Experiment', ExperimentRef, { counted: true }));
mutation(moveExperiment, ExperimentRef);
query(getExperimentAssignment, AssignmentRef);
query(getExperimentResult, ResultRef);
