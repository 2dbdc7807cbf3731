import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExperimentStatus,
  experimentStatus,
  experimentTransitions,
} from '../../src/modules/experiment/experiment.js';
import { by, registerMany, storedRun, tokens } from '../dispatch/support/scene.js';
import { createJob } from '../evidence/support/scene.js';
import { experimentBody, freshId, stored } from '../experiment/support/scene.js';
import { emit } from '../kpi/support/counted.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ MONGODB_DB: `test-${freshId()}` });
});
afterAll(() => app.stop());
// Tests must not share a running experiment.
beforeEach(async () => {
  const running = { status: { $in: ['running', 'paused'] } };
  await app.db.collection('experiments').deleteMany(running);
});

const call = (operation: string, given: Json = {}) => restApi.call(app, operation, given);
const ungated = { verification_requirement: 'none', forbidden_mutation_acknowledged: true };
const make = async (fields: Json = {}): Promise<string> => {
  const input = experimentBody({ ...ungated, ...fields });
  const { body, code } = await call('createExperiment', { input });
  expect(code).toBeUndefined();
  return body.experiment_id;
};
const move = (id: string, status: string, fields: Json = {}) =>
  call('moveExperiment', { id, input: { status, reason: 'As planned.', ...fields } });
/** Transitions that lead to each status. */
const ways: Record<ExperimentStatus, string[]> = {
  planned: [],
  running: ['running'],
  paused: ['running', 'paused'],
  completed: ['running', 'completed'],
  aborted: ['aborted'],
};
const inStatus = async (status: ExperimentStatus): Promise<string> => {
  const id = await make({ lane_key: freshId() });
  for (const step of ways[status]) expect((await move(id, step)).code).toBeUndefined();
  return id;
};

