import type { Logger } from 'pino';
import type { EventLog } from '../../aggregate/event-log.js';
import type { Followers } from '../../aggregate/followers.js';
import type { Clock } from '../../lib/clock.js';
import { createWebhookSender } from './deliver.js';
import type { DeliveryStore } from './delivery.store.js';
import type { EndpointStore } from './endpoint.store.js';
import { followWebhookEvents } from './follow-events.js';
import { createDeliveryPost } from './post-delivery.js';

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Endpoints and their deliveries, and what posts them. */
export function createWebhooks(options: {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  events: EventLog;
  followers: Followers;
  /** Under which the secrets of endpoints are sealed. */
  sealKey: Buffer;
  /** Hosts besides public ones, over http too. */
  allowedHosts: readonly string[];
  clock: Clock;
  log: Logger;
}) {
  const { endpoints, deliveries, events, sealKey, clock, log } = options;
  const posts = createDeliveryPost({ events, sealKey, allowedHosts: options.allowedHosts, clock });
  const sender = createWebhookSender({ endpoints, deliveries, leases: events, posts, clock, log });
  const wake = (endpointId: string) => void sender.wake(endpointId);
  followWebhookEvents({ followers: options.followers, endpoints, deliveries, clock, wake });

  return {
    endpoints,
    deliveries,
    sealKey,
    allowedHosts: options.allowedHosts,
    /** Real time, in the sandbox too. */
    now: () => clock.now(),
    /** Has an endpoint worked soon. */
    wake,
    look: sender.look,

    /** Whether an enabled endpoint takes the service's own events of this type. */
    async anyEndpointTakes(type: string): Promise<boolean> {
      const listening = await endpoints.listening();
      return listening.some(
        ({ status, allIntegrators, eventTypes }) =>
          status === 'enabled' &&
          allIntegrators &&
          (eventTypes.length === 0 || eventTypes.includes(type)),
      );
    },

    /** How many endpoints were disabled because they failed or were gone. */
    countDisabled: endpoints.countDisabled,

    /** Posts everything that is due; resolves when each post has ended. */
    deliverDue: sender.deliverDue,
    start: sender.start,
    stop: sender.stop,
  };
}
