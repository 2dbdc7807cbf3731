import { z } from 'zod';
import type { Access, Given } from '../../access.js';
import type { PresentedToken } from '../../context.js';
import { operation, post } from '../../operation.js';
import type { CustomerViewer, Requester } from '../../viewer.js';
import { customer } from '../customer/customer-access.js';
import { claim, findByToken } from '../site-check/claim-site-check.js';
import { accessTokenField } from '../site-check/select-offer.js';

/** CustomerRequestClaimIn of the interface. */
export const claimCustomerRequestInput = z.object({ accessToken: accessTokenField }).meta({
  document: 'CustomerRequestClaimIn',
  description: 'Access token of the site check to claim.',
});

/** The token that a claim presents, so that wrong ones are counted as elsewhere. */
function presentedBy({ args }: Given): PresentedToken<Requester> | null {
  const input = args['input'] as { accessToken?: unknown } | null | undefined;
  const value = args['accessToken'] ?? input?.accessToken;
  if (typeof value !== 'string') return null;
  return {
    name: `claim ${value}`,
    value,
    async prove(services) {
      const { _id: requestId } = await findByToken(services, value);
      return { kind: 'access_token', requestId };
    },
  };
}

const customerWithToken: Access<CustomerViewer> = { ...customer, present: presentedBy };

export const claimCustomerRequest = operation({
  name: 'claimCustomerRequest',
  kind: 'mutation',
  description:
    'Add a site check that was requested without an account to the requests of the customer. Its access token stays valid.',
  access: customerWithToken,
  input: claimCustomerRequestInput,
  errors: ['site_check_not_found', 'already_claimed'],
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs' },
  rest: post('/v1/customer/requests/claim', {
    tag: 'Customer requests',
    summary: 'Claim a site check',
  }),
  run: ({ services, viewer }, { input }) => claim(services, input.accessToken, viewer.customerId),
});
