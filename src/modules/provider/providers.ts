import type { ProviderStore } from './provider.store.js';

export type Providers = ReturnType<typeof createProviders>;

/** What every noun does with providers: `find` may return null, `get` throws `provider_not_found`. */
export function createProviders(store: ProviderStore) {
  const { find, get, change, insert, list, count } = store;
  const { listActive, listErasePending, noteEraseTried, clearErasePending } = store;
  const erasure = { listErasePending, noteEraseTried, clearErasePending };
  return { find, get, change, insert, list, count, listActive, ...erasure };
}
