import { z } from 'zod';
import type { Call } from '../../context.js';
import { ratePolicies } from '../../limits.js';
import { acceptedLanguage } from '../../messages/accept-language.js';
import { operation, post } from '../../operation.js';
import type { CustomerViewer } from '../../viewer.js';
import { customer } from '../customer/customer-access.js';
import {
  intakeSubmissionIdField,
  type RequestedContent,
  type RequestedSiteCheck,
  type RequestOrigin,
  repeatsIntake,
  siteCheckFields,
  storeRequest,
} from '../site-check/request-site-check.js';

const fields = { ...siteCheckFields, intakeSubmissionId: intakeSubmissionIdField };

/** CustomerRequestCreateIn of the API. */
export const createCustomerRequestInput = z.object(fields).meta({
  document: 'CustomerRequestCreateIn',
  description: 'What to verify, and where.',
});

/** CustomerSelfServiceRequestCreateIn of the API. */
export const createSelfServiceRequestInput = z.object(fields).meta({
  document: 'CustomerSelfServiceRequestCreateIn',
  description: 'What to verify by photos of your own, and where.',
});

const example = {
  service_key: 'storefront_open',
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: 'The entrance is on the square.',
};

const location = (answer: { request_id: string }) => `/v1/customer/requests/${answer.request_id}`;

/** Stores a request of the customer, with the current contact of the account. */
async function create(
  ctx: Call<CustomerViewer>,
  input: RequestedContent,
  intakeSource: RequestOrigin['intakeSource'],
): Promise<RequestedSiteCheck> {
  const { customerId } = ctx.viewer;
  const { fullName, email, phone } = await ctx.services.customers.get(customerId);
  return storeRequest(ctx, input, {
    intakeSource,
    name: fullName,
    email: email ?? null,
    phone: phone ?? null,
    language: acceptedLanguage(ctx.acceptLanguage),
    customerId,
  });
}

export const createCustomerRequest = operation({
  name: 'createCustomerRequest',
  kind: 'mutation',
  description: 'Request a site check for the customer and return a quote.',
  access: customer,
  input: createCustomerRequestInput,
  errors: ['intake_conflict'],
  limit: ratePolicies.customerRequests,
  repeats: repeatsIntake,
  example: { ...example, intake_submission_id: 'customer-example-0001' },
  rest: post('/v1/customer/requests', {
    tag: 'Customer requests',
    summary: 'Create a customer request',
    status: 201,
    location,
  }),
  run: (ctx, { input }) => create(ctx, input, 'customer_portal'),
});

export const createSelfServiceRequest = operation({
  name: 'createSelfServiceRequest',
  kind: 'mutation',
  description:
    'Request a site check whose photos the customer or an invited person takes. It is free and confirmed immediately where self-service capture is available.',
  access: customer,
  input: createSelfServiceRequestInput,
  errors: ['intake_conflict'],
  limit: ratePolicies.customerRequests,
  repeats: repeatsIntake,
  example: { ...example, intake_submission_id: 'customer-example-0002' },
  rest: post('/v1/customer/self-service-requests', {
    tag: 'Customer requests',
    summary: 'Create a self-service request',
    status: 201,
    location,
  }),
  run: (ctx, { input }) => create(ctx, input, 'self_service'),
});
