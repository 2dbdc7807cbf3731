import { get, operation } from '../../operation.js';
import { offerToken } from './offer-token.js';
import { type ProviderOffer, readOffer } from './provider-offer.js';

export const getProviderOffer = operation({
  name: 'providerOffer',
  kind: 'query',
  description:
    'Get the offer of the token in the `Authorization: Bearer` header; the address follows once it is accepted.',
  access: offerToken,
  errors: [],
  rest: get('/v1/provider/offer', {
    operationId: 'get_provider_offer',
    tag: 'Dispatch',
    summary: 'Get an offer',
  }),
  run: ({ services, viewer }): Promise<ProviderOffer> => readOffer(services, viewer),
});
