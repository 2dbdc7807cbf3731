import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { endpointsMax, type IssuedEndpoint, type WebhookEndpoint } from './endpoint.js';
import { EndpointChange } from './endpoint-change.js';
import { checkEndpointInput, endpointFields } from './endpoint-input.js';
import { hintOf, newWebhookSecret, sealSecret } from './secret.js';

const createWebhookEndpointInput = z
  .object({
    ...endpointFields,
    eventTypes: endpointFields.eventTypes.default([]),
    allIntegrators: endpointFields.allIntegrators.default(false),
  })
  .meta({ document: 'WebhookEndpointIn', description: 'Where events are posted, and which.' });
type EndpointInput = z.infer<typeof createWebhookEndpointInput>;

async function create(
  { services, viewer }: Call<KeyHolder>,
  input: EndpointInput,
): Promise<IssuedEndpoint> {
  const { webhooks, events, relay } = services;
  checkEndpointInput(viewer, webhooks, input);
  // Events of earlier requests get their `seq` first, so that only a replay posts them.
  await relay.catchUp();
  const now = webhooks.now();
  const secret = newWebhookSecret();
  const draft: WebhookEndpoint = {
    _id: newId(),
    integratorId: viewer.integratorId,
    status: 'enabled',
    statusReason: null,
    url: input.url,
    description: input.description ?? null,
    eventTypes: [...new Set(input.eventTypes)],
    allIntegrators: input.allIntegrators,
    secret: await sealSecret(webhooks.sealKey, secret),
    secretHint: hintOf(secret),
    fromSeq: await events.lastSeq(),
    createdAt: now,
    updatedAt: now,
    lastSuccessAt: null,
    failingSince: null,
    revision: 0,
    outbox: [],
  };
  const change = new EndpointChange(draft, now).emitEvent('webhook_endpoint.created');
  const made = { ...change.after, revision: 1, outbox: change.events };
  const endpoint = await webhooks.endpoints.insert(made);
  if (!endpoint) {
    throw new ApiError('webhook_limit', errorText('error.webhooks', { max: endpointsMax }));
  }
  webhooks.look();
  return { ...endpoint, issuedSecret: secret };
}

export const createWebhookEndpoint = operation({
  name: 'createWebhookEndpoint',
  kind: 'mutation',
  description:
    'Create a webhook endpoint, to which events from now on are posted by Standard Webhooks 1.0. The secret is returned only here.',
  access: scope('webhooks:write'),
  input: createWebhookEndpointInput,
  errors: ['webhook_limit'],
  example: {
    url: 'https://hooks.example.com/verification',
    description: 'Order system',
    event_types: ['job.completed', 'job.failed'],
  },
  rest: post('/v1/webhook-endpoints', {
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    status: 201,
    location: (endpoint) => `/v1/webhook-endpoints/${endpoint.endpoint_id}`,
  }),
  run: (ctx, { input }) => create(ctx, input),
});
