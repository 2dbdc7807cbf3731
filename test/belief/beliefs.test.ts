import { randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Belief } from '../../src/modules/belief/belief.js';
import { apis, restApi } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const unknownId = '019c1000-0000-7000-8000-00000000ffff';
const rejected = /^(invalid_input|bad_user_input)$/;
const beliefs = () => app.db.collection<Belief>('beliefs');
const stored = (id: string) => beliefs().findOne({ _id: id }, { projection: { outbox: 0 } });
const eventsOf = async (id: string) => {
  await app.services.relay.drain();
  const found = app.db.collection('events').find({ 'data.belief_id': id });
  return (await found.sort({ seq: 1 }).toArray()).map(({ type, data }) => [
    type,
    data['previous_status'],
    data['status'],
  ]);
};
/** Returns a unique key, so that tests are independent. */
const key = () => `key-${randomUUID()}`;
const body = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  belief_statement: 'Shops answer mail.',
  ...fields,
});
const make = async (fields: Record<string, unknown> = {}): Promise<Json> =>
  (await restApi.call(app, 'createBelief', { input: body(fields) })).body;

describe.each(apis)('createBelief over $name', (api) => {
  const create = (fields: Record<string, unknown> = {}) =>
    api.call(app, 'createBelief', { input: body(fields) });

  it('stores a belief, and returns the documented keys', async () => {
    const fields = {
      belief_key: key(),
      scope_type: 'market_city',
      scope_key: 'berlin',
      confidence: 0.7,
      status: 'tentative',
      evidence_for: ['a', 'b'],
      evidence_against: ['c'],
      recommended_next_actions: ['d'],
      owner: 'ada',
      source_type: 'job',
      source_id: '7',
    };
    const { body: shown } = await create(fields);
    expect(shown).toEqual({
      ...fields,
      id: expect.any(String),
      belief_statement: 'Shops answer mail.',
      supersedes_id: null,
      created_at: expect.any(String),
      updated_at: shown.created_at,
    });
    expect(await stored(shown.id)).toMatchObject({
      status: 'tentative',
      keyClaim: JSON.stringify(['market_city', 'berlin', fields.belief_key]),
      revision: 1,
    });
    expect((await api.call(app, 'belief', { id: shown.id })).body).toEqual(shown);
    expect(await eventsOf(shown.id)).toEqual([['belief.created', null, 'tentative']]);
    expect((await create()).body).toMatchObject({
      scope_type: 'global',
      scope_key: 'default',
      status: 'active',
      confidence: 0.5,
      evidence_for: [],
    });
  });

  it('supersedes the named belief, which can be replaced only once', async () => {
    const fields = { belief_key: key() };
    const { body: first } = await create(fields);
    const { body: second } = await create({ ...fields, supersedes_id: first.id });
    expect(second.supersedes_id).toBe(first.id);
    expect(await stored(first.id)).toMatchObject({ status: 'superseded', revision: 2 });
    expect(await eventsOf(first.id)).toEqual([
      ['belief.created', null, 'active'],
      ['belief.superseded', 'active', 'superseded'],
    ]);
    const before = await beliefs().countDocuments();
    expect((await create({ ...fields, supersedes_id: first.id })).code).toBe('already_superseded');
    expect(await beliefs().countDocuments()).toBe(before);
    const { data } = await app.graphql(
      `{ belief(id: "${second.id}") { supersededBy { id } history { id status } } }`,
    );
    expect(data.belief).toEqual({
      supersededBy: null,
      history: [{ id: first.id, status: 'superseded' }],
    });
    const { data: back } = await app.graphql(
      `{ belief(id: "${first.id}") { supersededBy { id } history { id } } }`,
    );
    expect(back.belief).toEqual({ supersededBy: { id: second.id }, history: [] });
  });

  it('rejects a second belief with a key only in the same scope', async () => {
    const fields = { belief_key: key() };
    const { body: first } = await create(fields);
    expect((await create(fields)).code).toBe('belief_exists');
    expect((await create({ ...fields, scope_key: 'other' })).code).toBeUndefined();
    await api.call(app, 'retireBelief', { id: first.id });
    // A retired belief keeps its key, and can be superseded.
    expect((await create(fields)).code).toBe('belief_exists');
    expect((await create({ ...fields, supersedes_id: first.id })).code).toBeUndefined();
    expect(await stored(first.id)).toMatchObject({ status: 'superseded' });
  });

  it('rejects an unknown predecessor, one of another scope or key, and statuses set by operations', async () => {
    const { body: first } = await create({ belief_key: key() });
    const before = await stored(first.id);
    const count = await beliefs().countDocuments();
    const supersedes_id = first.id;
    const codes = [
      await create({ supersedes_id: unknownId }),
      await create({ supersedes_id }),
      await create({ supersedes_id, belief_key: first.belief_key, scope_key: 'other' }),
      await create({ supersedes_id, belief_key: first.belief_key, scope_type: 'other' }),
      await create({ status: 'superseded' }),
      await create({ status: 'retired' }),
    ].map(({ code }) => code);
    expect(codes).toEqual(['belief_not_found', ...Array(5).fill('invalid_transition')]);
    expect(await stored(first.id)).toEqual(before);
    expect(await beliefs().countDocuments()).toBe(count);
  });

  it.each([
    { belief_statement: 'ab' },
    { belief_statement: 'x'.repeat(10_001) },
    { belief_statement: undefined },
    { belief_key: 'x'.repeat(161) },
    { scope_type: '' },
    { scope_type: 'x'.repeat(41) },
    { scope_key: '' },
    { scope_key: 'x'.repeat(121) },
    { confidence: -0.1 },
    { confidence: 1.1 },
    { status: '' },
    { status: 'x'.repeat(31) },
    { evidence_for: Array(51).fill('x') },
    { evidence_against: Array(51).fill('x') },
    { recommended_next_actions: Array(51).fill('x') },
    { owner: 'x'.repeat(121) },
    { source_type: 'x'.repeat(81) },
    { source_id: 'x'.repeat(121) },
    { supersedes_id: 'x'.repeat(35) },
    { supersedes_id: 'x'.repeat(37) },
  ])('rejects values outside the documented bounds', async (fields) => {
    const before = await beliefs().countDocuments();
    expect((await create(fields)).code).toMatch(rejected);
    expect(await beliefs().countDocuments()).toBe(before);
  });

  it('accepts values at the documented bounds', async () => {
    const wide = (length: number) => '😀'.repeat(length);
    const fields = {
      belief_statement: wide(10_000),
      belief_key: wide(160),
      scope_type: wide(40),
      scope_key: wide(119) + api.name[0],
      status: wide(30),
      owner: wide(120),
      source_type: wide(80),
      source_id: wide(120),
      evidence_for: Array(50).fill('x'),
      confidence: 1,
    };
    expect((await create(fields)).body).toMatchObject(fields);
    expect((await create(fields)).code).toBe('belief_exists');
  });
});

