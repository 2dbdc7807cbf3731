import { siteCheckReportQuery } from '../../modules/site-check/get-site-check-report.js';
import { reader } from '../../modules/site-check/requester.js';
import { etagHeader, fileHeaders } from '../openapi/parts.js';
import type { DocumentedRoute } from './endpoints.js';

/** The paths of the site-check flow that are no projections of the graph. */
export const documentedSiteChecks: readonly DocumentedRoute[] = [
  {
    operationId: 'get_site_check_report_pdf',
    method: 'GET',
    path: '/v1/public/site-checks/{request_id}/report.pdf',
    summary: 'Read the report of a site check as PDF',
    description: 'The same version as a PDF; the same bytes every time. Waits for its rendering.',
    tag: 'Site checks',
    access: { ...reader, refusals: [] },
    query: siteCheckReportQuery,
    responses: {
      200: {
        description: 'The PDF.',
        headers: fileHeaders,
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The client has it already.', headers: etagHeader },
    },
    refusals: [
      'site_check_not_found',
      'report_not_found',
      'report_version_not_found',
      'internal_error',
      'unavailable',
    ],
  },
];
