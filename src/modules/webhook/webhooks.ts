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

    /** How many deliveries wait for enabled endpoints; paused and disabled ones are left out. */
    countPending: async (): Promise<number> =>
      deliveries.countPending(await endpoints.enabledIds()),

    /** When the oldest of them was made; null where none waits. */
    async oldestPending(): Promise<Date | null> {
      const times = await Promise.all((await endpoints.enabledIds()).map(deliveries.oldestPending));
      const known = times.flatMap((time) => time?.getTime() ?? []);
      return known.length > 0 ? new Date(Math.min(...known)) : null;
    },

    /** Posts everything that is due; resolves when each post has ended. */
    deliverDue: sender.deliverDue,
    start: sender.start,
    stop: sender.stop,
  };
}
