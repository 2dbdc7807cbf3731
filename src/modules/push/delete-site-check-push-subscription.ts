import { operation, post } from '../../operation.js';
import { requester, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenField } from '../site-check/select-offer.js';
import { browserExample, deleteInput, unsubscribe } from './push-input.js';

export const deleteSiteCheckPushSubscription = operation({
  name: 'deleteSiteCheckPushSubscription',
  kind: 'mutation',
  description: 'Stop notifying a browser about a site check.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  input: deleteInput,
  errors: [],
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    endpoint: browserExample.endpoint,
  },
  rest: post('/v1/public/site-checks/{request_id}/push-subscriptions/delete', {
    tag: 'Site checks',
    summary: 'Turn off notifications about a site check',
  }),
  run: ({ services }, { requestId, input }) =>
    unsubscribe(services, { kind: 'request', requestId }, input.endpoint),
});
