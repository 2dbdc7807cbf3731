import { anyone } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { pemOf } from '../../lib/pki.js';
import { endpoint } from '../../rest/endpoints/endpoint.js';
import type { SigningCertificates } from './signing/signing-certificates.js';

const type = 'application/pem-certificate-chain';

const responses = {
  200: {
    description: 'The certificate, then those above it, in PEM.',
    content: { [type]: { schema: { type: 'string' as const } } },
  },
};

async function answer(certificates: SigningCertificates): Promise<Response> {
  const { chain } = await certificates.current();
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=300' };
  return new Response(pemOf(chain), { headers });
}

/** The certificate that currently signs the PDFs of reports; earlier ones are in the key set. */
export const reportCertificateEndpoint = endpoint({
  operationId: 'get_report_certificate',
  method: 'GET',
  path: '/.well-known/report-signing.pem',
  summary: 'Get the certificate that signs report PDFs',
  description:
    'Return the certificate of the signature that PDF readers show. Every certificate that has signed a report is in `/.well-known/jwks.json` (`x5c`).',
  tag: 'Reports',
  access: anyone,
  responses,
  errors: [],
  handle: (c) => answer(c.get('services').signingCertificates),
});

/** The same for the sandbox, which has a separate certificate. */
export const sandboxReportCertificateEndpoint = endpoint({
  operationId: 'get_sandbox_report_certificate',
  method: 'GET',
  path: '/.well-known/sandbox-report-signing.pem',
  summary: 'Get the certificate that signs PDFs of test reports',
  description: 'Return the certificate of the sandbox; no live report is signed by it.',
  tag: 'Sandbox',
  access: anyone,
  responses,
  errors: ['not_found', 'unavailable'],
  async handle(c) {
    const proofs = await c.get('services').sandbox.proofs();
    if (!proofs) throw new ApiError('not_found', errorText('error.no_test_key'));
    return answer(proofs.signingCertificates);
  },
});
