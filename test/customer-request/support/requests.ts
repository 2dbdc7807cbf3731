import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Account } from '../../customer/support/accounts.js';
import { assign, capture, checkout, end, requestBody } from '../../site-check/support/flow.js';
import { restApi } from '../../support/apis.js';
import type { TestApp } from '../../support/app.js';

/** Returns a body for a customer's request with a unique intake. */
export const customerBody = (fields: Record<string, unknown> = {}) => ({
  ...requestBody(),
  intake_submission_id: randomUUID(),
  ...fields,
});

export interface Made {
  id: string;
  jobId: string;
  token: string;
  session: string;
}

/** Creates a customer's request with `operation`. */
export async function made(
  app: TestApp,
  { session }: Pick<Account, 'session'>,
  fields: Record<string, unknown> = {},
  operation: 'createCustomerRequest' | 'createSelfServiceRequest' = 'createCustomerRequest',
): Promise<Made> {
  const input = customerBody(fields);
  const { body, code } = await restApi.call(app, operation, { session, input });
  expect(code).toBeUndefined();
  return { id: body.request_id, jobId: body.job_id, token: body.access_token, session };
}

/** Pays for a customer's request, and sends its photos as a verifier. */
export async function carriedOut(app: TestApp, request: Made): Promise<void> {
  const input = { offer_key: 'standard_72h' };
  const { id, session } = request;
  await restApi.call(app, 'selectCustomerRequestOffer', { id, session, input });
  await end(app, await checkout(app, request), 'paid');
  await capture(app, request.jobId, await assign(app, request.jobId));
}
