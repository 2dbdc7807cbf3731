import DataLoader from 'dataloader';

/**
 * One query for all that is looked up in one turn of the event loop: the more requests are served at
 * once, the fewer queries each costs. Nothing is kept: each lookup sees what is stored when it is made.
 *
 * @param look finds many at once, by key; what it does not find is left out, an Error refuses that key alone
 */
export function batched<K, V>(
  look: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  const loader = new DataLoader<K, V | null>(
    async (keys) => {
      const found = await look([...new Set(keys)]);
      return keys.map((key) => found.get(key) ?? null);
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
