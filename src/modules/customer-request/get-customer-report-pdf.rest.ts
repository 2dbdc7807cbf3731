import { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { contextOf } from '../../http/request.js';
import { languageFor } from '../../messages/match-language.js';
import { admit } from '../../operation.js';
import { endpoint } from '../../rest/endpoints/endpoint.js';
import { pdfAnswers } from '../../rest/openapi/parts.js';
import { validateQuery } from '../../rest/pydantic/validate.js';
import { validationResponse } from '../../rest/pydantic/validation-response.js';
import { reportPdfQuery } from '../report/get-report.js';
import { readReportPdf } from '../site-check/get-site-check-report.js';
import { getCustomerRequestReport } from './get-customer-request-report.js';

const query = z.object(reportPdfQuery);

/** The PDF of the report that `getCustomerRequestReport` returns. */
export const customerReportPdfEndpoint = endpoint({
  operationId: 'get_customer_request_report_pdf',
  method: 'GET',
  path: '/v1/customer/requests/{request_id}/report.pdf',
  summary: 'Download the report of a customer request as PDF',
  description:
    'Return the PDF of a report version; the bytes never change. The answer waits until the PDF is rendered.',
  tag: 'Customer requests',
  access: getCustomerRequestReport.access,
  query,
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
    const checked = validateQuery(query, new URL(c.req.url).searchParams);
    if (checked.outcome !== 'valid') {
      return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
    }
    const { version, language } = checked.value as z.infer<typeof query>;
    const requestId = c.req.param('request_id') ?? '';
    const reader = languageFor(language);
    return pdfResponse(
      c,
      await readReportPdf(call, call.viewer, requestId, version ?? null, reader),
    );
  },
});
