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

/** Every documented path that is not derived from the GraphQL schema. */
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

/** Paths whose handlers read the body themselves, as a stream. */
export const streamedPaths = endpoints.flatMap(({ body, path }) => (body ? [path] : []));

// Not a dot, which would not match a line break.
const anyOf = ({ path, routed }: Endpoint) =>
  new RegExp(
    `^${path
      .split(/\{\w+\}/)
      .map((text) => text.replaceAll('.', '\\.'))
      .join(routed ? '[^]+' : '[^/]+')}$`,
  );
const forms = endpoints.map(anyOf);

/** Returns true for the path of an endpoint: its errors are documented for every caller. */
export const isEndpointPath = (path: string): boolean => forms.some((form) => form.test(path));

/** Mounts the documented paths that are not derived from the GraphQL schema. */
export function mountEndpoints(app: Hono<Env>, api: RestApi): void {
  for (const { method, path, routed, handle } of endpoints) {
    app.on(method, routed ?? routerPath(path), (c) => handle(c, api));
  }
}
