import DataLoader from 'dataloader';
import { isUnavailable } from './mongo.js';

/** Keys of one query at most. */
const keysMax = 100;

/**
 * A look-up that one request makes for many keys, such as one for each node of a page. The keys of one tick
 * are read by queries of at most 100 keys. Requests share nothing, and nothing is cached. When a query
 * fails, each of its keys is looked up alone, so that a bad key fails alone.
 *
 * @param look finds values by key; a key without a value is left out
 * @returns the look-up of a key; its first argument is any object that only the request has, such as its notes
 */
export function lookUpPerRequest<K, V>(
  look: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (request: object, key: K) => Promise<V | null> {
  const loaders = new WeakMap<object, DataLoader<K, V | null>>();

  async function lookAlone(key: K): Promise<V | null | Error> {
    try {
      return (await look([key])).get(key) ?? null;
    } catch (error) {
      return error as Error;
    }
  }

  async function lookTogether(keys: readonly K[]): Promise<(V | null | Error)[]> {
    try {
      const found = await look([...new Set(keys)]);
      return keys.map((key) => found.get(key) ?? null);
    } catch (error) {
      if (keys.length === 1 || isUnavailable(error)) throw error;
      return Promise.all(keys.map(lookAlone));
    }
  }

  return (request, key) => {
    const loader =
      loaders.get(request) ??
      new DataLoader<K, V | null>(lookTogether, { cache: false, maxBatchSize: keysMax });
    loaders.set(request, loader);
    return loader.load(key);
  };
}
