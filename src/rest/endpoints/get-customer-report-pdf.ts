import type { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import { getCustomerRequestReport } from '../../modules/customer-request/get-customer-request-report.js';
import { reportQuery } from '../../modules/report/get-report.js';
import { readReportPdf } from '../../modules/site-check/get-site-check-report.js';
import { admit } from '../../operation.js';
import { pdfAnswers } from '../openapi/parts.js';
import { validateQuery } from '../pydantic/validate.js';
import { validationResponse } from '../pydantic/validation-response.js';
import { endpoint } from './endpoint.js';

/** The file of what `getCustomerRequestReport` answers. */
export const customerReportPdfEndpoint = endpoint({
  operationId: 'get_customer_request_report_pdf',
  method: 'GET',
  path: '/v1/customer/requests/{request_id}/report.pdf',
  summary: 'Download the report of a customer request as PDF',
  description:
    'Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Customer requests',
  access: getCustomerRequestReport.access,
  query: reportQuery,
  responses: pdfAnswers,
  errors: [
    'site_check_not_found',
    'report_not_found',
    'report_version_not_found',
    'internal_error',
    'unavailable',
  ],
  async handle(c) {
    const call = await admit(getCustomerRequestReport, await contextOf(c), {});
    const checked = validateQuery(reportQuery, new URL(c.req.url).searchParams);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { version } = checked.value as z.infer<typeof reportQuery>;
    const requestId = c.req.param('request_id') ?? '';
    return pdfResponse(c, await readReportPdf(call, call.viewer, requestId, version ?? null));
  },
});
