import { BSON, type Db, type Document } from 'mongodb';

/** Bytes of a record id and of the page structure per index entry, without prefix compression. */
const entryBytes = 12;

export interface CollectionSize {
  documents: number;
  /** As BSON, uncompressed. */
  bytes: number;
  /** Bytes of each index, by its name. */
  indexes: Record<string, number>;
}

/** Returns the values at a path, one per element of an array on the way. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (value === null || typeof value !== 'object') return [undefined];
  return valuesAt((value as Document)[name], rest);
}

const sizeOf = (value: unknown): number =>
  BSON.calculateObjectSize({ '': value ?? null }, { ignoreUndefined: false }) - 7;

/** Returns the bytes of a document's entries in an index; an array has one per element. */
export function indexBytes(document: Document, key: Document, sparse: boolean): number {
  const values = Object.keys(key).map((path) => valuesAt(document, path.split('.')));
  if (sparse && values.every((some) => some.every((value) => value === undefined))) return 0;
  const entries = Math.max(...values.map((some) => some.length));
  const bytes = values.map(
    (some) => some.reduce<number>((sum, value) => sum + sizeOf(value), 0) / (some.length || 1),
  );
  return entries * (entryBytes + bytes.reduce((sum, size) => sum + size, 0));
}

/** Measures every collection of a database from its documents. */
export async function measure(db: Db): Promise<Map<string, CollectionSize>> {
  const sizes = new Map<string, CollectionSize>();
  for (const { name } of await db.listCollections().toArray()) {
    const collection = db.collection(name);
    const size: CollectionSize = { documents: 0, bytes: 0, indexes: {} };
    for await (const document of collection.find()) {
      size.documents += 1;
      size.bytes += BSON.calculateObjectSize(document);
    }
    for (const index of await collection.indexes()) {
      let bytes = 0;
      for await (const document of collection.find(index.partialFilterExpression ?? {}))
        bytes += indexBytes(document, index.key, index.sparse ?? false);
      size.indexes[index.name ?? ''] = bytes;
    }
    sizes.set(name, size);
  }
  return sizes;
}

/** Returns the growth of each collection per job. */
export function growthPerJob(
  before: ReadonlyMap<string, CollectionSize>,
  after: ReadonlyMap<string, CollectionSize>,
  jobs: number,
): Map<string, CollectionSize> {
  const grown = [...after].map(([name, size]): [string, CollectionSize] => {
    const was = before.get(name);
    const indexes = Object.entries(size.indexes).map(([index, bytes]) => [
      index,
      (bytes - (was?.indexes[index] ?? 0)) / jobs,
    ]);
    return [
      name,
      {
        documents: (size.documents - (was?.documents ?? 0)) / jobs,
        bytes: (size.bytes - (was?.bytes ?? 0)) / jobs,
        indexes: Object.fromEntries(indexes),
      },
    ];
  });
  return new Map(grown.filter(([, { bytes }]) => bytes > 0));
}

const totalOf = (indexes: Readonly<Record<string, number>>) =>
  Object.values(indexes).reduce((sum, bytes) => sum + bytes, 0);

/** Bytes per job. */
export interface JobCost {
  documents: number;
  indexes: number;
  files: number;
  /** Number of files. */
  fileCount: number;
}

const isFile = (name: string) => /^(evidence|pdfs)\.(files|chunks)$/.test(name);

/** Adds up the growth per job; bytes of files are counted apart. */
export function costOf(growth: ReadonlyMap<string, CollectionSize>): JobCost {
  const cost: JobCost = { documents: 0, indexes: 0, files: 0, fileCount: 0 };
  for (const [name, size] of growth) {
    if (name.endsWith('.files')) cost.fileCount += size.documents;
    if (isFile(name)) cost.files += size.bytes;
    else {
      cost.documents += size.bytes;
      cost.indexes += totalOf(size.indexes);
    }
  }
  return cost;
}