describe.each(apis)('over $name', (api) => {
  it.each([
    { experiment_id: 'xx' },
    { experiment_id: 'x'.repeat(121) },
    { name: 'xx' },
    { name: 'x'.repeat(201) },
    { category: 'x' },
    { category: 'x'.repeat(81) },
    { owning_plane: 'x' },
    { owning_plane: 'x'.repeat(41) },
    { change_axes: [] },
    { change_axes: Array(7).fill('x') },
    { primary_metric_key: 'xx' },
    { primary_metric_key: 'x'.repeat(121) },
    { guardrail_metric_keys: [] },
    { guardrail_metric_keys: Array(7).fill('x') },
    { hypothesis: 'xxxx' },
    { hypothesis: 'x'.repeat(5001) },
    { status: 'x' },
    { owner: 'x'.repeat(121) },
    { experiment_surface: 'x' },
    { verification_requirement: 'x'.repeat(41) },
    { market_city: 'x'.repeat(121) },
    { lane_family: 'x'.repeat(121) },
    { lane_key: 'x'.repeat(161) },
    { policy_version: 'x'.repeat(81) },
    { prompt_version: 'x'.repeat(81) },
    { baseline_version: 'x'.repeat(81) },
    { variants: [{ key: 'a', weight: 1 }] },
    { variants: Array.from({ length: 7 }, (_, i) => ({ key: `v${i}`, weight: 1 })) },
    { variants: ['a', 'a'].map((key) => ({ key, weight: 1 })) },
    { variants: ['', 'a'].map((key) => ({ key, weight: 1 })) },
    { variants: ['a', 'x'.repeat(41)].map((key) => ({ key, weight: 1 })) },
    { variants: ['a', 'b'].map((key) => ({ key, weight: 0 })) },
    { variants: ['a', 'b'].map((key) => ({ key, weight: 101 })) },
    { variants: ['a', 'b'].map((key) => ({ key, weight: 1, parameters: [] })) },
  ])('rejects %j, and stores nothing', async (fields: Json) => {
    const before = await app.db.collection('experiments').countDocuments();
    const answer = await api.call(app, 'createExperiment', { input: experimentBody(fields) });
    expect(answer.code).toBe('invalid_input');
    expect(await app.db.collection('experiments').countDocuments()).toBe(before);
  });

  const dispatch = (axes: string[], parameters: Json) => ({
    experiment_surface: 'dispatch',
    change_axes: axes,
    variants: [
      { key: 'a', weight: 1 },
      { key: 'b', weight: 1, parameters },
    ],
  });
  it.each([
    [{ change_axes: ['evidence_checks'] }, 'forbidden_axis'],
    [{ change_axes: ['report_content'] }, 'forbidden_axis'],
    [{ change_axes: ['prices'] }, 'forbidden_axis'],
    [{ change_axes: ['refunds'] }, 'forbidden_axis'],
    [{ ...dispatch(['offers_at_once'], { prices: 1 }) }, 'forbidden_axis'],
    [dispatch(['wave_length'], {}), 'axis_not_supported'],
    [dispatch(['offers_at_once'], { offer_minutes: 30 }), 'axis_not_supported'],
    [dispatch(['offers_at_once'], { offers_at_once: 0 }), 'axis_not_supported'],
    [dispatch(['offers_at_once'], { offers_at_once: 11 }), 'axis_not_supported'],
    [dispatch(['offers_at_once'], { offers_at_once: 2.5 }), 'axis_not_supported'],
    [dispatch(['offers_at_once'], { offers_at_once: '3' }), 'axis_not_supported'],
    [dispatch(['offer_minutes'], { offer_minutes: 4 }), 'axis_not_supported'],
    [dispatch(['offer_minutes'], { offer_minutes: 1441 }), 'axis_not_supported'],
    [dispatch(['max_threads'], { max_threads: 0 }), 'axis_not_supported'],
    [dispatch(['max_threads'], { max_threads: 51 }), 'axis_not_supported'],
  ])('rejects the change %j: %s', async (fields: Json, code) => {
    const experiment_id = freshId();
    const input = experimentBody({ experiment_id, ...fields });
    expect((await api.call(app, 'createExperiment', { input })).code).toBe(code);
    expect(await stored(app, experiment_id)).toBeNull();
  });

  it('finds an experiment by an id of any characters', async () => {
    const id = `a/b ?c=${api.name}&ü#%2F`;
    const input = experimentBody({ ...ungated, experiment_id: id });
    const { body } = await api.call(app, 'createExperiment', { input });
    expect(body.experiment_id).toBe(id);
    expect((await api.call(app, 'experiment', { id })).body).toEqual(body);
    const running = { id, input: { status: 'running', reason: 'As planned.' } };
    expect((await api.call(app, 'moveExperiment', running)).body.status).toBe('running');
    const unit = await api.call(app, 'experimentAssignment', { id, input: { unit_key: 'u' } });
    expect(unit.body.experiment_id).toBe(id);
    expect((await api.call(app, 'experimentResult', { id })).body.experiment_id).toBe(id);
  });

  it('accepts values at the bounds, and lists by each filter', async () => {
    const parameters = { offers_at_once: 10, offer_minutes: 1440, max_threads: 50 };
    const fields = dispatch(Object.keys(parameters), parameters);
    const input = experimentBody({ ...fields, owning_plane: `plane-${api.name}` });
    const { body } = await api.call(app, 'createExperiment', { input });
    expect(body.variants[1].parameters).toEqual(parameters);
    const list = async (filter: Json): Promise<Json[]> => {
      const given = api.name === 'REST' ? filter : { filter };
      const answer = (await api.call(app, 'experiments', { input: given })).body;
      return (answer.nodes ?? answer).map(({ experiment_id }: Json) => experiment_id);
    };
    const id = body.experiment_id;
    expect(await list({ owning_plane: `plane-${api.name}` })).toEqual([id]);
    expect(await list({ status: 'planned', surface: 'dispatch' })).toContain(id);
    expect(await list({ status: 'running', surface: 'dispatch' })).not.toContain(id);
  });
});

describe('transitions outside the table are rejected', () => {
  const rejected = experimentStatus.options.flatMap((from) =>
    experimentStatus.options
      .filter((to) => !experimentTransitions[from].includes(to))
      .map((to) => [from, to] as const),
  );
  it.each(rejected)('%s → %s', async (from, to) => {
    const id = await inStatus(from);
    const before = await stored(app, id);
    expect((await move(id, to)).code).toBe('invalid_transition');
    expect(await stored(app, id)).toEqual(before);
  });
});

