import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { WebhookEndpoint } from './endpoint.js';

export const listWebhookEndpoints = operation({
  name: 'webhookEndpoints',
  kind: 'query',
  description: 'List the webhook endpoints of the integrator, at most 10, the oldest first.',
  access: scope('jobs:read'),
  errors: [],
  rest: get('/v1/webhook-endpoints', {
    operationId: 'list_webhook_endpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
  }),
  run: ({ services, viewer }): Promise<WebhookEndpoint[]> =>
    services.webhooks.endpoints.listOf(viewer.integratorId),
});
