import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Experiment } from '../../src/modules/experiment/experiment.js';
import { apis, restApi } from '../support/apis.js';
import { days, type Json, startTestApp, type TestApp } from '../support/app.js';
import { experimentBody, freshId, stored } from './support/scene.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { frozenAt: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => app.stop());

const variantsOf = (key: string) => [
  { key, weight: 1, parameters: {} },
  { key: 'other', weight: 1, parameters: {} },
];

describe.each(apis)('over $name', (api) => {
  const create = (fields: Json = {}, key?: string | null) =>
    api.call(app, 'createExperiment', {
      input: experimentBody(fields),
      ...(key !== undefined && { key }),
    });
  const move = (id: string, status: string, fields: Json = {}) =>
    api.call(app, 'moveExperiment', { id, input: { status, reason: 'As planned.', ...fields } });

  it('creates an experiment, and stores and returns it completely', async () => {
    const input = experimentBody({
      market_city: 'berlin',
      owner: 'ada',
      lane_key: 'berlin:default',
    });
    app.advance(1000);
    const { body } = await create(input);
    expect(body).toEqual({
      ...input,
      status: 'planned',
      experiment_surface: 'go_to_market',
      verification_requirement: 'baseline_release_gate',
      forbidden_mutation_acknowledged: false,
      lane_family: null,
      policy_version: null,
      prompt_version: null,
      baseline_version: null,
      variants: [
        { key: 'control', weight: 50, parameters: {} },
        { key: 'treatment', weight: 50, parameters: {} },
      ],
      baseline: null,
      created_at: app.now().toISOString(),
      updated_at: app.now().toISOString(),
      started_at: null,
      ended_at: null,
      stop_reason: null,
    });
    const id = body.experiment_id;
    expect(await stored(app, id)).toMatchObject({
      status: 'planned',
      revision: 1,
      laneFamily: null,
    });
    expect((await api.call(app, 'experiment', { id })).body).toEqual(body);
    expect((await create(input)).code).toBe('experiment_exists');
    const listed = await api.call(app, 'experiments', { input: {} });
    const list: Json[] = listed.body.nodes ?? listed.body;
    expect(list[0]).toEqual(body);
  });

  it.each([
    [{ status: 'running' }, 'invalid_transition'],
    [{ change_axes: ['greeting', 'Prices '] }, 'forbidden_axis'],
    [{ experiment_surface: 'dispatch', change_axes: ['greeting'] }, 'axis_not_supported'],
    [{ market_city: 'atlantis' }, 'market_city_unknown'],
    [{ change_axes: [] }, 'invalid_input'],
    [{ variants: variantsOf('') }, 'invalid_input'],
    [{ variants: variantsOf('x'.repeat(41)) }, 'invalid_input'],
  ])('rejects %j: %s, and stores nothing', async (fields, code) => {
    const experiment_id = freshId();
    expect((await create({ experiment_id, ...fields })).code).toBe(code);
    expect(await stored(app, experiment_id)).toBeNull();
  });

  it.each(['group one', 'ü/ß: 50 %', 'x'.repeat(40)])(
    'accepts %j as the key of a variant',
    async (key) => {
      const { body } = await create({ experiment_id: freshId(), variants: variantsOf(key) });
      expect(body.variants[0]).toEqual({ key, weight: 1, parameters: {} });
    },
  );

  it('starts it with an acknowledgement and a baseline of the last week', async () => {
    const { experiment_id: id } = (await create({ market_city: 'berlin' })).body;
    const before = await stored(app, id);
    expect((await move(id, 'running')).code).toBe('acknowledgement_missing');
    const acknowledged = { forbidden_mutation_acknowledged: true };
    app.advance(days(30));
    expect((await move(id, 'running', acknowledged)).code).toBe('baseline_missing');
    expect(await stored(app, id)).toEqual(before);
    const city = { scope_type: 'market_city', scope_key: 'berlin' };
    const yesterday = new Date(app.now().getTime() - days(1)).toISOString().slice(0, 10);
    await restApi.call(app, 'computeKpiSnapshot', {
      input: { snapshot_date: yesterday, ...city },
    });
    const { body } = await move(id, 'running', acknowledged);
    expect(body).toMatchObject({
      status: 'running',
      started_at: app.now().toISOString(),
      baseline: { jobs_completed: 0, dispute_rate: null, made_up: null },
      stop_reason: null,
    });
    expect(await stored(app, id)).toMatchObject({ status: 'running', revision: 2 });
    const unit = await api.call(app, 'experimentAssignment', { id, input: { unit_key: 'u' } });
    expect(unit.body).toEqual({
      experiment_id: id,
      unit_key: 'u',
      variant: expect.stringMatching(/^(control|treatment)$/),
      parameters: {},
    });
    expect((await move(id, 'completed')).body).toMatchObject({
      status: 'completed',
      ended_at: app.now().toISOString(),
      stop_reason: 'As planned.',
    });
    const after = await api.call(app, 'experimentAssignment', { id, input: { unit_key: 'u' } });
    expect(after.code).toBe('invalid_transition');
  });

  it('measures agent actions by their variant', async () => {
    const { experiment_id: id } = (await create()).body;
    const action = (fields: Json) =>
      restApi.call(app, 'recordAgentAction', {
        input: { agent_name: 'seller', action_type: 'wrote', experiment_id: id, ...fields },
      });
    const metrics = { jobs_completed: 4, other: 1, dispute_rate: 'none' };
    await action({ payload: { variant: 'control', metrics }, latency_ms: 10 });
    await action({ payload: { variant: 'control' }, status: 'failed', latency_ms: 21 });
    await action({ payload: { variant: 'nobody' } });
    await action({ payload: {} });
    const { body } = await api.call(app, 'experimentResult', { id });
    const silent = { n: 0, mean: null };
    expect(body).toEqual({
      experiment_id: id,
      variants: [
        {
          variant: 'control',
          exposures: 2,
          succeeded: 1,
          success_rate: 0.5,
          interval: [0.0945, 0.9055],
          mean_latency_ms: 15.5,
          metrics: { jobs_completed: { n: 1, mean: 4 }, dispute_rate: silent, made_up: silent },
        },
        {
          variant: 'treatment',
          exposures: 0,
          succeeded: 0,
          success_rate: null,
          interval: null,
          mean_latency_ms: null,
          metrics: { jobs_completed: silent, dispute_rate: silent, made_up: silent },
        },
      ],
    });
  });

  it('is for operators, and 404 for an unknown experiment', async () => {
    const other = await app.keyFor(`experimenter-${api.name}`, ['jobs:read', 'jobs:write']);
    for (const [key, code] of [
      [null, 'api_key_missing'],
      ['vk_wrong', 'api_key_invalid'],
      [other, 'scope_missing'],
    ] as const) {
      const experiment_id = freshId();
      expect((await create({ experiment_id }, key)).code).toBe(code);
      expect(await stored(app, experiment_id)).toBeNull();
    }
    for (const operation of ['experiment', 'experimentResult']) {
      expect((await api.call(app, operation, { id: 'none' })).code).toBe('experiment_not_found');
    }
    expect((await move('none', 'running')).code).toBe('experiment_not_found');
  });
});

it('emits the events of an experiment in order', async () => {
  const { experiment_id: id } = (
    await restApi.call(app, 'createExperiment', { input: experimentBody() })
  ).body;
  const input = { status: 'aborted', reason: 'Not now.' };
  await restApi.call(app, 'moveExperiment', { id, input });
  await app.services.relay.drain();
  const events = app.db.collection<Experiment>('events').find({ 'data.experiment_id': id });
  expect((await events.sort({ seq: 1 }).toArray()) as Json[]).toMatchObject([
    { type: 'experiment.created', data: { status: 'planned', previous_status: null } },
    { type: 'experiment.aborted', data: { status: 'aborted', previous_status: 'planned' } },
  ]);
});