it('returns the newest belief of a key', async () => {
  const fields = { belief_key: key() };
  const first = await make(fields);
  const second = await make({ ...fields, supersedes_id: first.id });
  const third = await make({ ...fields, supersedes_id: second.id });
  const find = async () => {
    const answer = await app.rest('POST', '/v1/operator/beliefs', { body: body(fields) });
    expect(answer).toMatchObject({ status: 409, body: { code: 'belief_exists' } });
    return answer.body.hint;
  };
  expect(await find()).toContain(third.id);
  // For a chain of any length, even if the clock of the latest process is behind.
  app.advance(1000);
  let last = third;
  for (let i = 0; i < 6; i += 1) last = await make({ ...fields, supersedes_id: last.id });
  await beliefs().updateOne({ _id: last.id }, { $set: { createdAt: new Date(0) } });
  expect(await find()).toContain(last.id);
});

it('looks up the successors of a list together, for lists of any length', async () => {
  const fields = { scope_key: key(), status: 'listed' };
  const newest: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const first = await make(fields);
    newest.push((await make({ ...fields, supersedes_id: first.id })).id);
  }
  const finds: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (command['find'] === 'beliefs' && 'supersedesId' in command['filter'])
      finds.push(commandName);
  };
  app.services.client.on('commandStarted', note);
  const { data } = await app.graphql(
    'query($scopeKey: String) { beliefs(filter: { scopeKey: $scopeKey }) { nodes { supersededBy { id } } } }',
    { scopeKey: fields.scope_key },
  );
  app.services.client.off('commandStarted', note);
  const successors = data.beliefs.nodes.flatMap((one: Json) => one.supersededBy?.id ?? []);
  expect(successors.toSorted()).toEqual(newest.toSorted());
  // For the list, for its nodes, and for their own successors.
  expect(finds.length).toBeLessThanOrEqual(3);
});

it('stores one of fifty concurrent successors', async () => {
  const fields = { belief_key: key() };
  const first = await make(fields);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      restApi.call(app, 'createBelief', { input: body({ ...fields, supersedes_id: first.id }) }),
    ),
  );
  expect(answers.map(({ code }) => code ?? 'stored').sort()).toEqual([
    ...Array(49).fill('already_superseded'),
    'stored',
  ]);
  expect(await beliefs().countDocuments({ supersedesId: first.id })).toBe(1);
  expect((await eventsOf(first.id)).filter(([type]) => type === 'belief.superseded')).toHaveLength(
    1,
  );
});

