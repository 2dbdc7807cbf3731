import { readFileSync } from 'node:fs';
import { buildSchema, getVariableValues, Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/pages/client/console/api.js';
import { calls, changesOfJob, viewerQuery } from '../../src/pages/client/console/calls.js';
import { keyCalls } from '../../src/pages/client/console/key-calls.js';

const read = (name: string) =>
  readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8');
const schema = buildSchema(read('schema.graphql'));
const { paths } = JSON.parse(read('openapi.json')) as {
  paths: Record<string, Record<string, unknown>>;
};

/** Returns the schema's errors for an operation and its variables. */
function problemsOf(query: string, variables: Record<string, unknown>): string[] {
  const document = parse(query);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return ['it is no operation'];
  const { errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return [...validate(schema, document), ...errors].map(({ message }) => message);
}

const body = {
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: 'None.',
  nonce: 'console-0001',
  auto_open: true,
};
const feedback = { verdict: 'accepted', rating: 5, comment: null };
const made: Record<keyof typeof calls, Call[]> = {
  listJobs: [calls.listJobs('', null), calls.listJobs('in_progress', null)],
  createJob: [
    calls.createJob(body),
    calls.createJob({ ...body, service_key: 'storefront_open' }),
    calls.createJob(JSON.stringify(body, null, 2)),
  ],
  getJob: [calls.getJob('j1')],
  openJob: [calls.openJob('j1')],
  assignJob: [calls.assignJob('j1', 'Kim')],
  makeReport: [calls.makeReport('j1')],
  sendFeedback: [
    calls.sendFeedback('j1', feedback),
    calls.sendFeedback('j1', { verdict: null, rating: null, comment: 'Thanks.' }),
  ],
  reviewJob: [
    ...['accept', 'more', 'fail'].map((decision) =>
      calls.reviewJob('j1', { decision, note: 'Note.' }),
    ),
    calls.reviewJob('j1', {
      decision: 'accept',
      answers: [{ question_key: 'objective', cannot_tell: true, reason: 'It is dark.' }],
      expected_revision: 3,
    }),
  ],
  cancelJob: [calls.cancelJob('j1', ''), calls.cancelJob('j1', 'The shop has moved.')],
};

const keyRequests: Record<keyof typeof keyCalls, Call> = {
  list: keyCalls.list('Acme'),
  create: keyCalls.create({
    integrator: 'Acme',
    label: 'ci',
    mode: 'test',
    scopes: ['jobs:read', 'webhooks:write'],
  }),
  revoke: keyCalls.revoke('k1'),
};

describe('the requests of the console', () => {
  const all = Object.entries(made).flatMap(([name, list]) =>
    list.map((call, index) => [`${name} ${index + 1}`, call] as const),
  );

  it.each(all)('%s has a GraphQL equivalent that is valid', (_, { graphql }) => {
    expect(problemsOf(graphql.query, graphql.variables)).toEqual([]);
  });

  it.each(all)('%s uses a documented path', (_, { method, path }) => {
    const pattern = (path.split('?')[0] ?? '').replace('/j1', '/{job_id}');
    expect(paths[pattern]?.[method.toLowerCase()]).toBeDefined();
  });

  it.each(Object.entries(keyRequests))('%s of keys is a valid GraphQL request', (_, call) => {
    expect([call.method, call.path]).toEqual(['POST', '/graphql']);
    expect(call.body).toEqual(call.graphql);
    expect(problemsOf(call.graphql.query, call.graphql.variables)).toEqual([]);
  });

  it.each([
    [viewerQuery, {}],
    [changesOfJob, { id: 'j1' }],
  ])('%s is valid', (query, variables) => {
    expect(problemsOf(query, variables)).toEqual([]);
  });
});
