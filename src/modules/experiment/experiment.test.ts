import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { ApiError } from '../../errors.js';
import {
  type Experiment,
  ExperimentChange,
  experimentStatus,
  experimentTransitions,
  variantOf,
} from './experiment.js';

const now = new Date('2026-03-01T12:00:00Z');
const experiment = (fields: Partial<Experiment> = {}): Experiment => ({
  _id: 'four-offers',
  integratorId: 'public',
  status: 'planned',
  name: 'Four offers',
  category: 'dispatch',
  owningPlane: 'operations',
  owner: null,
  changeAxes: ['offers_at_once'],
  primaryMetricKey: 'hours_to_assign',
  guardrailMetricKeys: ['offer_acceptance_rate'],
  hypothesis: 'Jobs are accepted earlier.',
  experimentSurface: 'dispatch',
  verificationRequirement: 'none',
  forbiddenMutationAcknowledged: true,
  marketCity: null,
  laneFamily: null,
  laneKey: null,
  policyVersion: null,
  promptVersion: null,
  baselineVersion: null,
  variants: [
    { key: 'control', weight: 50, parameters: '{}' },
    { key: 'treatment', weight: 50, parameters: '{}' },
  ],
  baseline: null,
  revision: 1,
  createdAt: now,
  updatedAt: now,
  startedAt: null,
  endedAt: null,
  stopReason: null,
  outbox: [],
  ...fields,
});
const weighted = (weights: Record<string, number>) =>
  experiment({
    variants: Object.entries(weights).map(([key, weight]) => ({ key, weight, parameters: '{}' })),
  });

describe('the variant of a unit', () => {
  it('is the one that the hash names, counted here by hand', () => {
    const three = weighted({ a: 1, b: 2, c: 7 });
    for (const unit of ['job-1', 'job-2', 'job-3', 'job-4', 'é', '']) {
      const hash = createHash('sha256').update(`four-offers\0${unit}`).digest('hex').slice(0, 16);
      const place = Number(BigInt(`0x${hash}`) % 10n);
      expect(variantOf(three, unit).key).toBe(place < 1 ? 'a' : place < 3 ? 'b' : 'c');
    }
  });

  // Printed by another program: sha256 of the text, its first 16 hex digits modulo 100.
  it.each([
    ['four-offers', 'job-1', 53],
    ['four-offers', 'job-2', 2],
    ['another', 'job-1', 94],
  ])('of %s and %s stays the same for ever: place %i of 100', (_id, unit, place) => {
    const hundred = Array.from({ length: 100 }, (_, i) => ({
      key: String(i),
      weight: 1,
      parameters: '{}',
    }));
    expect(variantOf({ _id, variants: hundred }, unit).key).toBe(String(place));
  });

  it('is each of two halves for 48 to 52 % of 10,000 units', () => {
    const counts = { control: 0, treatment: 0 };
    for (let i = 0; i < 10_000; i++) {
      counts[variantOf(experiment(), `unit-${i}`).key as 'control'] += 1;
    }
    for (const count of Object.values(counts)) {
      expect(count).toBeGreaterThanOrEqual(4_800);
      expect(count).toBeLessThanOrEqual(5_200);
    }
  });

  it('follows the weights', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 10_000; i++) {
      const { key } = variantOf(weighted({ rare: 1, most: 9 }), `unit-${i}`);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.get('rare')).toBeGreaterThan(900);
    expect(counts.get('rare')).toBeLessThan(1_100);
  });
});

describe('the states', () => {
  const pairs = experimentStatus.options.flatMap((from) =>
    experimentStatus.options.map((to) => [from, to] as const),
  );
  const allowed = pairs.filter(([from, to]) => experimentTransitions[from].includes(to));
  const rejected = pairs.filter(([from, to]) => !experimentTransitions[from].includes(to));
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return (error as ApiError).code;
    }
    return undefined;
  };

  it('are these', () => {
    expect(allowed.map((pair) => pair.join(' → '))).toEqual([
      'planned → running',
      'planned → aborted',
      'running → paused',
      'running → completed',
      'running → aborted',
      'paused → running',
      'paused → completed',
      'paused → aborted',
    ]);
  });

  test.each(rejected)('%s → %s is refused, and nothing is planned', (from, to) => {
    const change = new ExperimentChange(experiment({ status: from }), now);
    expect(codeOf(() => change.move(to, 'because'))).toBe('invalid_transition');
    expect(change.after).toEqual(change.before);
    expect(change.events).toEqual([]);
  });

  test.each(allowed)('%s → %s sets what follows from it, and emits its event', (from, to) => {
    const startedAt = from === 'planned' ? null : new Date(0);
    const { after, events } = new ExperimentChange(
      experiment({ status: from, startedAt }),
      now,
    ).move(to, 'because');
    const runs = to === 'running';
    expect(after).toMatchObject({
      status: to,
      startedAt: runs ? (startedAt ?? now) : startedAt,
      endedAt: to === 'completed' || to === 'aborted' ? now : null,
      stopReason: runs ? null : 'because',
    });
    expect(after.runningKey).toBe(runs ? '["dispatch",null,null]' : undefined);
    expect(events).toMatchObject([
      {
        type: `experiment.${to}`,
        data: { experiment_id: 'four-offers', status: to, previous_status: from },
      },
    ]);
  });
});
