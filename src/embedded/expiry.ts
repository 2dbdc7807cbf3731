/** TTL: documents whose date is older than their index allows are removed. */
import { type Doc, dateValue } from './bson.js';
import type { Collection, Index } from './catalog.js';
import { parseFilter } from './filter.js';
import { run } from './query.js';
import { removeRecord, type Store } from './records.js';

const batchDocuments = 500;

/** Remove what has expired by `nowMs`; in batches, so that other writes get between them. */
export async function removeExpired(store: Store, nowMs: number): Promise<void> {
  for (const collection of [...store.catalog.list()]) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === null) continue;
      while (await store.storage.write(() => removeBatch(store, collection, index, nowMs))) {
        // The next batch.
      }
    }
  }
}

function removeBatch(store: Store, collection: Collection, index: Index, nowMs: number): boolean {
  if (store.catalog.find(collection.db, collection.name)?.tree !== collection.tree) return false;
  const [path] = (index.spec.get('key') as Doc).keys();
  const cutoff = dateValue(nowMs - index.expireAfterSeconds! * 1000);
  const filter = parseFilter(new Map([[path!, new Map([['$lte', cutoff]])]]));
  const query = {
    collection,
    filter,
    sort: null,
    skip: 0,
    limit: batchDocuments,
    hint: index,
    deadlineMs: Number.POSITIVE_INFINITY,
  };
  const expired = [...run(store, query)];
  for (const found of expired) removeRecord(store, collection, found.id, found.bytes);
  return expired.length === batchDocuments;
}
