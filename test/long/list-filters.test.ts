import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { completedJob } from '../report/support/flow.js';
import { reported } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';

/**
 * Each list, requested with each filter and each pair of filters: `stop` explains every search of the service,
 * and throws if one reads or sorts a whole collection, unless it is exempted.
 */
let app: TestApp;
let integrator: string;
let jobId: string;
beforeAll(async () => {
  app = await startTestApp();
  ({ jobId } = await completedJob(app));
  await reported(app);
  integrator = await app.keyFor('lists', ['jobs:read', 'webhooks:write']);
});
afterAll(() => app.stop());

type Input = GraphQLArgument | GraphQLInputField;

const scalars: Readonly<Record<string, readonly unknown[]>> = {
  Boolean: [true, false],
  DateTime: ['2026-01-01T00:00:00.000Z'],
  Float: [0.5],
  ID: ['01a206ce-0479-752e-a655-984da03e115a'],
  Int: [1],
  JSONObject: [{ shop: '0042' }],
  String: ['open'],
};

/** Returns values for an input; for an enum, all of its values. */
function valuesOf({ name, type }: Input): unknown[] {
  const named = getNamedType(type);
  const values = isEnumType(named)
    ? named.getValues().map((value) => value.name)
    : scalars[/Id$/.test(name) ? 'ID' : named.name];
  if (!values) throw new Error(`no value of ${named.name} is known here`);
  return values.map((value) => (isListType(getNullableType(type)) ? [value] : value));
}

/** Filters by an answer: each has one condition beside the question. */
const answerFilters = [{ value: 'yes' }, { cannotTell: true }, { flagged: true }].map(
  (condition) => [{ questionKey: 'objective', ...condition }],
);

/** Filters by a place, all of whose members are required. */
const placeFilters: Readonly<Record<string, unknown>> = {
  BoxFilter: { west: 170, south: -10, east: -170, north: 60 },
  NearFilter: { latitude: 52.5, longitude: 13.4, radiusMetres: 5_000 },
};

/** Adds a value to the given arguments. */
type Part = (given: Json) => Json;

/** Returns ways to set one argument, or one field of an object argument, with at most `most` values each. */
function partsOf(input: Input, most: number): Part[] {
  const named = getNamedType(input.type);
  if (named.name === 'AnswerFilter') {
    const given = answerFilters.slice(0, most);
    return given.map((value) => (others) => ({ ...others, [input.name]: value }));
  }
  const place = placeFilters[named.name];
  if (place) return [(others) => ({ ...others, [input.name]: place })];
  if (isInputObjectType(named)) {
    const parts = Object.values(named.getFields()).flatMap((field) => partsOf(field, most));
    return parts.map((part) => (given) => ({
      ...given,
      [input.name]: part(given[input.name] ?? {}),
    }));
  }
  const values = valuesOf(input).slice(0, most);
  return values.map((value) => (given) => ({ ...given, [input.name]: value }));
}

/** Creates an endpoint that receives no posts, because no job is created after it. */
async function endpointOf(key: string): Promise<string> {
  const input = { url: 'https://hooks.example.com/', eventTypes: ['job.created'] };
  const { body, code } = await restApi.call(app, 'createWebhookEndpoint', { input, key });
  expect(code).toBeUndefined();
  return body.endpoint_id;
}

/** Pagination arguments; each list has separate tests for them. */
const paging = ['first', 'last', 'after', 'before'];

/** Selects all fields of a page: its counts, and whether there are more items on either side. */
function selectionOf(page: GraphQLObjectType): string {
  const members = Object.values(page.getFields()).map(({ name, type }) => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return name;
    return name === 'pageInfo'
      ? `${name} { ${Object.keys(named.getFields()).join(' ')} }`
      : `${name} { __typename }`;
  });
  return members.join(' ');
}

const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const page = getNamedType(field.type);
  if (!field.args.some(({ name }) => name === 'first') || !isObjectType(page)) return [];
  const args = field.args.filter(({ name }) => !paging.includes(name));
  // A customer's own requests need a session instead of a key, and have one filter.
  if (args.length === 0 || field.name === 'customerRequests') return [];
  const list = { name: field.name, args, selection: selectionOf(page) };
  const isOwn = ['jobs', 'events', 'webhookDeliveries'].includes(field.name);
  return [
    { ...list, caller: 'an operator' },
    ...(isOwn ? [{ ...list, caller: 'an integrator' }] : []),
  ];
});

it('the schema has lists', () => {
  expect(lists.length).toBeGreaterThan(15);
});

it.each(lists)(
  '$caller can request $name with each filter, and with each pair of filters',
  async ({ name, args, selection, caller }) => {
    const key = caller === 'an operator' ? pilotKey : integrator;
    const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
    const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const query = `query (${declared}) { ${name}(first: 2, ${passed}) { ${selection} } }`;
    const required: Json = Object.fromEntries(
      args.filter((arg) => isNonNullType(arg.type)).map((arg) => [arg.name, valuesOf(arg)[0]]),
    );
    if (name === 'webhookDeliveries') required['endpointId'] = await endpointOf(key);
    if (name === 'answerRevisions') required['jobId'] = jobId;
    const owner = name === 'answerRevisions' ? 'jobId' : 'endpointId';
    const conditions = args.filter((arg) => arg.name !== owner);
    const few = conditions.flatMap((condition) => partsOf(condition, 2));
    const given = [
      required,
      ...conditions.flatMap((one) => partsOf(one, Infinity)).map((part) => part(required)),
      ...few.flatMap((one, at) => few.slice(at + 1).map((other) => other(one(required)))),
    ];
    for (const variables of given) {
      const { errors } = await app.graphql(query, variables, { key });
      expect(errors, JSON.stringify(variables)).toBeUndefined();
    }
  },
);
