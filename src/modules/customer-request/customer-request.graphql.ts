import { builder } from '../../graphql/builder.js';
import { pagedList } from '../../graphql/connection.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query, subscription } from '../../graphql/operations.js';
import { CustomerAccountRef } from '../customer/customer.graphql.js';
import { ReportStatusRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { RequesterFeedbackRef } from '../job/requester-feedback.graphql.js';
import { type ReportFields, reportFieldsOf, signedContentNote } from '../report/report.graphql.js';
import type { RequestedSiteCheck } from '../site-check/request-site-check.js';
import {
  fieldsOf,
  type SiteCheckFields,
  StartedCaptureRef,
  statusFieldsOf,
} from '../site-check/site-check.graphql.js';
import type { SiteCheckView } from '../site-check/site-check.js';
import { cancelCustomerRequest } from './cancel-customer-request.js';
import { claimCustomerRequest } from './claim-customer-request.js';
import { createCustomerCheckoutSession } from './create-customer-checkout-session.js';
import { createCustomerRequest, createSelfServiceRequest } from './create-customer-request.js';
import { followCustomerRequest } from './follow-customer-request.js';
import { getCustomerRequest } from './get-customer-request.js';
import { type CustomerReport, getCustomerRequestReport } from './get-customer-request-report.js';
import { listCustomerRequests } from './list-customer-requests.js';
import { selectCustomerRequestOffer } from './select-customer-request-offer.js';
import { startCustomerCapture } from './start-customer-capture.js';
import { submitCustomerRequestFeedback } from './submit-customer-request-feedback.js';

/** The account that owns the request; only returned to its own session. */
const accountFieldOf = (t: SiteCheckFields) => ({
  account: t.field({
    type: CustomerAccountRef,
    description: 'Account of the customer.',
    resolve: ({ request }, _args, { services }) => services.customers.get(request.customerId ?? ''),
  }),
});

const CustomerRequestRef = builder.objectRef<SiteCheckView>('CustomerRequest').implement({
  extensions: { document: 'CustomerRequestStatusOut' },
  description: 'A request of a customer (CustomerRequestStatusOut).',
  fields: (t) => ({
    ...fieldsOf(t as SiteCheckFields),
    ...statusFieldsOf(t as SiteCheckFields),
    ...accountFieldOf(t as SiteCheckFields),
  }),
});

const CustomerRequestReceiptRef = builder
  .objectRef<RequestedSiteCheck>('CustomerRequestReceipt')
  .implement({
    extensions: { document: 'CustomerRequestCreateOut' },
    description: 'A new request of a customer with its access token (CustomerRequestCreateOut).',
    fields: (t) => ({
      ...fieldsOf(t as unknown as SiteCheckFields),
      ...accountFieldOf(t as unknown as SiteCheckFields),
      accessToken: t.exposeString('accessToken', {
        description: 'Bearer token of the request for readers without a session.',
      }),
      request: t.field({
        type: CustomerRequestRef,
        extensions: { rest: false },
        description: 'The request.',
        resolve: (requested) => requested,
      }),
    }),
  });

const CustomerRequestSummaryRef = builder
  .objectRef<SiteCheckView>('CustomerRequestSummary')
  .implement({
    extensions: { document: 'CustomerRequestSummaryOut' },
    description: 'A request as an entry of a list (CustomerRequestSummaryOut).',
    fields: (t) => {
      const common = fieldsOf(t as SiteCheckFields);
      const { objective, address, updatedAt } = statusFieldsOf(t as SiteCheckFields);
      return {
        requestId: common.requestId,
        jobId: common.jobId,
        executionMode: common.executionMode,
        intakeSource: common.intakeSource,
        serviceKey: common.serviceKey,
        objective,
        address,
        status: common.status,
        paymentStatus: common.paymentStatus,
        quoteStatus: common.quoteStatus,
        reportStatus: t.field({
          type: ReportStatusRef,
          description: 'Current status of the report.',
          resolve: ({ job }, _args, { services }) => reportState(job, services.baseUrl).status,
        }),
        submittedAt: common.submittedAt,
        updatedAt,
      };
    },
  });

const CustomerRequestListRef = pagedList('CustomerRequestList', CustomerRequestSummaryRef, {
  document: 'CustomerRequestListOut',
  description: 'One page of the requests of a customer (CustomerRequestListOut).',
});

const CustomerReportRef = builder.objectRef<CustomerReport>('CustomerReport').implement({
  extensions: { document: 'CustomerRequestReportOut' },
  description: `A version of the report of a request (CustomerRequestReportOut). ${signedContentNote}`,
  fields: (t) => ({
    ...reportFieldsOf(t as unknown as ReportFields),
    account: t.expose('account', {
      type: CustomerAccountRef,
      description: 'Account of the customer. Not signed.',
    }),
  }),
});

nodeType(CustomerRequestRef, {
  op: getCustomerRequest,
  keyOf: ({ request }) => request._id,
  argsOf: (requestId) => ({ requestId }),
});

query(getCustomerRequest, CustomerRequestRef);
query(listCustomerRequests, CustomerRequestListRef);
query(getCustomerRequestReport, CustomerReportRef);
mutation(createCustomerRequest, CustomerRequestReceiptRef);
mutation(createSelfServiceRequest, CustomerRequestReceiptRef);
mutation(claimCustomerRequest, CustomerRequestRef);
mutation(selectCustomerRequestOffer, CustomerRequestRef);
mutation(createCustomerCheckoutSession, CustomerRequestRef);
mutation(startCustomerCapture, StartedCaptureRef);
mutation(submitCustomerRequestFeedback, RequesterFeedbackRef);
mutation(cancelCustomerRequest, CustomerRequestRef);
subscription(followCustomerRequest, CustomerRequestRef);
