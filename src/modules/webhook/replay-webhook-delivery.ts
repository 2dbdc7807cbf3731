import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { operation, post } from '../../operation.js';
import type { Delivery } from './delivery.js';
import { deliveryNotFound } from './delivery.store.js';
import { deliveryTarget } from './endpoint.js';

export const replayWebhookDelivery = operation({
  name: 'replayWebhookDelivery',
  kind: 'mutation',
  description:
    'Post a delivered or failed delivery again, under the same webhook-id; it waits for no other delivery.',
  access: scope('webhooks:write'),
  target: deliveryTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/webhook-deliveries/{delivery_id}/replay', {
    tag: 'Webhooks',
    summary: 'Replay a webhook delivery',
  }),
  async run({ services, viewer }, { id }): Promise<Delivery> {
    const { endpoints, deliveries, now, wake } = services.webhooks;
    const { status, endpointId } = await deliveries.getOf(viewer.integratorId, id);
    // Nothing is posted to a deleted endpoint, and no list shows its deliveries.
    if ((await endpoints.peek(endpointId))?.status === 'deleted') throw deliveryNotFound(id);
    if (!(await deliveries.replay(id, ['delivered', 'failed'], now()))) {
      throw new ApiError('invalid_transition', errorText('error.delivery_state', { status }));
    }
    wake(endpointId);
    return deliveries.getOf(viewer.integratorId, id);
  },
});
