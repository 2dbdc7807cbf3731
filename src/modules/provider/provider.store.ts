import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import {
  type Provider,
  type ProviderChange,
  type ProviderStatus,
  providerNotFound,
  providerPolicies,
} from './provider.js';

/** Conditions of a list; all of the given ones must match. */
export interface ProviderFilter {
  status?: ProviderStatus | null | undefined;
  marketCityKey?: string | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

const conditions = ({ status, marketCityKey }: ProviderFilter): Filter<Provider> =>
  ({
    ...(status != null && { status }),
    ...(marketCityKey != null && { marketCityKeys: marketCityKey }),
  }) as Filter<Provider>;

export type ProviderStore = ReturnType<typeof createProviderStore>;

/** The `providers` collection. */
export function createProviderStore(home: AggregateHome) {
  const store = createAggregateStore<Provider, ProviderChange>(home, {
    collection: 'providers',
    policies: providerPolicies,
    indexes: [
      { key: { status: 1, marketCityKeys: 1 } },
      { key: { emailKey: 1 }, sparse: true },
      { key: { erasePending: 1, eraseTriedAt: 1 }, sparse: true },
      { key: newestFirst },
      { key: { status: 1, ...newestFirst } },
      { key: { marketCityKeys: 1, ...newestFirst } },
    ],
    notFound: providerNotFound,
  });
  const providers = store.collection;

  return {
    ensureIndexes: store.ensureIndexes,
    find: store.find,
    get: store.get,
    change: store.change,
    insert: store.insert,

    /** Returns the active providers in any of these cities. */
    async listActive(marketCityKeys: readonly string[]): Promise<Provider[]> {
      const filter = { status: 'active', marketCityKeys: { $in: [...marketCityKeys] } };
      return providers.find(filter as Filter<Provider>).toArray() as Promise<Provider[]>;
    },

    list: (filter: ProviderFilter, range: Range): Promise<Found<Provider>> =>
      findNewestFirst(providers, 'createdAt', conditions(filter), range),

    count: (filter: ProviderFilter): Promise<number> =>
      providers.countDocuments(conditions(filter)),

    /**
     * Returns the ids of erased providers whose contact data could still be stored elsewhere; those not tried for
     * longest first.
     */
    async listErasePending(limit: number): Promise<string[]> {
      const found = await providers
        .find({ erasePending: true }, { projection: { _id: 1 } })
        .sort({ eraseTriedAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Stores the time of an attempt; neither revision nor updated_at change. */
    async noteEraseTried(id: string, eraseTriedAt: Date): Promise<void> {
      await providers.updateOne({ _id: id, erasePending: true }, { $set: { eraseTriedAt } });
    },

    /** Stores that nothing remains; neither revision nor updated_at change. */
    async clearErasePending(id: string): Promise<void> {
      await providers.updateOne({ _id: id }, { $unset: { erasePending: '', eraseTriedAt: '' } });
    },
  };
}
