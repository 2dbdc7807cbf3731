import type { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import { languageFor } from '../../messages/match-language.js';
import { admit } from '../../operation.js';
import { withBearer } from '../../rest/edge.js';
import { endpoint } from '../../rest/endpoints/endpoint.js';
import { pdfAnswers } from '../../rest/openapi/parts.js';
import { validateQuery } from '../../rest/pydantic/validate.js';
import { validationResponse } from '../../rest/pydantic/validation-response.js';
import {
  getSiteCheckReport,
  readReportPdf,
  siteCheckReportPdfQuery,
} from './get-site-check-report.js';

/** The PDF of the report that `getSiteCheckReport` returns, for the same callers. */
export const siteCheckReportPdfEndpoint = endpoint({
  operationId: 'get_site_check_report_pdf',
  method: 'GET',
  path: '/v1/public/site-checks/{request_id}/report.pdf',
  summary: 'Download the report of a site check as PDF',
  description:
    'Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Site checks',
  access: getSiteCheckReport.access,
  query: siteCheckReportPdfQuery,
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
    const values = withBearer(ctx, siteCheckReportPdfQuery, new URL(c.req.url).searchParams);
    const checked = validateQuery(siteCheckReportPdfQuery, values);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { accessToken, version, language } = checked.value as z.infer<
      typeof siteCheckReportPdfQuery
    >;
    const requestId = c.req.param('request_id') ?? '';
    const call = await admit(getSiteCheckReport, ctx, { requestId, accessToken });
    const reader = languageFor(language);
    return pdfResponse(
      c,
      await readReportPdf(call, call.viewer, requestId, version ?? null, reader),
    );
  },
});
