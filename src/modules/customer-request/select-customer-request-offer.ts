import { z } from 'zod';
import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { offerKeyField, selectionErrors, selectOffer } from '../site-check/select-offer.js';
import { customerRequestTarget } from './customer-request-target.js';

/** CustomerRequestSelectOfferIn of the interface. */
export const selectCustomerRequestOfferInput = z
  .object({ offerKey: offerKeyField })
  .meta({ document: 'CustomerRequestSelectOfferIn', description: 'The offer to select.' });

export const selectCustomerRequestOffer = operation({
  name: 'selectCustomerRequestOffer',
  kind: 'mutation',
  description: 'Select an offer of the quote. A free offer confirms the request immediately.',
  access: customer,
  target: customerRequestTarget,
  input: selectCustomerRequestOfferInput,
  errors: selectionErrors,
  example: { offer_key: 'standard_72h' },
  rest: post('/v1/customer/requests/{request_id}/select-offer', {
    tag: 'Customer requests',
    summary: 'Select an offer of a customer request',
  }),
  run: ({ services, viewer }, { requestId, input }) =>
    selectOffer(services, viewer, requestId, input.offerKey),
});
