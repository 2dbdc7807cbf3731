import type { JWK } from 'jose';
import { anyone } from '../../access.js';
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

const answer = (keys: JWK[]) =>
  new Response(JSON.stringify({ keys }), {
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
  description:
    'Returns a JSON Web Key Set (RFC 7517); `kid` matches the `key_id` of a report. Keys with `x5c` sign PDFs.',
  tag: 'Reports',
  access: anyone,
  responses: { 200: keySet },
  refusals: [],
  async handle(c) {
    const { serverKeys, signingCertificates } = c.get('services');
    return answer([serverKeys.reports.publicJwk, ...(await signingCertificates.publicJwks())]);
  },
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
    const { sandbox } = c.get('services');
    const key = await sandbox.reportKey();
    const certificates = await sandbox.signingCertificates();
    return answer([
      ...(key ? [key.publicJwk] : []),
      ...(certificates ? await certificates.publicJwks() : []),
    ]);
  },
});
