/** TTL: documents whose date is older than their index allows are removed. */
import { dateValue, docOf, type Value } from './bson.js';
import type { Collection, Index } from './catalog.js';
import { parseQuery, run } from './query.js';
import { removeRecord, type Store } from './records.js';

const batchDocuments = 500;

/** Remove what has expired by `nowMs`; in batches, so that other writes get between them. */
export async function removeExpired(store: Store, nowMs: number): Promise<void> {
  for (const collection of [...store.catalog.list()]) {
    for (const index of collection.indexes) {
      if (Number.isNaN(index.expireAfterSeconds)) continue;
      while (await store.storage.write(() => removeBatch(store, collection, index, nowMs))) {
        // The next batch.
      }
    }
  }
}

function removeBatch(store: Store, collection: Collection, index: Index, nowMs: number): boolean {
  if (store.catalog.find(collection.db, collection.name)?.tree !== collection.tree) return false;
  const cutoff = dateValue(nowMs - index.expireAfterSeconds * 1000);
  const filter = docOf<Value>({ [index.pattern.names[0]!]: docOf<Value>({ $lte: cutoff }) });
  const query = parseQuery(
    collection,
    { filter, limit: batchDocuments, hint: index.name },
    Number.POSITIVE_INFINITY,
  );
  const expired = [...run(store, query)];
  for (const { id, bytes } of expired) removeRecord(store, collection, id, bytes);
  return expired.length === batchDocuments;
}
