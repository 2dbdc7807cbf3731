import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { choice } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { endpointStatus, type WebhookEndpoint } from './endpoint.js';
import { EndpointChange } from './endpoint-change.js';
import { checkEndpointInput, checkMayChange, endpointFields } from './endpoint-input.js';
import { endpointTarget } from './webhook-target.js';

const chosenStatus = endpointStatus.exclude(['disabled']);

const updateWebhookEndpointInput = z
  .object({
    url: endpointFields.url.nullish(),
    description: endpointFields.description,
    eventTypes: endpointFields.eventTypes.nullish(),
    allIntegrators: endpointFields.allIntegrators.nullish(),
    status: choice(chosenStatus)
      .nullish()
      .describe('`paused`: deliveries are made and wait; `enabled`: they are posted.'),
  })
  .meta({
    document: 'WebhookEndpointUpdateIn',
    description: 'What to change of a webhook endpoint; what is left out stays.',
  });
type UpdateInput = z.infer<typeof updateWebhookEndpointInput>;

/** The fields that an input changes; null removes a description and leaves the others. */
function changedFields(endpoint: WebhookEndpoint, input: UpdateInput): Partial<WebhookEndpoint> {
  const { url, description, eventTypes, allIntegrators } = input;
  const wanted = {
    ...(url != null && { url }),
    ...(description !== undefined && { description }),
    ...(eventTypes != null && { eventTypes: [...new Set(eventTypes)] }),
    ...(allIntegrators != null && { allIntegrators }),
  };
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(endpoint[name as keyof WebhookEndpoint]);
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

async function update(
  { services, viewer }: Call<KeyHolder>,
  id: string,
  input: UpdateInput,
): Promise<WebhookEndpoint> {
  const { webhooks, events } = services;
  checkEndpointInput(viewer, webhooks, input);
  const lastSeq = await events.lastSeq();
  const updated = await webhooks.endpoints.changeOf(viewer.integratorId, id, (endpoint) => {
    checkMayChange(viewer, endpoint);
    const fields = changedFields(endpoint, input);
    const change = new EndpointChange(endpoint, webhooks.now());
    if (Object.keys(fields).length > 0) change.update(fields);
    if (input.status != null && input.status !== endpoint.status) {
      change.moveTo(input.status, lastSeq);
    }
    return change.events.length > 0 ? change : null;
  });
  if (updated.status === 'enabled') {
    webhooks.look();
    webhooks.wake(updated._id);
  }
  return updated;
}

export const updateWebhookEndpoint = operation({
  name: 'updateWebhookEndpoint',
  kind: 'mutation',
  description:
    'Update, pause or enable a webhook endpoint. One that was disabled goes on with the events from now on; replay those in between.',
  access: scope('webhooks:write'),
  target: endpointTarget,
  input: updateWebhookEndpointInput,
  errors: [],
  example: { status: 'paused' },
  rest: post('/v1/webhook-endpoints/{endpoint_id}', {
    tag: 'Webhooks',
    summary: 'Update a webhook endpoint',
  }),
  run: (ctx, { id, input }) => update(ctx, id, input),
});
