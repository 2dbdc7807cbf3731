import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let job: string;
beforeAll(async () => {
  app = await startTestApp();
  const body = jobBody({ service_key: 'storefront_open' });
  job = (await app.rest('POST', '/v1/jobs', { body })).body.job_id;
});
afterAll(() => app.stop());

const unknownId = '019c1000-0000-7000-8000-00000000ffff';
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
const payload = { '$a.b': 1, nested: [{ 'c.d': null }], b: false, a: 'x' };
const rejected = /^(invalid_input|bad_user_input)$/;
const documents = (collection: string) => app.db.collection(collection).find().toArray();
const next = (link: string | null) =>
  new URL(/<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? '').search;

describe.each(apis)('recordAgentAction over $name', (api) => {
  const record = (input: Record<string, unknown>) =>
    api.call(app, 'recordAgentAction', {
      input: { agent_name: 'triage-agent', action_type: 'triaged', ...input },
    });

  it('stores the action, and returns the documented keys', async () => {
    const input = {
      status: 'failed',
      reason_code: 'no_reply',
      market_city: 'Elsewhere',
      lane_family: 'storefront',
      lane_key: 'elsewhere:x',
      job_id: job,
      policy_version: '3',
      prompt_version: '7',
      experiment_id: 'exp-1',
      latency_ms: 3_000_000_000,
      payload,
    };
    const { market_city, lane_family, ...shown } = input;
    const { body } = await record(input);
    expect(body).toEqual({
      ...shown,
      id: expect.any(String),
      agent_name: 'triage-agent',
      action_type: 'triaged',
      created_at: expect.any(String),
    });
    const stored = await app.db
      .collection<{ _id: string }>('agent_actions')
      .findOne({ _id: body.id });
    expect(stored).toMatchObject({
      marketCity: market_city,
      laneFamily: lane_family,
      payload: '{"$a.b":1,"a":"x","b":false,"nested":[{"c.d":null}]}',
      createdAt: new Date(body.created_at),
    });
    expect(stored?._id).toBe(body.id);
  });

  it('uses the lane of the job if none is given', async () => {
    const { body } = await record({ job_id: job });
    expect(body).toMatchObject({ status: 'succeeded', lane_key: 'berlin:storefront_open' });
    const stored = await app.db
      .collection<{ _id: string }>('agent_actions')
      .findOne({ _id: body.id });
    expect(stored).toMatchObject({ marketCity: 'Berlin', laneKey: 'berlin:storefront_open' });
    expect((await record({})).body).toMatchObject({ lane_key: null, job_id: null, payload: {} });
  });

  it('rejects an unknown job, and stores nothing', async () => {
    const before = await documents('agent_actions');
    expect((await record({ job_id: unknownId })).code).toBe('job_not_found');
    expect(await documents('agent_actions')).toEqual(before);
  });

  it.each([
    { agent_name: 'x' },
    { agent_name: 'x'.repeat(81) },
    { agent_name: undefined },
    { action_type: 'x' },
    { action_type: 'x'.repeat(81) },
    { action_type: undefined },
    { status: 'x' },
    { status: 'x'.repeat(21) },
    { job_id: 'x'.repeat(35) },
    { job_id: 'x'.repeat(37) },
    { reason_code: 'x'.repeat(121) },
    { market_city: 'x'.repeat(121) },
    { lane_family: 'x'.repeat(121) },
    { lane_key: 'x'.repeat(161) },
    { policy_version: 'x'.repeat(81) },
    { prompt_version: 'x'.repeat(81) },
    { experiment_id: 'x'.repeat(121) },
    { latency_ms: -1 },
    { latency_ms: 1.5 },
    { payload: nested(51) },
    { payload: [] },
    { payload: { a: ['\ud800'] } },
    { payload: { a: { '\ud800': 1 } } },
  ])('rejects %j, and stores nothing', async (input) => {
    const before = await documents('agent_actions');
    expect((await record(input)).code).toMatch(rejected);
    expect(await documents('agent_actions')).toEqual(before);
  });
});

