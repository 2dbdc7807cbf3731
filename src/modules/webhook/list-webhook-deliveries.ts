import { z } from 'zod';
import { scope } from '../../access.js';
import { idText } from '../../lib/bounded-text.js';
import { listArgs, restListArgs, statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type Delivery, deliveryDays, deliveryStatus } from './delivery.js';
import { ownerTarget } from './webhook-target.js';

const pageLength = 50;

const filterArgs = {
  status: choice(deliveryStatus).nullish().describe('Only deliveries with this status.'),
  eventId: idText().nullish().describe('Only the delivery of this event.'),
};

export const listWebhookDeliveries = operation({
  name: 'webhookDeliveries',
  kind: 'query',
  description: `List the deliveries to a webhook endpoint, newest first; they are kept for ${deliveryDays} days.`,
  access: scope('jobs:read'),
  target: ownerTarget,
  args: { ...listArgs('deliveries', pageLength), ...filterArgs },
  errors: ['bad_cursor'],
  rest: get('/v1/webhook-endpoints/{endpoint_id}/deliveries', {
    operationId: 'list_webhook_deliveries',
    tag: 'Webhooks',
    summary: 'List webhook deliveries, newest first',
    pick: 'nodes',
    query: z.object({
      ...filterArgs,
      status: statusText('deliveries'),
      ...restListArgs('deliveries', pageLength),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  async run({ services, viewer, notes }, args, selects): Promise<Page<Delivery>> {
    const { endpoints, deliveries } = services.webhooks;
    const { endpointId, status = null, eventId = null } = args;
    await endpoints.getOf(viewer.integratorId, endpointId);
    const filter = { endpointId, status, eventId };
    return pageNewestFirst(
      {
        scope: ['webhookDeliveries', endpointId, status, eventId],
        keyOf: ({ createdAt: at, _id: id }: Delivery) => ({ at, id }),
        read: (range) => deliveries.list(filter, range),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