describe('a successor stored by a process that was killed before updating the predecessor', () => {
  /** @returns the id of the predecessor, which is still `active` in the store */
  async function left(): Promise<{ id: string; key: string }> {
    const belief_key = key();
    const first = await make({ belief_key });
    const { keyClaim: _, ...fields } = (await stored(first.id)) as Belief;
    const successor = randomUUID();
    const data = { belief_id: successor, supersedes_id: first.id, status: 'active' };
    const timestamp = app.now();
    const event = { id: randomUUID(), type: 'belief.created', timestamp, data, revision: 1 };
    const document = { ...fields, _id: successor, supersedesId: first.id, outbox: [event] };
    await beliefs().insertOne(document);
    expect(await stored(first.id)).toMatchObject({ status: 'active' });
    return { id: first.id, key: belief_key };
  }

  it.each(apis)('is seen when the predecessor is read over $name', async (api) => {
    const { id } = await left();
    expect((await api.call(app, 'belief', { id })).body.status).toBe('superseded');
    expect(await stored(id)).toMatchObject({ status: 'superseded' });
  });

  it('is seen in lists, and prevents its predecessor from being retired', async () => {
    const { id, key: belief_key } = await left();
    const listed = await app.rest('GET', `/v1/operator/beliefs?belief_key=${belief_key}`);
    expect(listed.body.map(({ status }: Json) => status).sort()).toEqual(['active', 'superseded']);
    expect(await stored(id)).toMatchObject({ status: 'superseded' });
    const other = await left();
    expect((await restApi.call(app, 'retireBelief', { id: other.id })).code).toBe(
      'invalid_transition',
    );
    const third = await left();
    const query = `/v1/operator/beliefs?belief_key=${third.key}&status=active`;
    expect((await app.rest('GET', query)).body).toHaveLength(1);
  });

  it('updates the status of its predecessor even if no one reads it', async () => {
    const { id } = await left();
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    expect(await stored(id)).toMatchObject({ status: 'superseded', revision: 2 });
    await app.services.followers.catchUp();
    expect(await stored(id)).toMatchObject({ revision: 2 });
  });
});

describe.each(apis)('retireBelief over $name', (api) => {
  const retire = (id: string, input = {}) => api.call(app, 'retireBelief', { id, input });

  it('retires a belief with any label, once', async () => {
    const { id } = await make({ status: 'tentative' });
    const { body: shown } = await retire(id, { reason: 'Measured now.' });
    expect(shown.status).toBe('retired');
    const before = await stored(id);
    expect(before).toMatchObject({ status: 'retired', retireReason: 'Measured now.', revision: 2 });
    expect((await retire(id, { reason: 'Again.' })).body).toEqual(shown);
    expect(await stored(id)).toEqual(before);
    expect(await eventsOf(id)).toEqual([
      ['belief.created', null, 'tentative'],
      ['belief.retired', 'tentative', 'retired'],
    ]);
  });

  it('rejects a superseded belief and an unknown one', async () => {
    const first = await make();
    await make({ supersedes_id: first.id });
    const before = await stored(first.id);
    expect((await retire(first.id)).code).toBe('invalid_transition');
    expect(await stored(first.id)).toEqual(before);
    expect((await retire(unknownId)).code).toBe('belief_not_found');
    expect((await api.call(app, 'belief', { id: unknownId })).code).toBe('belief_not_found');
    expect((await retire(first.id, { reason: '' })).code).toMatch(rejected);
    expect((await retire(first.id, { reason: 'x'.repeat(1001) })).code).toMatch(rejected);
  });
});

describe('beliefs', () => {
  const scope_type = 'listed';
  const made: string[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 4; i += 1) {
      const fields = { scope_type, scope_key: i % 2 ? 'odd' : 'even', confidence: i / 4 };
      made.unshift((await make({ ...fields, ...(i === 3 && { status: 'tentative' }) })).id);
      app.advance(1000);
    }
  });
  const list = (query: string) =>
    app.rest('GET', `/v1/operator/beliefs?scope_type=${scope_type}&${query}`);
  const ids = ({ body: found }: { body: Json }) => found.map(({ id }: Json) => id);

  it.each([
    ['', [0, 1, 2, 3]],
    ['scope_key=odd', [0, 2]],
    ['status=tentative', [0]],
    ['status=banana', []],
    ['min_confidence=0.5', [0, 1]],
  ])('are found by %s', async (query, places) => {
    expect(ids(await list(query))).toEqual(places.map((place) => made[place]));
  });

  it('are paginated over REST and GraphQL', async () => {
    const first = await list('limit=3');
    const [, rest] = /<http:\/\/service\.test([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(ids(first)).toEqual(made.slice(0, 3));
    expect(ids(await app.rest('GET', rest ?? ''))).toEqual(made.slice(3));
    expect((await list('cursor=x')).body.code).toBe('bad_cursor');
    expect((await list('min_confidence=2')).status).toBe(422);
    const { data } = await app.graphql(
      `{ beliefs(first: 1, filter: { scopeType: "${scope_type}" }) { totalCount nodes { id } } }`,
    );
    expect(data.beliefs).toEqual({ totalCount: 4, nodes: [{ id: made[0] }] });
  });
});
