import { operation, post } from '../../operation.js';
import { viewFor } from '../site-check/party.js';
import { requester, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenField } from '../site-check/select-offer.js';
import { browserExample, createInput, subscribe } from './push-input.js';

export const createSiteCheckPushSubscription = operation({
  name: 'createSiteCheckPushSubscription',
  kind: 'mutation',
  description:
    'Notify a browser about a site check: paid, verifier assigned, photos received, report ready, refunded, prices about to expire. The same browser again replaces its keys.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  input: createInput,
  errors: ['push_off', 'push_limit'],
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs', ...browserExample },
  rest: post('/v1/public/site-checks/{request_id}/push-subscriptions', {
    tag: 'Site checks',
    summary: 'Turn on notifications about a site check',
  }),
  async run({ services, viewer }, { requestId, input }) {
    await viewFor(services, viewer, requestId);
    return subscribe(services, { kind: 'request', requestId }, input);
  },
});
