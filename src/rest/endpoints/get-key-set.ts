import { anyone } from '../../access.js';
import { endpoint } from './endpoint.js';

/** The public halves of the keys that sign reports (RFC 7517). */
export const keySetEndpoint = endpoint({
  operationId: 'get_key_set',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'The public keys that verify reports',
  description: 'A JSON Web Key Set (RFC 7517); `kid` is the `key_id` of a report.',
  tag: 'Reports',
  access: anyone,
  responses: {
    200: {
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
    },
  },
  refusals: [],
  handle(c) {
    const { publicJwk } = c.get('services').serverKeys.reports;
    return new Response(JSON.stringify({ keys: [publicJwk] }), {
      headers: {
        'content-type': 'application/jwk-set+json',
        'cache-control': 'public, max-age=300',
      },
    });
  },
});
