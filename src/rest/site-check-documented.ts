import { siteCheckReportQuery } from '../modules/site-check/get-site-check-report.js';
import { reader } from '../modules/site-check/requester.js';
import type { DocumentedRoute } from './documented.js';
import { etagHeader, fileHeaders } from './openapi-parts.js';

/** The paths of the site-check flow that are no projections of the graph. */
export const documentedSiteChecks: readonly DocumentedRoute[] = [
  {
    operationId: 'get_site_check_report_pdf',
    method: 'GET',
    path: '/v1/public/site-checks/{request_id}/report.pdf',
    summary: 'Download the report of a site check as PDF',
    description:
      'Returns the PDF of a report version; the bytes never change. Waits until the PDF is rendered.',
    tag: 'Site checks',
    access: { ...reader, refusals: [] },
    query: siteCheckReportQuery,
    responses: {
      200: {
        description: 'The PDF.',
        headers: fileHeaders,
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The content has not changed.', headers: etagHeader },
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
