/** TTL: documents whose date is older than their index allows are removed. */
import { dateValue, docOf, type Value } from './bson.js';
import type { Catalog, Collection, Index } from './catalog.js';
import { parseQuery, run } from './query.js';
import { keysOf, writeRecord } from './records.js';

const batchDocuments = 500;

/** Remove what has expired by `nowMs`; in batches, so that other writes get between them. */
export async function removeExpired(catalog: Catalog, nowMs: number): Promise<void> {
  for (const collection of catalog.list())
    for (const index of collection.indexes.filter((each) => each.expireAfterSeconds >= 0)) {
      const batch = (): number => removeBatch(catalog, collection, index, nowMs);
      while ((await catalog.storage.write(batch)) === batchDocuments);
    }
}

function removeBatch(
  catalog: Catalog,
  collection: Collection,
  index: Index,
  nowMs: number,
): number {
  if (catalog.find(collection.namespace) !== collection) return 0;
  const cutoff = dateValue(nowMs - index.expireAfterSeconds * 1000);
  const filter = docOf<Value>({ [index.pattern.names[0]!]: docOf<Value>({ $lte: cutoff }) });
  const expired = [...run(catalog, parseQuery(collection, { filter, limit: batchDocuments }))];
  for (const { id, doc } of expired)
    writeRecord(catalog, collection, id, null, keysOf(collection, doc), []);
  return expired.length;
}
