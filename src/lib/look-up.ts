import DataLoader from 'dataloader';
import { isUnavailable } from './mongo.js';

/** Maximum number of keys per query. */
const keysMax = 100;

/**
 * Creates a look-up by key. The keys of one iteration of the event loop are combined in queries of at most 100 keys,
 * across requests; nothing is cached. If a query fails, each of its keys is looked up separately, so that only a bad
 * key fails.
 *
 * @param look finds values by key; a key without a value is omitted
 * @param copy copies a value for another caller with the same key. By default the key is looked up again, so that no
 *   two callers share an object
 */
export function createLookUp<K, V>(
  look: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  copy?: (value: V) => V,
): (key: K) => Promise<V | null> {
  async function lookAlone(key: K): Promise<V | null | Error> {
    try {
      return (await look([key])).get(key) ?? null;
    } catch (error) {
      return error as Error;
    }
  }

  async function lookTogether(keys: readonly K[]): Promise<(V | null | Error)[]> {
    let found: ReadonlyMap<K, V>;
    try {
      found = await look([...new Set(keys)]);
    } catch (error) {
      if (keys.length === 1 || isUnavailable(error)) throw error;
      return Promise.all(keys.map(lookAlone));
    }
    const taken = new Set<K>();
    return Promise.all(
      keys.map((key) => {
        const value = found.get(key);
        if (value === undefined) return null;
        if (taken.has(key)) return copy ? copy(value) : lookAlone(key);
        taken.add(key);
        return value;
      }),
    );
  }

  const loader = new DataLoader<K, V | null>(lookTogether, {
    cache: false,
    maxBatchSize: keysMax,
    batchScheduleFn: (run) => setImmediate(run),
  });
  return (key) => loader.load(key);
}
