import { expect, it } from 'vitest';
import { z } from 'zod';
import { anyone } from '../../src/access.js';
import { findOperation, mutation, query } from '../../src/graphql/operations.js';
import '../../src/graphql/schema.js';
import { text } from '../../src/lib/schema.js';
import { providerUploadEndpoint as upload } from '../../src/modules/evidence/upload-evidence.rest.js';
import { type Operation, operation, post } from '../../src/operation.js';
import { endpoint } from '../../src/rest/endpoints/endpoint.js';

const input = z.object({ reason: text(1, 100).nullish() });
const given = { description: 'The reason.' };
const whole: Operation = operation({
  name: 'neverRegistered',
  kind: 'mutation',
  description: 'Does nothing.',
  access: anyone,
  input: input.meta(given),
  example: { reason: 'None.' },
  errors: [],
  rest: post('/v1/nothing', { tag: 'Service', summary: 'Do nothing' }),
  run: () => ({}),
});
const { example: _e, errors: _r, ...bare } = whole;
const target = { argument: 'id', parameter: 'id', description: ' ', missing: null };

// These errors are thrown when the modules are loaded: by the start, the tests and `npm run check`.
it.each([
  ['a description', { ...whole, description: ' ' }],
  ['a summary', { ...whole, rest: { ...whole.rest, summary: '' } }],
  ['a description of its target', { ...whole, target }],
  ['its errors', { ...bare, example: {} }],
  ['an example of its arguments', { ...bare, errors: [] }],
  [
    'an example of its arguments',
    { ...bare, errors: [], input: undefined, args: { a: text(0, 9) } },
  ],
  [
    'an example of its arguments',
    { ...bare, errors: [], input: undefined, args: { a: text(0, 9).nullish() } },
  ],
])('an operation without %s is not registered', (missing, record) => {
  expect(() => mutation(record as Operation, 'Boolean')).toThrow(
    `neverRegistered needs ${missing}`,
  );
  expect(findOperation('neverRegistered')).toBeUndefined();
});

it('an operation with a duplicate name is not registered', () => {
  const job = findOperation('job') as Operation;
  expect(() => query({ ...job }, 'Boolean')).toThrow('two operations are named job');
});

it.each([
  ['a description', { description: '' }],
  ['a summary', { summary: ' ' }],
  ['its errors', { errors: undefined }],
  ['an example of its body', { example: undefined }],
])('an endpoint without %s is rejected', (missing, change) => {
  const changed = { ...upload, ...change } as typeof upload;
  expect(() => endpoint(changed)).toThrow(`/v1/provider/evidence needs ${missing}`);
});