describe('starting an experiment', () => {
  it.each([
    [{}, false],
    [{ market_city: 'berlin' }, true],
    [{ lane_key: 'berlin:default' }, true],
    [{ experiment_surface: 'mail' }, true],
  ])('while another runs on the same surface, with %j: %s', async (fields, starts) => {
    expect((await move(await make(), 'running')).code).toBeUndefined();
    const id = await make(fields);
    const before = await stored(app, id);
    expect((await move(id, 'running')).code).toBe(starts ? undefined : 'experiment_running');
    if (!starts) expect(await stored(app, id)).toEqual(before);
  });

  it('is possible when the other is paused, which then cannot resume', async () => {
    const [first, second] = [await make(), await make()];
    await move(first, 'running');
    await move(first, 'paused');
    expect((await move(second, 'running')).code).toBeUndefined();
    expect((await move(first, 'running')).code).toBe('experiment_running');
    await move(second, 'completed');
    expect((await move(first, 'running')).body).toMatchObject({ status: 'running' });
  });

  it('is won by one of two concurrent starts; starting one twice emits one event', async () => {
    const ids = [await make(), await make(), await make()];
    const both = await Promise.all(ids.map((id) => move(id, 'running')));
    expect(both.map(({ code }) => code).sort()).toEqual([
      'experiment_running',
      'experiment_running',
      undefined,
    ]);
    const id = await make({ lane_key: freshId() });
    const same = await Promise.all([1, 2, 3].map(() => move(id, 'running')));
    expect(same.filter(({ code }) => code === undefined)).toHaveLength(1);
    await app.services.relay.drain();
    const events = app.db.collection('events').find({ 'data.experiment_id': id });
    expect((await events.toArray()).map(({ type }) => type).sort()).toEqual([
      'experiment.created',
      'experiment.running',
    ]);
  });

  it('uses the means of seven days as the baseline, and stores them', async () => {
    const today = app.now().getTime();
    const dateOf = (ago: number) => new Date(today - days(ago)).toISOString().slice(0, 10);
    for (const [ago, count] of [
      [8, 100],
      [7, 2],
      [1, 5],
      [0, 100],
    ] as const) {
      for (let i = 0; i < count; i++) {
        await emit(app, 'customer.registered', `${dateOf(ago)}T00:00:00Z`);
      }
      await call('computeKpiSnapshot', { input: { snapshot_date: dateOf(ago) } });
    }
    const id = await make({
      verification_requirement: 'baseline_release_gate',
      primary_metric_key: 'customers_registered',
      guardrail_metric_keys: ['dispute_rate', 'final', 'nothing'],
    });
    const baseline = { customers_registered: 3.5, dispute_rate: null, final: null, nothing: null };
    expect((await move(id, 'running')).body.baseline).toEqual(baseline);
    await move(id, 'paused');
    await app.db.collection('kpi_snapshots').deleteMany({});
    expect((await move(id, 'running')).body.baseline).toEqual(baseline);
  });
});

it('assigns a unit to the same variant in every process', async () => {
  const id = await make();
  await move(id, 'running');
  const other = await startTestApp({ MONGODB_DB: app.services.config.mongodbDb });
  try {
    for (let i = 0; i < 20; i++) {
      const given = { id, input: { unit_key: `unit-${i}` } };
      const here = await call('experimentAssignment', given);
      expect(await restApi.call(other, 'experimentAssignment', given)).toEqual(here);
    }
    await move(id, 'paused');
    const paused = await call('experimentAssignment', { id, input: { unit_key: 'unit-0' } });
    expect(paused.body.variant).toMatch(/control|treatment/);
  } finally {
    await other.stop({ keep: true });
  }
});

it.each(['', 'x'.repeat(201)])('rejects the unit %j', async (unit_key) => {
  const id = await inStatus('running');
  expect((await call('experimentAssignment', { id, input: { unit_key } })).code).toBe(
    'invalid_input',
  );
});

