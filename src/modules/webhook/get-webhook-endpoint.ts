import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { WebhookEndpoint } from './endpoint.js';
import { endpointTarget } from './webhook-target.js';

export const getWebhookEndpoint = operation({
  name: 'webhookEndpoint',
  kind: 'query',
  description: 'Get a webhook endpoint of the integrator.',
  access: scope('jobs:read'),
  target: endpointTarget,
  errors: [],
  rest: get('/v1/webhook-endpoints/{endpoint_id}', {
    operationId: 'get_webhook_endpoint',
    tag: 'Webhooks',
    summary: 'Get a webhook endpoint',
  }),
  run: ({ services, viewer }, { id }): Promise<WebhookEndpoint> =>
    services.webhooks.endpoints.getOf(viewer.integratorId, id),
});
