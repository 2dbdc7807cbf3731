/** Indexes: validates MongoDB's kinds and options, and defines which documents an index contains. */
import { type Doc, docOf, encode, toNumber, type Value } from './bson.js';
import { CommandError, check, notImplemented } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { Fields } from './fields.js';
import { type Condition, conjuncts, parseFilter } from './filter.js';
import { emptyArray, equal, type KeyValue } from './keys.js';
import { indexOptions } from './supported.js';

export interface Index {
  readonly name: string;
  /** The specification that `listIndexes` returns. */
  readonly spec: Doc;
  readonly tree: number;
  readonly pattern: Pattern;
  readonly unique: boolean;
  readonly sparse: boolean;
  /** Conditions for the paths that a document must have to be in the index. */
  readonly partial: readonly Condition[];
  /** NaN if documents do not expire. */
  readonly expireAfterSeconds: number;
  /** Bit i is set if path i has ever met an array in a document. */
  multikey: number;
}

/** @throws CommandError 9, 14, 67 for an invalid index, 238 for an unsupported one */
export function parseIndex(given: Doc, tree: number, multikey = 0): Index {
  const fields = new Fields(given, indexOptions, 'an index');
  const key = fields.doc('key');
  const name = fields.value('name');
  check(typeof name === 'string', 9, 'an index has a name');
  for (const [path, type] of key) {
    if (typeof type === 'string' || /\$\*\*|(^|\.)\d+(\.|$)/.test(path)) {
      throw notImplemented(`an index of {${path}: ${String(type)}}`);
    }
  }
  const spec = docOf<Value>({ v: 2, key, name });
  for (const flag of ['unique', 'sparse']) if (fields.flag(flag)) spec.set(flag, true);
  for (const option of ['partialFilterExpression', 'expireAfterSeconds']) {
    if (given.has(option)) spec.set(option, given.get(option)!);
  }
  const unique = name === '_id_' || spec.has('unique');
  const sparse = spec.has('sparse');
  const expireAfterSeconds = toNumber(spec.get('expireAfterSeconds'));
  const canExpire = expireAfterSeconds >= 0 && expireAfterSeconds < 2 ** 31 && key.size === 1;
  check(canExpire || !spec.has('expireAfterSeconds'), 67, 'an index cannot expire by this');
  check(key.size > 0 && key.size < 32, 67, 'an index has 1 to 31 paths');
  check(!sparse || !spec.has('partialFilterExpression'), 67, 'cannot be both sparse and partial');
  const pattern = parsePattern(key, 67, true);
  const filter = parseFilter(fields.doc('partialFilterExpression'));
  const partial = conjuncts(filter).map((item) => {
    if (item.kind === 'field' && item.operator === '$exists') return item;
    throw notImplemented('partial indexes other than by {path: {$exists: true}}');
  });
  return { name, spec, tree, pattern, unique, sparse, partial, expireAfterSeconds, multikey };
}

/**
 * Returns true if an equivalent index exists.
 *
 * @throws CommandError 85, 86 if the name or the key is taken
 */
export function isThere(indexes: readonly Index[], { name, spec }: Index): boolean {
  return indexes.some((index) => {
    const same = (...options: string[]): boolean =>
      options.every((option) => equal(index.spec.get(option), spec.get(option)));
    const isAlike = same('key', 'unique', 'sparse', 'partialFilterExpression');
    const isFree = index.name !== name || isAlike;
    check(isFree, 86, `An existing index has the same name: ${name}`);
    const isSame = !isAlike || index.name === '_id_' || same('name', 'expireAfterSeconds');
    check(isSame, 85, `Index already exists with another name or option: ${index.name}`);
    return isAlike;
  });
}

/** Returns the duplicate key error for a key made from `values`. */
export function duplicate(
  namespace: string,
  { name, pattern, spec }: Index,
  values: readonly KeyValue[],
): CommandError {
  const plain = values.map((value) => (value === emptyArray ? null : (value ?? null)));
  const keyValue = encode(new Map(pattern.names.map((path, i) => [path, plain[i]!])));
  const extra = { keyPattern: encode(spec.get('key') as Doc), keyValue };
  const where = `collection: ${namespace} index: ${name}`;
  return new CommandError(11000, `E11000 duplicate key error ${where}`, extra);
}
