import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import type { WebhookEndpoint } from './endpoint.js';
import { EndpointChange } from './endpoint-change.js';
import { endpointTarget } from './webhook-target.js';

export const deleteWebhookEndpoint = operation({
  name: 'deleteWebhookEndpoint',
  kind: 'mutation',
  description:
    'Delete a webhook endpoint with its secret and cancel its pending deliveries. The response shows it as it was.',
  access: scope('webhooks:write'),
  target: endpointTarget,
  errors: [],
  rest: post('/v1/webhook-endpoints/{endpoint_id}/delete', {
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
  }),
  async run({ services, viewer }, { id }): Promise<WebhookEndpoint> {
    const { endpoints, deliveries, now } = services.webhooks;
    let before: WebhookEndpoint | undefined;
    const deleted = await endpoints.changeOf(viewer.integratorId, id, (endpoint) => {
      before = endpoint;
      return new EndpointChange(endpoint, now()).delete();
    });
    // The follower does so where the process is killed before.
    await deliveries.cancelOf(id);
    return before ?? deleted;
  },
});