it('rejects a literal beyond the range of numbers, and stores nothing', async () => {
  const before = await documents('agent_actions');
  const { errors } = await app.graphql(`mutation {
    recordAgentAction(input: { agentName: "triage-agent", actionType: "triaged", payload: { a: [1e400] } }) { id }
  }`);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'payload'], message: 'Input should be a finite number' }],
  });
  expect(await documents('agent_actions')).toEqual(before);
});

describe('agentActionEvents', () => {
  const path = '/v1/operator/agents/action-events';
  const made: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 5; i += 1) {
      const body = {
        agent_name: 'lister',
        action_type: i % 2 ? 'odd' : 'even',
        status: i === 4 ? 'failed' : undefined,
        ...(i === 1 && { job_id: job, experiment_id: 'exp-2' }),
      };
      made.unshift((await app.rest('POST', path, { body })).body.id);
      app.advance(1000);
    }
  });
  const ids = (list: Json) => list.map(({ id }: Json) => id);

  it('are a bare array over REST, newest first, with a link to the rest', async () => {
    const first = await app.rest('GET', `${path}?agent_name=lister&limit=3`);
    expect(ids(first.body)).toEqual(made.slice(0, 3));
    const second = await app.rest('GET', path + next(first.headers.get('link')));
    expect(ids(second.body)).toEqual(made.slice(3));
    expect(second.headers.get('link')).toBeNull();
    expect(await app.rest('GET', `${path}?cursor=x`)).toMatchObject({
      status: 400,
      body: { code: 'bad_cursor' },
    });
    expect((await app.rest('GET', `${path}?limit=201`)).status).toBe(422);
  });

  it.each([
    ['action_type=odd', [1, 3]],
    ['status=failed', [0]],
    ['status=banana', []],
    ['experiment_id=exp-2', [3]],
    ['job_id={job}', [3]],
    ['created_after={2}', [0, 1]],
    ['created_before={2}', [3, 4]],
  ])('are found by %s', async (query, places) => {
    const stored = await app.db.collection('agent_actions').findOne({ _id: made[2] as never });
    const at = encodeURIComponent(stored?.['createdAt'].toISOString());
    const filled = query.replace('{job}', job).replace('{2}', at);
    const { body } = await app.rest('GET', `${path}?agent_name=lister&${filled}`);
    expect(ids(body)).toEqual(places.map((place) => made[place]));
  });

  it('are a connection over GraphQL, with fields that REST does not have', async () => {
    const { data } = await app.graphql(
      `{ agentActionEvents(first: 2, filter: { agentName: "lister", jobId: "${job}" }) {
        totalCount nodes { id marketCity laneFamily } pageInfo { hasNextPage hasPreviousPage } } }`,
    );
    expect(data.agentActionEvents).toEqual({
      totalCount: 1,
      nodes: [{ id: made[3], marketCity: 'Berlin', laneFamily: null }],
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
  });
});

