import type { Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { routerPath } from '../routes.js';
import type { RestApi } from '../sofa.js';
import type { Endpoint } from './endpoint.js';
import { consoleConfigEndpoint } from './get-console-config.js';
import { customerReportPdfEndpoint } from './get-customer-report-pdf.js';
import { keySetEndpoint, sandboxKeySetEndpoint } from './get-key-set.js';
import {
  reportCertificateEndpoint,
  sandboxReportCertificateEndpoint,
} from './get-report-certificate.js';
import { reportPdfEndpoint } from './get-report-pdf.js';
import { siteCheckReportPdfEndpoint } from './get-site-check-report-pdf.js';
import { healthzEndpoint } from './healthz.js';
import { logEndpoints, sandboxLogEndpoints } from './read-log.js';
import { mediaEndpoint, sandboxMediaEndpoint } from './read-media.js';
import {
  signedCoverEndpoint,
  signedReportEndpoint,
  signedReportPdfEndpoint,
} from './read-signed-report.js';
import { captureUploadEndpoint, providerUploadEndpoint } from './upload-evidence.js';

/** Every documented path that is not a projection of the graph. */
export const endpoints: readonly Endpoint[] = [
  healthzEndpoint,
  reportPdfEndpoint,
  keySetEndpoint,
  sandboxKeySetEndpoint,
  reportCertificateEndpoint,
  sandboxReportCertificateEndpoint,
  consoleConfigEndpoint,
  providerUploadEndpoint,
  captureUploadEndpoint,
  mediaEndpoint,
  sandboxMediaEndpoint,
  siteCheckReportPdfEndpoint,
  customerReportPdfEndpoint,
  signedCoverEndpoint,
  signedReportEndpoint,
  signedReportPdfEndpoint,
  ...logEndpoints,
  ...sandboxLogEndpoints,
];

/** Paths whose handlers read the body themselves, piece by piece. */
export const streamedPaths = endpoints.flatMap(({ body, path }) => (body ? [path] : []));

// No dot: it would not match a line break.
const anyOf = ({ path, routed }: Endpoint) =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((text) => text.replaceAll('.', '\\.'))
      .join(routed ? '[^]+' : '[^/]+')}$`,
  );
const forms = endpoints.map(anyOf);

/** Whether a path is one of them: what it refuses is described, whoever asks. */
export const isEndpointPath = (path: string): boolean => forms.some((form) => form.test(path));

/** Puts the documented paths on the app that are not projections of the graph. */
export function mountEndpoints(app: Hono<Env>, api: RestApi): void {
  for (const { method, path, routed, handle } of endpoints) {
    app.on(method, routed ?? routerPath(path), (c) => handle(c, api));
  }
}
