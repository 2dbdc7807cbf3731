import { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import { languageFor } from '../../messages/match-language.js';
import { admit } from '../../operation.js';
import { endpoint } from '../../rest/endpoints/endpoint.js';
import { pdfAnswers } from '../../rest/openapi/parts.js';
import { validateQuery } from '../../rest/pydantic/validate.js';
import { validationResponse } from '../../rest/pydantic/validation-response.js';
import { getReport, reportPdfQuery } from './get-report.js';
import { getReportPdf } from './get-report-pdf.js';

const query = z.object(reportPdfQuery);

/** The PDF of the report that `getReport` returns, for the same callers. */
export const reportPdfEndpoint = endpoint({
  operationId: 'get_report_pdf',
  method: 'GET',
  path: '/v1/jobs/{job_id}/report.pdf',
  summary: 'Download a report version as PDF',
  description:
    'Return the PDF of a report version with the signed report embedded; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Reports',
  access: getReport.access,
  query,
  responses: pdfAnswers,
  errors: [
    'job_not_found',
    'report_not_found',
    'report_version_not_found',
    'erased',
    'internal_error',
    'unavailable',
  ],
  async handle(c) {
    const call = await admit(getReport, await contextOf(c), {});
    const checked = validateQuery(query, new URL(c.req.url).searchParams);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { version, language } = checked.value as z.infer<typeof query>;
    const jobId = c.req.param('job_id') ?? '';
    return pdfResponse(c, await getReportPdf(call, jobId, version ?? null, languageFor(language)));
  },
});
