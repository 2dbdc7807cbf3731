import { operation, post } from '../../operation.js';
import { roleOf } from '../site-check/party.js';
import { requesterOrOperator, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenField } from '../site-check/select-offer.js';
import { eraseRequest } from './erase-request.js';

export interface ErasedSiteCheck {
  requestId: string;
  erasedAt: Date;
}

export const eraseSiteCheck = operation({
  name: 'eraseSiteCheck',
  kind: 'mutation',
  erases: true,
  description:
    'Erase the content of a site check: texts, position, contact details, evidence files and reports. One that nobody works on yet is cancelled first, and its payment is refunded. This cannot be undone; the access token opens nothing afterwards.',
  access: requesterOrOperator,
  target: siteCheckTarget,
  args: {
    accessToken: accessTokenField
      .nullish()
      .describe('Access token. Omit it to use the API key of an operator.'),
  },
  errors: ['account_busy'],
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs' },
  rest: post('/v1/public/site-checks/{request_id}/erase', {
    tag: 'Site checks',
    summary: 'Erase a site check',
  }),
  async run({ services, viewer }, { requestId }): Promise<ErasedSiteCheck> {
    const { erasedAt } = await eraseRequest(services, requestId, roleOf(viewer));
    if (!erasedAt) throw new Error('an erased job says when it was erased');
    return { requestId, erasedAt };
  },
});
