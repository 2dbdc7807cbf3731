import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  type Aggregate,
  aggregatePolicies,
  Change,
  type EventData,
} from '../../aggregate/change.js';
import { ApiError, errorText } from '../../errors.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { indexKey } from '../../lib/index-key.js';
import type { Target } from '../../target.js';
import { declareEvents } from '../event/event.js';

export const experimentEventType = declareEvents({
  'experiment.created': 'An experiment was created.',
  'experiment.running': 'An experiment was started or resumed.',
  'experiment.paused': 'An experiment was paused.',
  'experiment.completed': 'An experiment was completed.',
  'experiment.aborted': 'An experiment was aborted.',
});
export type ExperimentEventType = z.infer<typeof experimentEventType>;

/** The experiment that an operation targets. */
export const experimentTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'experiment_id',
  description: 'Id of the experiment, as its creator chose it.',
  missing: 'experiment_not_found',
};

export const experimentStatus = z.enum(['planned', 'running', 'paused', 'completed', 'aborted']);
export type ExperimentStatus = z.infer<typeof experimentStatus>;

/** Every other pair is rejected with `invalid_transition`. */
export const experimentTransitions: Readonly<
  Record<ExperimentStatus, readonly ExperimentStatus[]>
> = {
  planned: ['running', 'aborted'],
  running: ['paused', 'completed', 'aborted'],
  paused: ['running', 'completed', 'aborted'],
  completed: [],
  aborted: [],
};

/** Statuses in which units are assigned to variants. */
export const assigningStatuses: readonly ExperimentStatus[] = ['running', 'paused'];

/** The surface of experiments that choose the parameters of dispatch runs. */
export const dispatchSurface = 'dispatch';
/** An experiment with this gate can only be started with a baseline. */
export const baselineGate = 'baseline_release_gate';

export interface ExperimentVariant {
  key: string;
  /** Share of the units, in proportion to the weights of all variants. */
  weight: number;
  /** Canonical JSON of an arbitrary object. */
  parameters: string;
}

/** A change that is tested on a share of the work; its creator chooses its id. */
export interface Experiment extends Aggregate {
  status: ExperimentStatus;
  name: string;
  category: string;
  owningPlane: string;
  owner: string | null;
  changeAxes: string[];
  primaryMetricKey: string;
  guardrailMetricKeys: string[];
  hypothesis: string;
  experimentSurface: string;
  verificationRequirement: string;
  forbiddenMutationAcknowledged: boolean;
  /** Key of a market city in the catalogue. */
  marketCity: string | null;
  laneFamily: string | null;
  laneKey: string | null;
  policyVersion: string | null;
  promptVersion: string | null;
  baselineVersion: string | null;
  variants: ExperimentVariant[];
  /** The part of the work that it runs on, while running; unique across experiments. */
  runningKey?: string;
  /** Means of the metrics in the week before the first start; null without the gate, or before the start. */
  baseline: Record<string, number | null> | null;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  stopReason: string | null;
}

export const experimentPolicies: FieldPolicies<Experiment> = {
  ...aggregatePolicies,
  name: kept,
  category: kept,
  owningPlane: kept,
  owner: kept,
  changeAxes: kept,
  primaryMetricKey: kept,
  guardrailMetricKeys: kept,
  hypothesis: kept,
  experimentSurface: kept,
  verificationRequirement: kept,
  forbiddenMutationAcknowledged: kept,
  marketCity: kept,
  laneFamily: kept,
  laneKey: kept,
  policyVersion: kept,
  promptVersion: kept,
  baselineVersion: kept,
  variants: {
    fields: {
      key: kept,
      weight: kept,
      parameters: kept,
    },
    export: false,
  },
  runningKey: kept,
  baseline: kept,
  createdAt: kept,
  startedAt: kept,
  endedAt: kept,
  stopReason: kept,
};

/** Returns the key of the part of the work that an experiment runs on. */
export const runningKeyOf = (
  surface: string,
  marketCity: string | null,
  laneKey: string | null,
): string => indexKey(JSON.stringify([surface, marketCity, laneKey]));

/** Returns the metrics of an experiment, the primary one first. */
export const metricKeysOf = ({
  primaryMetricKey,
  guardrailMetricKeys,
}: Pick<Experiment, 'primaryMetricKey' | 'guardrailMetricKeys'>): string[] => [
  ...new Set([primaryMetricKey, ...guardrailMetricKeys]),
];

/**
 * Returns the variant of a unit: the first 8 bytes, big-endian, of the SHA-256 of `experiment_id NUL unit_key`, modulo
 * the sum of the weights, counted through the variants in their order. Every process computes the same.
 */
export function variantOf(
  { _id, variants }: Pick<Experiment, '_id' | 'variants'>,
  unitKey: string,
): ExperimentVariant {
  const digest = hash('sha256', `${_id}\0${unitKey}`, 'buffer');
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  let place = Number(digest.readBigUInt64BE() % BigInt(sum));
  for (const variant of variants) {
    if (place < variant.weight) return variant;
    place -= variant.weight;
  }
  throw new RangeError(`the experiment ${_id} has no variant`);
}

/** A change of an experiment; only `move` changes its status. */
export class ExperimentChange extends Change<Experiment> {
  override emit(type: ExperimentEventType, data: EventData = {}): this {
    const { _id, status } = this.after;
    return super.emit(type, { experiment_id: _id, status, previous_status: null, ...data });
  }

  /** @throws ApiError `invalid_transition` if the table does not allow it */
  move(to: ExperimentStatus, reason: string): this {
    const { status: previous, startedAt, experimentSurface, marketCity, laneKey } = this.after;
    if (to === 'planned' || !experimentTransitions[previous].includes(to)) {
      const detail = errorText('error.experiment_state', { status: previous });
      throw new ApiError('invalid_transition', detail);
    }
    const runs = to === 'running';
    const ends = experimentTransitions[to].length === 0;
    this.set({
      status: to,
      // Absent, not null: the index is sparse.
      ...{ runningKey: runs ? runningKeyOf(experimentSurface, marketCity, laneKey) : undefined },
      startedAt: runs ? (startedAt ?? this.now) : startedAt,
      endedAt: ends ? this.now : null,
      stopReason: runs ? null : reason,
    } as Partial<Experiment>);
    return this.emit(`experiment.${to}`, { previous_status: previous });
  }
}
