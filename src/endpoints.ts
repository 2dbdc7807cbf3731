// First: the schema loads every module before the declared events are collected.
import './graphql/schema.js';
import { customerReportPdfEndpoint } from './modules/customer-request/get-customer-report-pdf.rest.js';
import {
  signedCoverEndpoint,
  signedReportEndpoint,
  signedReportPdfEndpoint,
} from './modules/delivery/read-signed-report.rest.js';
import { mediaEndpoint, sandboxMediaEndpoint } from './modules/evidence/read-media.rest.js';
import {
  captureUploadEndpoint,
  providerUploadEndpoint,
} from './modules/evidence/upload-evidence.rest.js';
import {
  reportCertificateEndpoint,
  sandboxReportCertificateEndpoint,
} from './modules/report/get-report-certificate.rest.js';
import { reportPdfEndpoint } from './modules/report/get-report-pdf.rest.js';
import { siteCheckReportPdfEndpoint } from './modules/site-check/get-site-check-report-pdf.rest.js';
import { logEndpoints, sandboxLogEndpoints } from './modules/transparency/read-log.rest.js';
import type { Endpoint } from './rest/endpoints/endpoint.js';
import { consoleConfigEndpoint } from './rest/endpoints/get-console-config.js';
import { keySetEndpoint, sandboxKeySetEndpoint } from './rest/endpoints/get-key-set.js';
import { healthzEndpoint } from './rest/endpoints/healthz.js';

/** Documented paths outside the GraphQL schema, in the order of the interface description. */
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