describe.each(apis)('the state of an agent over $name', (api) => {
  const agent = `agent-of-${api.name}`;
  const upsert = (input: Record<string, unknown>, id = agent) =>
    api.call(app, 'upsertAgentState', { id, input });
  const read = (input = {}, id = agent) => api.call(app, 'agentState', { id, input });

  it('is replaced as a whole, and keeps its creation time', async () => {
    const { body: first } = await upsert({ state_payload: payload });
    expect(first).toEqual({
      agent_name: agent,
      scope_type: 'global',
      scope_key: 'default',
      state_payload: payload,
      created_at: expect.any(String),
      updated_at: first.created_at,
    });
    const { body: second } = await upsert({ state_payload: { c: 1 } });
    expect(second).toMatchObject({ state_payload: { c: 1 }, created_at: first.created_at });
    expect(Date.parse(second.updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
    expect((await read()).body).toEqual(second);
    const scope = { scope_type: 'city', scope_key: 'berlin' };
    expect((await read(scope)).code).toBe('agent_state_not_found');
    const { body: other } = await upsert({ ...scope, state_payload: {} });
    expect((await read(scope)).body).toEqual(other);
    const listed = await app.rest('GET', `/v1/operator/agents/${agent}/states?limit=1`);
    expect(listed.body).toEqual([other]);
    const rest = next(listed.headers.get('link'));
    expect((await app.rest('GET', `/v1/operator/agents/${agent}/states${rest}`)).body).toEqual([
      second,
    ]);
    const counted = await app.graphql(`{ agentStates(agentName: "${agent}") { totalCount } }`);
    expect(counted.data.agentStates.totalCount).toBe(2);
  });

  it('is replaced only if it is the expected one', async () => {
    const id = `${agent}-guarded`;
    const old = '2026-01-01T00:00:00.000Z';
    expect((await upsert({ expected_updated_at: old }, id)).code).toBe('revision_conflict');
    expect((await read({}, id)).code).toBe('agent_state_not_found');
    const { body: first } = await upsert({ expected_updated_at: null }, id);
    expect((await upsert({ expected_updated_at: null }, id)).code).toBe('revision_conflict');
    expect((await upsert({ expected_updated_at: old }, id)).code).toBe('revision_conflict');
    expect((await read({}, id)).body).toEqual(first);
    const given = { state_payload: { n: 1 }, expected_updated_at: first.updated_at };
    const { body: second } = await upsert(given, id);
    expect(second.state_payload).toEqual({ n: 1 });
    expect((await upsert(given, id)).code).toBe('revision_conflict');
  });

  it.each([
    { scope_type: '' },
    { scope_type: 'x'.repeat(41) },
    { scope_key: '' },
    { scope_key: 'x'.repeat(121) },
    { state_payload: nested(51) },
    { expected_updated_at: 'yesterday' },
  ])('rejects %j, and stores nothing', async (input) => {
    const before = await documents('agent_states');
    expect((await upsert(input)).code).toMatch(rejected);
    expect(await documents('agent_states')).toEqual(before);
  });

  it.each(['x', 'x'.repeat(81)])('rejects the name %s', async (name) => {
    const before = await documents('agent_states');
    expect((await upsert({}, name)).code).toMatch(rejected);
    expect(await documents('agent_states')).toEqual(before);
    expect((await read({}, name)).code).toBe('agent_state_not_found');
  });
});

it('describes the correct request if an expected state does not exist', async () => {
  const body = { expected_updated_at: '2026-01-01T00:00:00Z' };
  const answer = await app.rest('POST', '/v1/operator/agents/stateless/state', { body });
  expect(answer.body).toMatchObject({
    code: 'revision_conflict',
    detail: 'The agent has no state in this scope.',
    hint: 'Send null as expected_updated_at, or omit it.',
  });
});

it('reports the location of an invalid agent name in a path', async () => {
  const { status, body } = await app.rest('POST', '/v1/operator/agents/x/state', { body: {} });
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([{ loc: ['path', 'agent_name'], input: 'x' }]);
});

it('lets one of fifty identical state changes win', async () => {
  const { body: first } = await restApi.call(app, 'upsertAgentState', { id: 'raced', input: {} });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      restApi.call(app, 'upsertAgentState', {
        id: 'raced',
        input: { state_payload: { i }, expected_updated_at: first.updated_at },
      }),
    ),
  );
  const codes = answers.map(({ code }) => code ?? 'stored').sort();
  expect(codes).toEqual([...Array(49).fill('revision_conflict'), 'stored']);
  const winner = answers.find(({ body }) => body)?.body;
  expect(await app.db.collection('agent_states').findOne({ agentName: 'raced' })).toMatchObject({
    statePayload: JSON.stringify(winner.state_payload),
  });
});

