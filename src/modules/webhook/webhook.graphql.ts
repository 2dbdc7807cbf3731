import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { hour } from '../../lib/units.js';
import { EventTypeRef } from '../event/event.graphql.js';
import { createWebhookEndpoint } from './create-webhook-endpoint.js';
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.js';
import { failingMilliseconds } from './deliver.js';
import { type Attempt, type Delivery, deliveryStatus } from './delivery.js';
import { endpointStatus, type IssuedEndpoint } from './endpoint.js';
import { getWebhookEndpoint } from './get-webhook-endpoint.js';
import { listWebhookDeliveries } from './list-webhook-deliveries.js';
import { listWebhookEndpoints } from './list-webhook-endpoints.js';
import { replayWebhookDelivery } from './replay-webhook-delivery.js';
import { replayWebhookEvents } from './replay-webhook-events.js';
import { rotateWebhookSecret } from './rotate-webhook-secret.js';
import { testWebhookEndpoint } from './test-webhook-endpoint.js';
import { updateWebhookEndpoint } from './update-webhook-endpoint.js';

const statusTexts = {
  enabled: 'Events are posted.',
  paused: 'Deliveries are made and wait.',
};
const EndpointStatusRef = enumType(
  'WebhookEndpointStatus',
  endpointStatus,
  'Status of a webhook endpoint.',
  { ...statusTexts, disabled: 'No deliveries are made; statusReason says why.' },
);
enumType(
  'WebhookEndpointStatusChoice',
  endpointStatus.exclude(['disabled']),
  'Status that an update gives a webhook endpoint.',
  statusTexts,
);
const DeliveryStatusRef = enumType(
  'WebhookDeliveryStatus',
  deliveryStatus,
  'Status of a webhook delivery.',
  {
    pending: 'The delivery waits for its first or next attempt.',
    delivered: 'The endpoint answered with a 2xx status.',
    failed: 'The tenth attempt failed.',
    cancelled: 'The endpoint was deleted before.',
  },
);

const maybe = (description: string) => ({ nullable: true as const, description });

type EndpointFields = PothosSchemaTypes.ObjectFieldBuilder<
  typeof builder.$inferSchemaTypes,
  IssuedEndpoint
>;

const endpointFields = (t: EndpointFields) => ({
  endpointId: t.expose('_id', { type: 'UUID', description: 'Id of the endpoint.' }),
  url: t.exposeString('url', { description: 'URL that events are posted to.' }),
  description: t.exposeString('description', maybe('What it is for; null when not given.')),
  eventTypes: t.field({
    type: [EventTypeRef],
    description: 'Types of the events that are delivered; empty for all types.',
    resolve: ({ eventTypes }) => eventTypes,
  }),
  allIntegrators: t.exposeBoolean('allIntegrators', {
    description: 'Whether the events of every integrator are delivered.',
  }),
  status: t.field({
    type: EndpointStatusRef,
    description: 'Current status.',
    // No operation returns a deleted endpoint.
    resolve: ({ status }) => (status === 'deleted' ? 'disabled' : status),
  }),
  statusReason: t.exposeString(
    'statusReason',
    maybe(
      `Why it is disabled: \`failing\` for ${failingMilliseconds / hour} hours, or \`gone\` (the receiver answered 410); else null.`,
    ),
  ),
  secretHint: t.exposeString('secretHint', {
    description: 'Last characters of the secret, to distinguish it from others.',
  }),
  nextSecretExpiresAt: t.field({
    type: 'DateTime',
    ...maybe('Time until which the previous secret signs too; null outside of a rotation.'),
    resolve: ({ oldSecretUntil }, _args, { services }) =>
      oldSecretUntil && oldSecretUntil > services.webhooks.now() ? oldSecretUntil : null,
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the latest change.' }),
  lastSuccessAt: t.expose('lastSuccessAt', {
    type: 'DateTime',
    ...maybe('Time of the latest delivery, to the minute; null before the first.'),
  }),
  failingSince: t.expose('failingSince', {
    type: 'DateTime',
    ...maybe('Time of the first failure since then; null when the latest attempt succeeded.'),
  }),
});

const EndpointRef = builder.objectRef<IssuedEndpoint>('WebhookEndpoint').implement({
  extensions: { document: 'WebhookEndpointOut' },
  description: 'An address to which events are posted.',
  fields: endpointFields,
});

const IssuedEndpointRef = builder.objectRef<IssuedEndpoint>('IssuedWebhookEndpoint').implement({
  extensions: { document: 'WebhookEndpointSecretOut' },
  description: 'A webhook endpoint with the secret that was just made for it.',
  fields: (t) => ({
    endpoint: t.field({
      type: EndpointRef,
      extensions: { rest: false },
      description: 'The endpoint.',
      resolve: (endpoint) => endpoint,
    }),
    ...endpointFields(t),
    secret: t.string({
      description: 'Secret that signs deliveries, `whsec_` and base64; returned only here.',
      resolve: ({ issuedSecret }) => issuedSecret ?? '',
    }),
  }),
});

const AttemptRef = builder.objectRef<Attempt>('WebhookAttempt').implement({
  description: 'One post of a delivery.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the post.' }),
    statusCode: t.exposeInt('statusCode', maybe('Status of the answer; null without one.')),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    error: t.exposeString('error', maybe('Why there was no answer; null where there was one.')),
    answerStart: t.exposeString(
      'answerStart',
      maybe(
        'First KiB of the answer to a failed attempt; null after success, and for an event with a reason or metadata.',
      ),
    ),
  }),
});

const DeliveryRef = builder.objectRef<Delivery>('WebhookDelivery').implement({
  extensions: { document: 'WebhookDeliveryOut' },
  description: 'An event on its way to a webhook endpoint.',
  fields: (t) => ({
    deliveryId: t.expose('_id', { type: 'UUID', description: 'Id of the delivery.' }),
    endpointId: t.expose('endpointId', { type: 'UUID', description: 'Id of the endpoint.' }),
    eventId: t.expose('eventId', {
      type: 'UUID',
      description: 'Id of the event; the webhook-id of every attempt.',
    }),
    eventType: t.exposeString('eventType', {
      description: 'Type of the event, or `webhook.test`.',
    }),
    seq: t.expose('seq', {
      type: 'SafeInt',
      description: 'Position of the event in the order of all; 0 for a test.',
    }),
    status: t.field({
      type: DeliveryStatusRef,
      description: 'Current status.',
      resolve: (delivery) => delivery.status,
    }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'The last 12 attempts, the oldest first.',
      resolve: (delivery) => delivery.attempts,
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      ...maybe('Time before which it is not attempted; null when it is not pending.'),
      resolve: ({ dueAt }) => dueAt ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
});

const ReplayRef = builder.objectRef<{ queued: number }>('WebhookReplay').implement({
  description: 'What a replay queued.',
  fields: (t) => ({
    queued: t.exposeInt('queued', { description: 'Number of deliveries that were queued.' }),
  }),
});

query(listWebhookEndpoints, [EndpointRef]);
query(getWebhookEndpoint, EndpointRef);
connection(
  listWebhookDeliveries,
  connectionType('WebhookDelivery', DeliveryRef, { counted: false }),
);
mutation(createWebhookEndpoint, IssuedEndpointRef);
mutation(updateWebhookEndpoint, EndpointRef);
mutation(deleteWebhookEndpoint, EndpointRef);
mutation(rotateWebhookSecret, IssuedEndpointRef);
mutation(testWebhookEndpoint, DeliveryRef);
mutation(replayWebhookDelivery, DeliveryRef);
mutation(replayWebhookEvents, ReplayRef);
