import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countAliases, measureOperation, operationOf } from '../../src/graphql/cost.js';
import { graphqlLimits, measure } from '../../src/graphql/limits.js';
import { schema } from '../../src/graphql/schema.js';
import { fieldsOfType } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

function sizeOf(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = operationOf(document, null);
  if (!operation) throw new Error('no operation');
  return measureOperation(schema, document, operation, variables);
}
const costOf = (query: string, variables = {}) => sizeOf(query, variables).cost;

const evidence = `evidence { evidenceId stepName mediaUrl checks { name result measured } }`;
const completeJob = `${fieldsOfType('Job')} ${evidence} assignment { assigneeName }`;

describe('the cost of an operation', () => {
  it.each([
    ['{ job(id: "x") { jobId status } }', 1],
    ['{ job(id: "x") { jobId feedback { count } report { status } } }', 3],
    ['{ job(id: "x") { steps { stepName } } }', 4],
    ['{ job(id: "x") { evidence { checks { name } } } }', 7],
    ['{ belief(id: "x") { history { id } } }', 51],
    ['{ belief(id: "x") { history { history { id } } } }', 2551],
    ['{ jobs { nodes { jobId } } }', 21],
    ['{ jobs(first: 5) { nodes { jobId steps { label } } pageInfo { hasNextPage } } }', 22],
    ['{ jobs(first: 5) { edges { cursor node { jobId } } } }', 11],
    ['query($n: Int!) { jobs(first: $n) { nodes { jobId } } }', 8, { n: 7 }],
    ['query($n: Int! = 9) { jobs(first: $n) { nodes { jobId } } }', 10],
    ['query($valueOf: Int! = 9) { jobs(first: $valueOf) { nodes { jobId } } }', 10],
    ['query($n: Int = 1) { jobs(first: $n) { nodes { jobId } } }', 2],
    ['query($n: Int = 1) { jobs(first: $n) { nodes { jobId } } }', 21, { n: null }],
    ['{ jobs(first: 5) { totalCount } }', 51],
    ['{ jobStats(bucket: DAY) { total } }', 51],
    [
      '{ ...f } fragment f on Query { jobs(first: 2) { ...g } } fragment g on JobConnection { nodes { jobId } }',
      3,
    ],
    ['{ jobs(first: 3) { ... on JobConnection { nodes { jobId } } } }', 4],
    ['{ __typename }', 0],
    ['{ __schema { types { name } } }', 20],
    [
      '{ ...f } fragment f on Query { __type(name: "Job") { ...g } } fragment g on __Type { name }',
      5,
    ],
  ] as [string, number, Record<string, unknown>?][])(
    '%s costs %i',
    (query, cost, variables: Record<string, unknown> = {}) => {
      expect(costOf(query, variables)).toBe(cost);
    },
  );

  it('permits 50 complete jobs, and 200 with their scalars', () => {
    expect(
      costOf(`{ jobs(first: 50) { nodes { ${completeJob} } pageInfo { endCursor } totalCount } }`),
    ).toBeLessThanOrEqual(graphqlLimits.cost);
    expect(
      costOf('{ jobs(first: 200) { nodes { jobId status notes } pageInfo { endCursor } } }'),
    ).toBeLessThanOrEqual(graphqlLimits.cost);
    expect(costOf(`{ jobs(first: 200) { nodes { ${completeJob} } } }`)).toBeGreaterThan(
      graphqlLimits.cost,
    );
  });

  it('permits one introspection of the whole schema, but not several', () => {
    const whole = getIntrospectionQuery({
      schemaDescription: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    expect(costOf(whole)).toBeLessThanOrEqual(graphqlLimits.cost);
    const types = 'types { fields { args { type { name } } } }';
    const often = Array.from({ length: 20 }, (_, i) => `a${i}: __schema { ${types} }`);
    expect(costOf(`{ ${often.join(' ')} }`)).toBeGreaterThan(graphqlLimits.cost);
    expect(
      costOf(
        `{ __schema { types { ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'.replace(/./g, ' $&: fields { type { fields { name } } }')} } } }`,
      ),
    ).toBeGreaterThan(graphqlLimits.cost);
  });

  it('is calculated quickly for fragments that double at each of 25 steps', () => {
    const links = Array.from(
      { length: 25 },
      (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`,
    );
    const document = `{ ...f0 } ${links.join(' ')} fragment f25 on Query { viewer { scopes } }`;
    expect(costOf(document)).toBe(2 ** 25);
  });

  it('includes the length of every list whose items lead to their own type again', () => {
    const fields = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        Object.values((type as GraphQLObjectType).getFields()).map((field) => {
          const target = getNamedType(field.type);
          return {
            parent: type.name,
            field,
            targets: isAbstractType(target)
              ? schema.getPossibleTypes(target).map(({ name }) => name)
              : [target.name],
          };
        }),
      );
    const has = (field: GraphQLField<unknown, unknown>, argument: string) =>
      field.args.some(({ name }) => name === argument);
    /** True for connections: their lists are as long as the page of the field that returned them. */
    const isPage = (type: string) => {
      const returning = fields.filter(({ targets }) => targets.includes(type));
      return returning.length > 0 && returning.every(({ field }) => has(field, 'first'));
    };
    const reachedFrom = (start: string) => {
      const reached = new Set<string>();
      const toVisit = [start];
      for (let at = toVisit.pop(); at; at = toVisit.pop()) {
        for (const { targets } of fields.filter(({ parent }) => parent === at)) {
          for (const target of targets.filter((name) => !reached.has(name))) {
            reached.add(target);
            toVisit.push(target);
          }
        }
      }
      return reached;
    };
    const recursive = fields
      .filter(({ field }) => isListType(getNullableType(field.type)))
      .filter(({ targets }) => targets.some((target) => reachedFrom(target).has(target)))
      .map(({ parent, field }) => ({
        name: `${parent}.${field.name}`,
        isCounted: isPage(parent) || has(field, 'ids') || Boolean(field.extensions['length']),
      }));
    expect(recursive.map(({ name }) => name)).toContain('Belief.history');
    expect(recursive.filter(({ isCounted }) => !isCounted)).toEqual([]);
  });

  it('countAliases counts aliases at every level', () => {
    expect(
      countAliases(
        parse('{ a: viewer { b: scopes } ...f } fragment f on Query { c: viewer { scopes } }'),
      ),
    ).toBe(3);
  });
});

describe('the limits of GraphQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  const raw = (query: string, accept: string, variables = {}) =>
    app.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        'x-api-key': 'pilot-key-of-the-tests',
      },
      body: JSON.stringify({ query, variables }),
    });

  it('report the cost of the operation in every response', async () => {
    const answer = await app.graphql('{ jobs(first: 5) { nodes { jobId } } }');
    expect(answer.extensions).toEqual({ cost: { requested: 6, maximum: 1000 } });
  });

  it('treat a length of null as no length, like the execution', async () => {
    const query = 'query($n: Int = 1) { jobs(first: $n) { nodes { jobId } } }';
    const none = await app.graphql('{ jobs { nodes { jobId } } }');
    expect((await app.graphql(query, { n: null })).extensions).toEqual(none.extensions);
  });

  it('reject an expensive operation before any of it runs', async () => {
    const job =
      'jobId steps { label } warnings { code } feedback { count } report { status } evidence { checks { name } }';
    const fields = Array.from({ length: 70 }, (_, i) => `a${i}: createJob(input: $i) { ...job }`);
    const query = `mutation($i: CreateJobInput!) { ${fields.join(' ')} } fragment job on Job { ${job} }`;
    const before = await app.db.collection('jobs').countDocuments();
    const answer = await app.graphql(query, { i: jobBody() });
    expect(answer.errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
    const dear = await app.graphql(`{ jobs(first: 200) { nodes { ${completeJob} } } }`);
    expect(dear.data).toBeUndefined();
    expect(dear.errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_TOO_EXPENSIVE',
      requestId: dear.headers.get('request-id'),
    });
    expect(dear.extensions.cost.requested).toBeGreaterThan(1000);
    expect(await app.db.collection('jobs').countDocuments()).toBe(before);
    const nested = await app.graphql('{ belief(id: "x") { history { history { id } } } }');
    expect(nested.errors?.[0]?.extensions['code']).toBe('QUERY_TOO_EXPENSIVE');
  });

  it('return 400 for clients of the new media type, 200 for those of the old', async () => {
    const query = '{ jobs(first: 1000) { nodes { jobId } } }';
    expect((await raw(query, 'application/graphql-response+json')).status).toBe(400);
    expect((await raw(query, 'application/json')).status).toBe(200);
  });

  it('count the levels of a selection, except introspection', () => {
    expect(sizeOf('{ jobs { edges { node { evidence { checks { name } } } } } }').depth).toBe(6);
    expect(sizeOf('{ __schema { types { name } } job(id: "x") { jobId } }').depth).toBe(2);
  });

  it('reject more than 10 levels', () => {
    const tree = buildSchema('type Query { node: Node } type Node { node: Node name: String }');
    const deep = (levels: number): string =>
      levels === 1 ? 'name' : `node { ${deep(levels - 1)} }`;
    const errorAt = (levels: number) =>
      measure({ schema: tree, document: parse(`{ ${deep(levels)} }`) })?.error;
    expect(errorAt(10)).toBeNull();
    expect(errorAt(11)?.message).toContain('11 levels');
  });

  it('reject many aliases and a long document', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `a${i}: viewer { scopes }`).join(' ');
    expect((await app.graphql(`{ ${many} }`)).errors?.[0]?.extensions['code']).toBe(
      'QUERY_TOO_EXPENSIVE',
    );
    const long = `{ viewer { ${'scopes '.repeat(2100)} } }`;
    expect((await app.graphql(long)).errors?.[0]?.extensions['code']).toBe('GRAPHQL_PARSE_FAILED');
    const commented = await app.graphql(`#${'x'.repeat(graphqlLimits.characters)}\n{ __typename }`);
    expect(commented.errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_TOO_EXPENSIVE',
      requestId: commented.headers.get('request-id'),
    });
  });

  it('keep the suggestion for a misspelled name', async () => {
    const answer = await app.graphql('{ job(id: "x") { jobbId } }');
    expect(answer.errors?.[0]?.message).toContain('Did you mean "jobId"');
  });
});
