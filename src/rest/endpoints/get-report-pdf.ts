import type { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import { getReport, reportQuery } from '../../modules/report/get-report.js';
import { getReportPdf } from '../../modules/report/get-report-pdf.js';
import { admit } from '../../operation.js';
import { pdfAnswers } from '../openapi/parts.js';
import { validateQuery } from '../pydantic/validate.js';
import { validationResponse } from '../pydantic/validation-response.js';
import { endpoint } from './endpoint.js';

/** The file of what `getReport` answers, for those whom it serves. */
export const reportPdfEndpoint = endpoint({
  operationId: 'get_report_pdf',
  method: 'GET',
  path: '/v1/jobs/{job_id}/report.pdf',
  summary: 'Download a report version as PDF',
  description:
    'Return the PDF of a report version with the signed report embedded; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Reports',
  access: getReport.access,
  query: reportQuery,
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
    const checked = validateQuery(reportQuery, new URL(c.req.url).searchParams);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { version } = checked.value as z.infer<typeof reportQuery>;
    const jobId = c.req.param('job_id') ?? '';
    return pdfResponse(c, await getReportPdf(call, jobId, version ?? null));
  },
});
