import { buildSchema, type GraphQLObjectType, graphqlSync, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandedSelections } from '../../src/graphql/expansion.js';
import { graphqlLimits } from '../../src/graphql/limits.js';
import { selectionOf } from '../../src/graphql/selects.js';
import { startTestApp, type TestApp } from '../support/app.js';

/** Returns fragments that each spread the next one twice: 2^steps times the selection of the last one. */
const doubling = (steps: number, type: string, last: string) =>
  `${Array.from(
    { length: steps },
    (_, i) => `fragment F${i} on ${type} { ...F${i + 1} ...F${i + 1} }`,
  ).join(' ')} fragment F${steps} on ${type} { ${last} }`;

const expandedOf = (text: string) => expandedSelections(parse(text));

describe('the size of a document after expansion', () => {
  it.each([
    ['{ job(id: "x") { jobId status } }', 3],
    ['{ viewer { ...f } again: viewer { ...f } } fragment f on Viewer { scopes }', 6],
    ['{ viewer { ... { scopes } } }', 3],
    ['query A { viewer { scopes } } query B { viewer { scopes } }', 4],
    ['{ ...f } fragment f on Query { ...f viewer { scopes } }', 4],
    ['{ ...unknown }', 1],
  ])('of %s is %i selections', (text, selections) => {
    expect(expandedOf(text)).toBe(selections);
  });

  it('is calculated with one visit per fragment', () => {
    const text = `{ viewer { ...F0 } } ${doubling(40, 'Viewer', 'scopes')}`;
    // Spreads: 1, then 2 + 4 + … + 2^40; the fields at the end: 2^40; and the viewer.
    expect(expandedOf(text)).toBe(1 + 1 + (2 ** 41 - 2) + 2 ** 40);
  });
});

describe('a document whose fragments expand too far', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it.each([
    ['a query', `{ viewer { ...F0 } } ${doubling(40, 'Viewer', 'scopes')}`],
    ['a page', `{ jobs { ...F0 } } ${doubling(40, 'JobConnection', 'totalCount')}`],
    ['the schema', `{ __schema { types { ...F0 } } } ${doubling(40, '__Type', 'name')}`],
    ['an invalid document', `{ ...F0 nothing } ${doubling(40, 'Nothing', 'nothing')}`],
    ['a second operation', `query A { ...F0 } query B { x } ${doubling(40, 'Query', 'x')}`],
    [
      'a subscription',
      `subscription { ...F0 } ${doubling(40, 'Subscription', 'jobEvents { seq }')}`,
    ],
  ])('is rejected before it is validated: %s', async (_, query) => {
    const before = await app.graphql('{ viewer { scopes } }');
    expect(before.errors).toBeUndefined();
    for (const key of [undefined, null]) {
      const answer = await app.graphql(query, {}, key === null ? { key } : {});
      expect(answer.data).toBeUndefined();
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors?.[0]).toMatchObject({
        message: expect.stringContaining(
          `the limit is ${graphqlLimits.selections.toLocaleString('en-GB')}`,
        ),
        extensions: {
          code: 'QUERY_TOO_EXPENSIVE',
          requestId: answer.headers.get('request-id'),
        },
      });
    }
  });

  it('is rejected with 400 for clients of the new media type', async () => {
    const query = `{ viewer { ...F0 } } ${doubling(40, 'Viewer', 'scopes')}`;
    const answer = await app.fetch(`/graphql?${new URLSearchParams({ query })}`, {
      headers: { accept: 'application/graphql-response+json' },
    });
    expect(answer.status).toBe(400);
  });

  it('is accepted while the expanded fragments stay within the limits', async () => {
    const many = Array.from({ length: 50 }, (_, i) => `a${i}: viewer { ...F0 }`).join(' ');
    const answer = await app.graphql(`{ ${many} } ${doubling(5, 'Viewer', 'scopes')}`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.a49.scopes).toContain('OPERATOR');
  });
});

describe('validation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('does not follow a cycle of fragments until the stack overflows', async () => {
    const fragments = Array.from(
      { length: 120 },
      (_, i) => `fragment F${i} on __Type { ofType { ...F${(i + 1) % 120} ...F${(i + 7) % 120} } }`,
    );
    const answer = await app.graphql(`{ viewer { scopes } } ${fragments.join(' ')}`);
    expect(answer.errors?.[0]).toMatchObject({
      message: expect.stringContaining('Cannot spread fragment "F0" within itself'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  it.each([
    ['in one selection', `{ ${'viewer { scopes } '.repeat(400)} }`],
    [
      'through fragments',
      `{ viewer { ...F0 } } ${Array.from({ length: 100 }, (_, i) => `fragment F${i} on Viewer { ${'scopes '.repeat(10)} }`).join(' ')}`,
    ],
  ])('is skipped for a field that occurs hundreds of times: %s', async (_, query) => {
    const answer = await app.graphql(query);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }]);
  });

  it('accepts as many aliased fields as fit in a document', async () => {
    const fields = 'jobId status address notes nonce';
    const many = Array.from({ length: 100 }, (_, i) => `a${i}: job(id: "x") { ${fields} }`);
    const answer = await app.graphql(`{ ${many.join(' ')} }`);
    expect(answer.errors?.[0]?.extensions['code']).toBe('JOB_NOT_FOUND');
  });
});

describe('selectionOf', () => {
  it('visits each fragment once', () => {
    const tree = buildSchema(
      'type Query { page: Page } type Page { nodes: Node } type Node { evidence: Int }',
    );
    const steps = 12;
    const document = `{ page { ...F0 } } ${doubling(steps, 'Page', 'nodes { missing: __typename }')}`;
    expect(validate(tree, parse(document))).toEqual([]);
    let looked = 0;
    let reached: boolean | undefined;
    const page = (tree.getQueryType() as GraphQLObjectType).getFields()['page'];
    if (!page) throw new Error('no such field');
    page.resolve = (_root, _args, _ctx, info) => {
      const fragments = new Proxy(info.fragments, {
        get(all, name: string) {
          looked += 1;
          return all[name];
        },
      });
      reached = selectionOf({ ...info, fragments })('nodes', 'evidence');
      return null;
    };
    graphqlSync({ schema: tree, source: document });
    expect([reached, looked]).toEqual([false, steps + 1]);
  });

  it('finds fields in fragments and inline fragments, on any field with the name', () => {
    const tree = buildSchema(
      'type Query { page: Page } type Page { nodes: Node a: Int } type Node { evidence: Int }',
    );
    const found: boolean[] = [];
    const page = (tree.getQueryType() as GraphQLObjectType).getFields()['page'];
    if (!page) throw new Error('no such field');
    page.resolve = (_root, _args, _ctx, info) => {
      found.push(selectionOf(info)('nodes', 'evidence'));
      return null;
    };
    for (const source of [
      '{ page { ...P } } fragment P on Page { ... on Page { x: nodes { ...N } } } fragment N on Node { evidence }',
      '{ page { a ...P ...P } } fragment P on Page { a }',
      '{ page { a } page { nodes { evidence } } }',
    ]) {
      graphqlSync({ schema: tree, source });
    }
    expect(found).toEqual([true, false, true]);
  });
});