describe.each(apis)('telemetry over $name', (api) => {
  const agent = `teller-${api.name}`;
  const report = (fields: Record<string, unknown>) =>
    api.call(app, 'recordAgentTelemetry', {
      input: { agent_name: agent, event_type: 'loop_iteration', ...fields },
    });
  const summary = async (input = {}) =>
    (await api.call(app, 'agentTelemetry', { input: { agent_name: agent, ...input } })).body;

  it('is stored, aggregated by hour, and counted in /metrics', async () => {
    const nothing = { loop_iterations: 0, errors: 0, errors_by_type: [] };
    expect(await summary()).toEqual({ agent_name: agent, last_at: null, ...nothing });
    expect((await report({ payload })).body).toEqual({ accepted: true });
    expect(await app.db.collection('agent_telemetry').findOne({ agentName: agent })).toMatchObject({
      payload: '{"$a.b":1,"a":"x","b":false,"nested":[{"c.d":null}]}',
    });
    app.advance(hours(2));
    await report({});
    for (const error_type of ['timeout', 'timeout', 'parse', null])
      await report({ event_type: 'error', error_type });
    const whole = await summary();
    expect(whole).toEqual({
      agent_name: agent,
      last_at: expect.any(String),
      loop_iterations: 2,
      errors: 4,
      errors_by_type: [
        { error_type: 'timeout', count: 2 },
        { error_type: null, count: 1 },
        { error_type: 'parse', count: 1 },
      ],
    });
    expect(await summary({ hours: 1 })).toEqual({ ...whole, loop_iterations: 1 });
    app.advance(days(2));
    expect(await summary()).toEqual({ agent_name: agent, last_at: whole.last_at, ...nothing });
    const metrics = await app.metrics();
    expect(metrics).toContain(`agent_events_total{agent="${agent}",event="error"} 4`);
  });

  it('from 31 days ago is not returned, whether or not it was removed', async () => {
    await report({});
    app.advance(days(31));
    expect(
      await app.db.collection('agent_telemetry').countDocuments({ agentName: agent }),
    ).not.toBe(0);
    expect((await summary({ hours: 720 })).last_at).toBeNull();
  });

  it.each([
    { agent_name: 'x' },
    { event_type: 'loop' },
    { event_type: undefined },
    { error_type: 'x'.repeat(121) },
    { policy_version: 'x'.repeat(81) },
    { prompt_version: 'x'.repeat(81) },
    { experiment_id: 'x'.repeat(121) },
    { payload: nested(51) },
  ])('rejects %j, and stores nothing', async (fields) => {
    const before = await documents('agent_telemetry');
    expect((await report(fields)).code).toMatch(rejected);
    expect(await documents('agent_telemetry')).toEqual(before);
  });

  it.each([0, 721, 1.5])('rejects a period of %s hours', async (hours) => {
    const input = { agent_name: agent, hours };
    expect((await api.call(app, 'agentTelemetry', { input })).code).toMatch(rejected);
  });
});

it('returns the hundred most frequent kinds of errors', async () => {
  const event = (index: number, _id: string) => ({
    _id,
    agentName: 'babbler',
    eventType: 'error',
    errorType: `kind-${String(index).padStart(3, '0')}`,
    createdAt: app.now(),
  });
  const events = Array.from({ length: 101 }, (_, i) => [event(i, `b-${i}`), event(0, `c-${i}`)]);
  await app.db.collection('agent_telemetry').insertMany(events.flat() as never);
  const { body } = await app.rest('GET', '/v1/operator/agents/telemetry?agent_name=babbler');
  expect(body.errors).toBe(202);
  expect(body.errors_by_type).toHaveLength(100);
  expect(body.errors_by_type[0]).toEqual({ error_type: 'kind-000', count: 102 });
  expect(body.errors_by_type.at(-1)).toEqual({ error_type: 'kind-099', count: 1 });
});

it('counts a hundred names in /metrics, and the others together', async () => {
  const { metrics } = app.services;
  for (let i = 0; i < 120; i += 1) metrics.agentReported(`many-${i}`, 'error');
  const text = await metrics.registry.getSingleMetricAsString('agent_events_total');
  const names = new Set([...text.matchAll(/agent="([^"]+)"/g)].map(([, name]) => name));
  expect(names.size).toBe(101);
  expect(names).toContain('other');
});

it('does not return actions that are over 400 days old', async () => {
  const query = '/v1/operator/agents/action-events?agent_name=lister';
  expect((await app.rest('GET', query)).body).not.toEqual([]);
  app.advance(days(401));
  expect((await app.rest('GET', query)).body).toEqual([]);
});
