import { get, operation } from '../../operation.js';
import type { Customer } from '../customer/customer.js';
import { customer } from '../customer/customer-access.js';
import { type ReadReport, reportQuery } from '../report/get-report.js';
import { readReport, reportErrors } from '../site-check/get-site-check-report.js';
import { customerRequestTarget } from './customer-request-target.js';

/** A version of the report of a request, with the account of its customer. */
export interface CustomerReport extends ReadReport {
  account: Customer;
}

export const getCustomerRequestReport = operation({
  name: 'customerRequestReport',
  kind: 'query',
  description:
    'Get a version of the report of a request. Each call counts as a view; the first view by the customer completes the request.',
  access: customer,
  target: customerRequestTarget,
  args: reportQuery.shape,
  errors: reportErrors,
  rest: get('/v1/customer/requests/{request_id}/report', {
    operationId: 'get_customer_request_report',
    tag: 'Customer requests',
    summary: 'Get the report of a customer request',
  }),
  async run(ctx, { requestId, version }): Promise<CustomerReport> {
    const account = await ctx.services.customers.get(ctx.viewer.customerId);
    const besides = `account ${account.revision}`;
    const report = await readReport(ctx, ctx.viewer, requestId, version ?? null, besides);
    return { ...report, account };
  },
});
