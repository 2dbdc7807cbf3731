import type { Followers } from '../../aggregate/followers.js';
import type { Clock } from '../../lib/clock.js';
import { newDelivery } from './delivery.js';
import type { DeliveryStore } from './delivery.store.js';
import { takesEvent, type WebhookEndpoint } from './endpoint.js';
import type { EndpointStore } from './endpoint.store.js';

/** Creates a delivery of each event for each endpoint that gets it. */
export function followWebhookEvents(options: {
  followers: Followers;
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  clock: Clock;
  /** Called when an endpoint has a due delivery. */
  wake: (endpointId: string) => void;
}): void {
  const { followers, endpoints, deliveries, clock, wake } = options;
  let listening: WebhookEndpoint[] = [];

  followers.followEvents(
    'webhooks',
    async (event) => {
      const id = event.data['endpoint_id'];
      if (event.type === 'webhook_endpoint.deleted' && typeof id === 'string') {
        await deliveries.cancelOf(id);
      }
      const takers = listening.filter((one) => event.seq > one.fromSeq && takesEvent(one, event));
      const now = clock.now();
      await deliveries.make(takers.map((endpoint) => newDelivery(event, endpoint, now)));
      for (const { _id, status } of takers) if (status === 'enabled') wake(_id);
    },
    {
      // An endpoint gets all events after the response to its creation.
      async before() {
        listening = await endpoints.listening();
      },
      subject: (event) =>
        event.type === 'webhook_endpoint.deleted' || listening.some((one) => takesEvent(one, event))
          ? event._id
          : null,
    },
  );
}
