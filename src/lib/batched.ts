import DataLoader from 'dataloader';

/** So long the next query waits for the one under way: a connection that hangs holds up its own query only. */
const waitMilliseconds = 50;

/**
 * One query for all that is looked up in one turn of the event loop: the more requests are served at
 * once, the fewer queries each costs. Nothing is kept: each lookup sees what is stored when it is made.
 *
 * @param look finds many at once, by key; what it does not find is left out, an Error refuses that key alone
 * @param options.oneAtATime what comes while a query is under way goes together into the next one, as a database
 *   commits what waits for its disk; for queries that cost much more than what is in them
 */
export function batched<K, V>(
  look: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { oneAtATime = false } = {},
): (key: K) => Promise<V | null> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<K, V | null>(
    async (keys) => {
      const looked = look([...new Set(keys)]);
      underWay = looked.catch(() => {});
      const found = await looked;
      return keys.map((key) => found.get(key) ?? null);
    },
    {
      cache: false,
      batchScheduleFn: (ask) => {
        if (!oneAtATime) return void setImmediate(ask);
        const waited = new Promise((resolve) => setTimeout(resolve, waitMilliseconds).unref());
        void Promise.race([underWay, waited]).then(() => setImmediate(ask));
      },
    },
  );
  return (key) => loader.load(key);
}
