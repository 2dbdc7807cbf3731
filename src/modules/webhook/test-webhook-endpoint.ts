import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { operation, post } from '../../operation.js';
import { type Delivery, newDelivery } from './delivery.js';
import { endpointTarget } from './endpoint.js';

const type = 'webhook.test';

export const testWebhookEndpoint = operation({
  name: 'testWebhookEndpoint',
  kind: 'mutation',
  description:
    'Deliver an event of the type `webhook.test` to a webhook endpoint; it is in no list of events.',
  access: scope('webhooks:write'),
  target: endpointTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/webhook-endpoints/{endpoint_id}/test', {
    tag: 'Webhooks',
    summary: 'Test a webhook endpoint',
  }),
  async run({ services, viewer }, { id }): Promise<Delivery> {
    const { endpoints, deliveries, now, wake } = services.webhooks;
    const endpoint = await endpoints.getOf(viewer.integratorId, id);
    if (endpoint.status === 'disabled') {
      throw new ApiError('invalid_transition', errorText('error.endpoint_disabled'), {
        hint: errorText('error.hint_endpoint_disabled'),
      });
    }
    const timestamp = now();
    const data = { endpoint_id: id };
    const event = { _id: newId(), seq: 0, type, timestamp, data, revision: endpoint.revision };
    const { _id: eventId, ...fields } = event;
    const made = newDelivery({ ...event, integratorId: viewer.integratorId }, endpoint, timestamp);
    const delivery: Delivery = {
      ...made,
      // A separate line: it waits for no other delivery.
      objectKey: made._id,
      test: { ...fields, id: eventId, timestamp: timestamp.toISOString() },
    };
    await deliveries.make([delivery]);
    wake(id);
    return delivery;
  },
});
