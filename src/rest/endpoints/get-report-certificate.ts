import { anyone } from '../../access.js';
import { ApiError } from '../../errors.js';
import { pemOf } from '../../lib/pki.js';
import type { SigningCertificates } from '../../modules/report/signing/signing-certificates.js';
import { endpoint } from './endpoint.js';

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

/** The certificate by which the PDFs of reports are signed now; earlier ones stand in the key set. */
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

/** The same of the sandbox, which has a certificate of its own. */
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
    if (!proofs) throw new ApiError('not_found', 'There was never a test key.');
    return answer(proofs.signingCertificates);
  },
});
