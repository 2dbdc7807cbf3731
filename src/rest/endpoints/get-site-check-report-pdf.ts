import type { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import {
  getSiteCheckReport,
  readReportPdf,
  siteCheckReportQuery,
} from '../../modules/site-check/get-site-check-report.js';
import { admit } from '../../operation.js';
import { withBearer } from '../edge.js';
import { pdfAnswers } from '../openapi/parts.js';
import { validateQuery } from '../pydantic/validate.js';
import { validationResponse } from '../pydantic/validation-response.js';
import { endpoint } from './endpoint.js';

/** The file of what `getSiteCheckReport` answers, for those whom it serves. */
export const siteCheckReportPdfEndpoint = endpoint({
  operationId: 'get_site_check_report_pdf',
  method: 'GET',
  path: '/v1/public/site-checks/{request_id}/report.pdf',
  summary: 'Download the report of a site check as PDF',
  description:
    'Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Site checks',
  access: getSiteCheckReport.access,
  query: siteCheckReportQuery,
  responses: pdfAnswers,
  errors: [
    'site_check_not_found',
    'report_not_found',
    'report_version_not_found',
    'erased',
    'internal_error',
    'unavailable',
  ],
  async handle(c) {
    const ctx = await contextOf(c);
    const values = withBearer(ctx, siteCheckReportQuery, new URL(c.req.url).searchParams);
    const checked = validateQuery(siteCheckReportQuery, values);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { accessToken, version } = checked.value as z.infer<typeof siteCheckReportQuery>;
    const requestId = c.req.param('request_id') ?? '';
    const call = await admit(getSiteCheckReport, ctx, { requestId, accessToken });
    return pdfResponse(c, await readReportPdf(call, call.viewer, requestId, version ?? null));
  },
});
