import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import { quoted } from '../../lib/quoted.js';
import { minute } from '../../lib/units.js';
import { endpointsMax, type WebhookEndpoint, webhookEndpointPolicies } from './endpoint.js';
import type { EndpointChange } from './endpoint-change.js';

const notFound = (id: string) =>
  new ApiError('webhook_endpoint_not_found', errorText('error.endpoint_id', { id: quoted(id) }));

export type EndpointStore = ReturnType<typeof createEndpointStore>;

/** The `webhook_endpoints` collection. */
export function createEndpointStore(home: AggregateHome) {
  const store = createAggregateStore<WebhookEndpoint, EndpointChange>(home, {
    collection: 'webhook_endpoints',
    policies: webhookEndpointPolicies,
    indexes: [
      { key: { integratorId: 1, createdAt: 1 } },
      { key: { status: 1 } },
      { key: { slot: 1 }, unique: true, sparse: true },
    ],
    notFound,
  });
  const endpoints = store.collection;

  /** @throws ApiError `webhook_endpoint_not_found`, also for another integrator's endpoint */
  async function getOf(integratorId: string, id: string): Promise<WebhookEndpoint> {
    const endpoint = await store.peek(id);
    const own = endpoint?.integratorId === integratorId && endpoint.status !== 'deleted';
    if (!own) throw notFound(id);
    return endpoint;
  }

  /** Returns the endpoints of an integrator, oldest first. */
  const listOf = (integratorId: string): Promise<WebhookEndpoint[]> =>
    endpoints
      .find({ integratorId, status: { $in: ['enabled', 'paused', 'disabled'] } })
      .sort({ createdAt: 1 })
      .toArray() as Promise<WebhookEndpoint[]>;

  return {
    ensureIndexes: store.ensureIndexes,
    peek: store.peek,
    getOf,
    listOf,

    /**
     * Stores a new endpoint in a free slot of its integrator, so that concurrent calls cannot exceed the limit.
     * @returns null if no slot is free
     */
    async insert(endpoint: WebhookEndpoint): Promise<WebhookEndpoint | null> {
      for (;;) {
        const taken = new Set((await listOf(endpoint.integratorId)).map(({ slot }) => slot));
        const slot = Array.from(
          { length: endpointsMax },
          (_, number) => `${endpoint.integratorId}/${number}`,
        ).find((one) => !taken.has(one));
        if (slot === undefined) return null;
        const inserted = await store.insert({ ...endpoint, slot }, ['slot']);
        if (inserted) return inserted;
      }
    },

    /** @throws ApiError `webhook_endpoint_not_found`, and errors of `decide` */
    changeOf: (
      integratorId: string,
      id: string,
      decide: (endpoint: WebhookEndpoint) => EndpointChange | null,
    ): Promise<WebhookEndpoint> => store.change(id, decide, (one) => getOf(integratorId, one)),

    change: store.change,

    /** Returns the endpoints for which deliveries are created. */
    listening: (): Promise<WebhookEndpoint[]> =>
      endpoints
        .find({ status: { $in: ['enabled', 'paused'] } }, { projection: { outbox: 0 } })
        .toArray() as Promise<WebhookEndpoint[]>,

    /** Counts the endpoints that were disabled because they failed or were gone. */
    countDisabled: (): Promise<number> => endpoints.countDocuments({ status: 'disabled' }),

    /** Returns the ids of the endpoints that deliveries are posted to. */
    async enabledIds(): Promise<string[]> {
      const found = await endpoints
        .find({ status: 'enabled' }, { projection: { _id: 1 } })
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Records a success, to the minute. */
    async noteSuccess({ _id, failingSince, lastSuccessAt }: WebhookEndpoint, now: Date) {
      const noted = lastSuccessAt && now.getTime() - lastSuccessAt.getTime() < minute;
      if (noted && failingSince === null) return;
      await endpoints.updateOne({ _id }, { $set: { lastSuccessAt: now, failingSince: null } });
    },

    /** Records the first failure after a success, or at a new URL. */
    async noteFailure({ _id, url, failingSince }: WebhookEndpoint, now: Date): Promise<void> {
      if (failingSince !== null) return;
      await endpoints.updateOne({ _id, url, failingSince: null }, { $set: { failingSince: now } });
    },
  };
}
