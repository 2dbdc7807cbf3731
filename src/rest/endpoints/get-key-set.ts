import type { JWK } from 'jose';
import { anyone } from '../../access.js';
import type { ModeServices } from '../../services.js';
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

const answer = (keys: readonly JWK[]) =>
  new Response(JSON.stringify({ keys }), {
    headers: {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
    },
  });

/** Public halves of what verifies a report: the key that signs it, and that of the log (`use: "log"`). */
const keysOf = async ({
  serverKeys: { reports, log },
  signingCertificates,
}: Pick<ModeServices, 'serverKeys' | 'signingCertificates'>) => [
  reports.publicJwk,
  { ...log.publicJwk, use: 'log' },
  ...(await signingCertificates.publicJwks()),
];

/** The public halves of the keys that sign reports and their log (RFC 7517). */
export const keySetEndpoint = endpoint({
  operationId: 'get_key_set',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys for report verification',
  description:
    'Return a JSON Web Key Set (RFC 7517); `kid` matches the `key_id` of a report; keys with `x5c` sign PDFs; the key with `use` `log` signs the checkpoints of the transparency log.',
  tag: 'Reports',
  access: anyone,
  responses: { 200: keySet },
  errors: [],
  handle: async (c) => answer(await keysOf(c.get('services'))),
});

/** The same of the sandbox, whose reports never verify by the live keys. */
export const sandboxKeySetEndpoint = endpoint({
  operationId: 'get_sandbox_key_set',
  method: 'GET',
  path: '/.well-known/sandbox-jwks.json',
  summary: 'Get the public keys for test reports',
  description:
    'Return the JSON Web Key Set by which reports of the sandbox are verified; empty before there is a test key. No live report is signed by these keys.',
  tag: 'Sandbox',
  access: anyone,
  responses: { 200: keySet },
  errors: ['unavailable'],
  async handle(c) {
    const proofs = await c.get('services').sandbox.proofs();
    return answer(proofs ? await keysOf(proofs) : []);
  },
});
