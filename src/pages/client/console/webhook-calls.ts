import type { Call, Json } from './api.js';

const endpointFields = 'endpointId url status statusReason secretHint';
const deliveryFields = 'deliveryId eventType seq status nextAttemptAt';
const base = '/v1/webhook-endpoints';
const pathOf = (id: string, rest = '') => `${base}/${encodeURIComponent(id)}${rest}`;

/** Creates a call of an endpoint mutation without input. */
const act = (name: string, rest: string, fields: string) => (id: string) =>
  ({
    method: 'POST',
    path: pathOf(id, rest),
    graphql: {
      query: `mutation($id: ID!) {\n  ${name}(id: $id) { ${fields} }\n}`,
      variables: { id },
    },
  }) satisfies Call;

/** The console's requests about webhooks, each with its GraphQL equivalent. */
export const webhookCalls = {
  list: (): Call => ({
    method: 'GET',
    path: base,
    graphql: { query: `{\n  webhookEndpoints { ${endpointFields} lastSuccessAt }\n}` },
  }),
  get: (id: string): Call => ({
    method: 'GET',
    path: pathOf(id),
    graphql: {
      query: `query($id: ID!) {\n  webhookEndpoint(id: $id) { ${endpointFields} }\n}`,
      variables: { id },
    },
  }),
  create: (url: string, description: string, eventTypes: string[]): Call => ({
    method: 'POST',
    path: base,
    body: { url, ...(description && { description }), event_types: eventTypes },
    graphql: {
      query: `mutation($input: CreateWebhookEndpointInput!) {\n  createWebhookEndpoint(input: $input) { secret endpoint { ${endpointFields} } }\n}`,
      variables: {
        input: {
          url,
          ...(description && { description }),
          eventTypes: eventTypes.map((type) => type.toUpperCase().replace('.', '_')),
        },
      },
    },
  }),
  setStatus: (id: string, status: 'enabled' | 'paused'): Call => ({
    method: 'POST',
    path: pathOf(id),
    body: { status },
    graphql: {
      query: `mutation($id: ID!, $input: UpdateWebhookEndpointInput!) {\n  updateWebhookEndpoint(id: $id, input: $input) { ${endpointFields} }\n}`,
      variables: { id, input: { status: status.toUpperCase() } },
    },
  }),
  test: act('testWebhookEndpoint', '/test', deliveryFields),
  rotate: act('rotateWebhookSecret', '/rotate-secret', `secret endpoint { ${endpointFields} }`),
  remove: act('deleteWebhookEndpoint', '/delete', endpointFields),
  listDeliveries: (id: string, status: string, next: string | null): Call => {
    const query = new URLSearchParams({ limit: '20', ...(status && { status }) });
    return {
      method: 'GET',
      path: next ?? pathOf(id, `/deliveries?${query}`),
      graphql: {
        query: `query($id: ID!, $status: WebhookDeliveryStatus) {\n  webhookDeliveries(endpointId: $id, first: 20, status: $status) {\n    nodes { ${deliveryFields} }\n    pageInfo { hasNextPage endCursor }\n  }\n}`,
        variables: { id, status: status ? status.toUpperCase() : null },
      },
    };
  },
  replayDelivery: (id: string): Call => ({
    method: 'POST',
    path: `/v1/webhook-deliveries/${encodeURIComponent(id)}/replay`,
    graphql: {
      query: `mutation($id: ID!) {\n  replayWebhookDelivery(id: $id) { ${deliveryFields} }\n}`,
      variables: { id },
    },
  }),
  replayEvents: (id: string, afterSeq: Json, beforeSeq: Json, onlyFailed: boolean): Call => ({
    method: 'POST',
    path: pathOf(id, '/replay'),
    body: { after_seq: afterSeq, before_seq: beforeSeq, only_failed: onlyFailed },
    graphql: {
      query:
        'mutation($id: ID!, $input: ReplayWebhookEventsInput!) {\n  replayWebhookEvents(endpointId: $id, input: $input) { queued }\n}',
      variables: { id, input: { afterSeq, beforeSeq, onlyFailed } },
    },
  }),
};
