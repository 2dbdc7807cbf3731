import { anyone } from '../../access.js';
import type { SigningKey } from '../../modules/integrator/server-keys.js';
import { endpoint } from './endpoint.js';

const keySet = {
  description: 'The key set.',
  content: {
    'application/jwk-set+json': {
      schema: {
        type: 'object',
        required: ['keys'],
        properties: { keys: { type: 'array', items: { type: 'object' } } },
      },
    },
  },
};

const answer = (...keys: SigningKey[]) =>
  new Response(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }), {
    headers: {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
    },
  });

/** The public halves of the keys that sign reports (RFC 7517). */
export const keySetEndpoint = endpoint({
  operationId: 'get_key_set',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys for report verification',
  description: 'Returns a JSON Web Key Set (RFC 7517); `kid` matches the `key_id` of a report.',
  tag: 'Reports',
  access: anyone,
  responses: { 200: keySet },
  refusals: [],
  handle: (c) => answer(c.get('services').serverKeys.reports),
});

/** The same of the sandbox, whose reports never verify by the live keys. */
export const sandboxKeySetEndpoint = endpoint({
  operationId: 'get_sandbox_key_set',
  method: 'GET',
  path: '/.well-known/sandbox-jwks.json',
  summary: 'Get the public keys for test reports',
  description:
    'Returns the JSON Web Key Set by which reports of the sandbox are verified; empty before there is a test key. No live report is signed by these keys.',
  tag: 'Sandbox',
  access: anyone,
  responses: { 200: keySet },
  refusals: ['unavailable'],
  async handle(c) {
    const key = await c.get('services').sandbox.reportKey();
    return key ? answer(key) : answer();
  },
});
