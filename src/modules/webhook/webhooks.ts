import type { Logger } from 'pino';
import type { EventLog } from '../../aggregate/event-log.js';
import type { Followers } from '../../aggregate/followers.js';
import type { Clock } from '../../lib/clock.js';
import { type AttemptOutcome, createWebhookSender } from './deliver.js';
import type { DeliveryStore } from './delivery.store.js';
import type { EndpointStore } from './endpoint.store.js';
import { followWebhookEvents } from './follow-events.js';
import { createDeliveryPost } from './post-delivery.js';

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Endpoints, their deliveries, and the sender. */
export function createWebhooks(options: {
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  events: EventLog;
  followers: Followers;
  /** Key that encrypts the secrets of endpoints. */
  sealKey: Buffer;
  /** Allowed hosts besides public ones, also over http. */
  allowedHosts: readonly string[];
  /** Ports of public hosts. */
  ports: readonly number[];
  clock: Clock;
  log: Logger;
  /** Called after each attempt. */
  count?: ((outcome: AttemptOutcome) => void) | undefined;
}) {
  const { endpoints, deliveries, events, sealKey, allowedHosts, ports, clock, log, count } =
    options;
  const posts = createDeliveryPost({ events, sealKey, allowedHosts, ports, clock });
  const sender = createWebhookSender({
    endpoints,
    deliveries,
    leases: events,
    posts,
    clock,
    log,
    count,
  });
  const wake = (endpointId: string) => void sender.wake(endpointId);
  followWebhookEvents({ followers: options.followers, endpoints, deliveries, clock, wake });

  return {
    endpoints,
    deliveries,
    sealKey,
    allowedHosts,
    ports,
    /** Real time, also in the sandbox. */
    now: () => clock.now(),
    /** Starts processing an endpoint. */
    wake,
    look: sender.look,

    /** Returns whether an enabled endpoint gets the service's own events of this type. */
    async anyEndpointTakes(type: string): Promise<boolean> {
      const listening = await endpoints.listening();
      return listening.some(
        ({ status, allIntegrators, eventTypes }) =>
          status === 'enabled' &&
          allIntegrators &&
          (eventTypes.length === 0 || eventTypes.includes(type)),
      );
    },

    /** Counts the endpoints that were disabled because they failed or were gone. */
    countDisabled: endpoints.countDisabled,

    /** Counts the pending deliveries of enabled endpoints. */
    countPending: async (): Promise<number> =>
      deliveries.countPending(await endpoints.enabledIds()),

    /** Returns when the oldest of them was created; null if none is pending. */
    async oldestPending(): Promise<Date | null> {
      const times = await Promise.all((await endpoints.enabledIds()).map(deliveries.oldestPending));
      const known = times.flatMap((time) => time?.getTime() ?? []);
      return known.length > 0 ? new Date(Math.min(...known)) : null;
    },

    /** Posts all due deliveries; resolves when each post has ended. */
    deliverDue: sender.deliverDue,
    start: sender.start,
    stop: sender.stop,
  };
}
