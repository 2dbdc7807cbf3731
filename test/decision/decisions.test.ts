import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/graphql/operations.js';
import { apis } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const path = '/v1/operator/decisions';
const required = {
  category: 'pricing',
  title: 'Keep the price',
  summary: 'It stays.',
  author_type: 'person',
  author_id: 'ada',
};
const decisions = () => app.db.collection<{ _id: string }>('decisions');
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

describe.each(apis)('logDecision over $name', (api) => {
  const log = (fields: Record<string, unknown> = {}) =>
    api.call(app, 'logDecision', { input: { ...required, ...fields } });

  it('adds an entry, and returns the documented keys', async () => {
    const fields = {
      rationale: 'Few figures.',
      tradeoffs: { '$a.b': [1], a: null },
      approved_by: 'kim',
      source_type: 'kpi_snapshot',
      source_id: '2026-01-30',
    };
    const { body } = await log(fields);
    expect(body).toEqual({
      ...required,
      ...fields,
      id: expect.any(String),
      created_at: expect.any(String),
    });
    expect(await decisions().findOne({ _id: body.id })).toMatchObject({
      tradeoffs: '{"$a.b":[1],"a":null}',
      revision: 1,
      createdAt: new Date(body.created_at),
    });
    expect((await api.call(app, 'decision', { id: body.id })).body).toEqual(body);
    await app.services.relay.drain();
    const events = await app.db
      .collection('events')
      .find({ 'data.decision_id': body.id })
      .toArray();
    expect(events).toMatchObject([
      { type: 'decision.logged', data: { decision_id: body.id, category: 'pricing' } },
    ]);
    const nothing = { rationale: null, approved_by: null, source_type: null, source_id: null };
    expect((await log()).body).toMatchObject({ ...nothing, tradeoffs: {} });
  });

  it.each([
    { category: '' },
    { category: 'x'.repeat(81) },
    { title: '' },
    { title: 'x'.repeat(201) },
    { summary: '' },
    { summary: 'x'.repeat(5001) },
    { author_type: '' },
    { author_type: 'x'.repeat(31) },
    { author_id: '' },
    { author_id: 'x'.repeat(121) },
    { author_id: undefined },
    { rationale: 'x'.repeat(10_001) },
    { tradeoffs: nested(51) },
    { approved_by: 'x'.repeat(121) },
    { source_type: 'x'.repeat(81) },
    { source_id: 'x'.repeat(121) },
  ])('rejects values outside the documented bounds, and stores nothing', async (fields) => {
    const before = await decisions().countDocuments();
    expect((await log(fields)).code).toMatch(/^(invalid_input|bad_user_input)$/);
    expect(await decisions().countDocuments()).toBe(before);
  });

  it('returns 404 for an unknown decision', async () => {
    expect((await api.call(app, 'decision', { id: 'none' })).code).toBe('decision_not_found');
  });
});

it('cannot be changed by any operation', () => {
  const about = allOperations().filter(
    ({ kind, name }) => kind === 'mutation' && /decision/i.test(name),
  );
  expect(about.map(({ name }) => name)).toEqual(['logDecision']);
});

describe('decisions', () => {
  const made: string[] = [];
  let middle: string;
  beforeAll(async () => {
    for (let i = 0; i < 4; i += 1) {
      const fields = { category: 'listed', author_id: i % 2 ? 'odd' : 'even' };
      const source = i === 1 ? { source_type: 'ticket', source_id: 'T-1' } : {};
      const { body } = await app.rest('POST', path, {
        body: { ...required, ...fields, ...source },
      });
      made.unshift(body.id);
      if (i === 1) middle = body.created_at;
      app.advance(1000);
    }
  });
  const list = (query: string) => app.rest('GET', `${path}?category=listed&${query}`);
  const ids = ({ body }: { body: Json }) => body.map(({ id }: Json) => id);

  it.each([
    ['', [0, 1, 2, 3]],
    ['author_id=odd', [0, 2]],
    ['source_type=ticket&source_id=T-1', [2]],
    ['created_after={middle}', [0, 1]],
    ['created_before={middle}', [3]],
    ['created_after={middle}&limit=1', [0]],
    ['author_id=nobody', []],
  ])('of a category are found by %s, newest first', async (query, places) => {
    const filled = query.replace('{middle}', encodeURIComponent(middle));
    expect(ids(await list(filled))).toEqual(places.map((place) => made[place]));
  });

  it('are paginated over REST and GraphQL', async () => {
    const first = await list('limit=3');
    const [, rest] = /<http:\/\/service\.test([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect(ids(first)).toEqual(made.slice(0, 3));
    expect(ids(await app.rest('GET', rest ?? ''))).toEqual(made.slice(3));
    expect((await list('cursor=x')).body.code).toBe('bad_cursor');
    const { data } = await app.graphql(
      '{ decisions(first: 1, filter: { category: "listed" }) { totalCount nodes { id } } }',
    );
    expect(data.decisions).toEqual({ totalCount: 4, nodes: [{ id: made[0] }] });
  });
});