describe('a dispatch run', () => {
  const experimentOn = async (fields: Json = {}) => {
    const id = await make({
      experiment_surface: 'dispatch',
      change_axes: ['offers_at_once'],
      primary_metric_key: 'hours_to_assign',
      guardrail_metric_keys: ['offer_acceptance_rate'],
      variants: [
        { key: 'one', weight: 1, parameters: { offers_at_once: 1 } },
        { key: 'two', weight: 1, parameters: { offers_at_once: 2 } },
        { key: 'as_ever', weight: 1, parameters: {} },
      ],
      ...fields,
    });
    await move(id, 'running');
    return id;
  };
  const startRun = async (jobId: string, input: Json = {}) => {
    const { body, code } = await call('startDispatchRun', { id: jobId, input });
    expect(code).toBeUndefined();
    return body.id as string;
  };
  beforeAll(async () => {
    await registerMany(app, 3);
  });

  it('uses the numbers of its variant, stores the variant, and is measured', async () => {
    const id = await experimentOn();
    const offers = { one: 1, two: 2, as_ever: 3 };
    type Variant = keyof typeof offers;
    const runs: Record<string, string[]> = { one: [], two: [], as_ever: [] };
    const enough = () => Object.values(runs).every((each) => each.length >= 2);
    while (!enough()) {
      const job = await createJob(app);
      const unit = { id, input: { unit_key: job } };
      const variant: Variant = (await call('experimentAssignment', unit)).body.variant;
      if (runs[variant]?.length === 2) continue;
      const run = await startRun(job);
      runs[variant]?.push(run);
      expect(await storedRun(app, run)).toMatchObject({
        offersAtOnce: offers[variant],
        policyVersion: `dispatch-1+${id}:${variant}`,
        experiment: { experimentId: id, variant },
      });
    }
    const [won = '', open = ''] = runs['two'] ?? [];
    app.advance(hours(0.5));
    const [token = ''] = await tokens(app, won);
    expect((await call('acceptProviderOffer', by(token))).code).toBeUndefined();
    const answered = await tokens(app, open);
    await call('declineProviderOffer', { ...by(answered[0] ?? ''), input: { reason: 'Away.' } });
    const { variants } = (await call('experimentResult', { id })).body;
    const none = { n: 0, mean: null };
    expect(variants).toMatchObject([
      { variant: 'one', exposures: 2, succeeded: 0, success_rate: 0, interval: [0, 0.6576] },
      { variant: 'two', exposures: 2, succeeded: 1, success_rate: 0.5, interval: [0.0945, 0.9055] },
      { variant: 'as_ever', exposures: 2, succeeded: 0, mean_latency_ms: null },
    ]);
    expect(variants[0].metrics).toEqual({
      hours_to_assign: none,
      offer_acceptance_rate: { n: 2, mean: 0 },
    });
    const [offered, accepted] = await Promise.all([won, open].map((run) => storedRun(app, run)));
    const count = [offered, accepted].flatMap((run) => run?.threads ?? []);
    const sent = count.filter(({ offeredAt }) => offeredAt !== null).length;
    expect(variants[1].metrics).toEqual({
      hours_to_assign: { n: 1, mean: expect.closeTo(0.5, 1) },
      offer_acceptance_rate: { n: sent, mean: Number((1 / sent).toFixed(4)) },
    });
  });

  it('is not part of the experiment if the caller sets one of its numbers', async () => {
    const id = await experimentOn();
    const own = await storedRun(app, await startRun(await createJob(app), { offers_at_once: 2 }));
    expect(own).toMatchObject({ offersAtOnce: 2, policyVersion: 'dispatch-1' });
    expect(own).not.toHaveProperty('experiment');
    const other = await storedRun(app, await startRun(await createJob(app), { offer_minutes: 45 }));
    expect(other).toMatchObject({ offerMinutes: 45, experiment: { experimentId: id } });
  });

  it('uses the experiment of its lane, else of its city, else of all, and never a paused one', async () => {
    const all = await experimentOn();
    const city = await experimentOn({ market_city: 'berlin' });
    const lane = await experimentOn({ lane_key: 'berlin:storefront_open' });
    await experimentOn({ market_city: 'london' });
    const chosen = async (fields: Json = {}) => {
      const run = await storedRun(app, await startRun(await createJob(app, fields)));
      return run.experiment?.experimentId;
    };
    expect(await chosen({ service_key: 'storefront_open' })).toBe(lane);
    expect(await chosen()).toBe(city);
    await move(city, 'paused');
    expect(await chosen()).toBe(all);
    await move(all, 'completed');
    expect(await chosen()).toBeUndefined();
  });
});
