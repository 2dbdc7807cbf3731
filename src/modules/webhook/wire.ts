import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import type { AttemptOutcome } from './deliver.js';
import { createDeliveryStore } from './delivery.store.js';
import { createEndpointStore } from './endpoint.store.js';
import { createWebhooks, type Webhooks } from './webhooks.js';

declare module '../../services.js' {
  interface ModeServices {
    webhooks: Webhooks;
  }
}

type Needs = Pick<
  Services,
  'db' | 'clock' | 'relay' | 'shapeOf' | 'log' | 'config' | 'events' | 'followers' | 'serverKeys'
>;

/** @param count called after each attempt */
export function wireWebhook(
  needs: Needs,
  count: ((outcome: AttemptOutcome) => void) | undefined,
): Wired<'webhooks'> {
  const { db, config, serverKeys } = needs;
  const endpoints = createEndpointStore(needs);
  const deliveries = createDeliveryStore(db);
  const webhooks = createWebhooks({
    ...needs,
    endpoints,
    deliveries,
    sealKey: serverKeys.webhooks,
    allowedHosts: config.webhookUrlHosts,
    ports: config.webhookUrlPorts,
    count,
  });
  return {
    services: { webhooks },
    ensureIndexes: () => Promise.all([endpoints.ensureIndexes(), deliveries.ensureIndexes()]),
    start: webhooks.start,
    stop: webhooks.stop,
  };
}
