/** Indexes: what of MongoDB's kinds and options can be one, and the entries of a document in it. */
import { type Doc, docOf, encode, isDoc, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Extracted, extractKeys, type Pattern, parsePattern } from './extract.js';
import { type Condition, conjuncts, matches, parseFilter } from './filter.js';
import { emptyArray, equal, type KeyValue } from './keys.js';
import { has, indexOptions } from './supported.js';

export interface Index {
  readonly name: string;
  /** As `listIndexes` answers it. */
  readonly spec: Doc;
  readonly tree: number;
  readonly pattern: Pattern;
  readonly unique: boolean;
  readonly sparse: boolean;
  /** The paths that a document must have to be in the index, as conditions. */
  readonly partial: readonly Condition[];
  /** NaN: documents do not expire. */
  readonly expireAfterSeconds: number;
  /** Bit i is set when path i has met an array in any document, ever. */
  multikey: number;
}

const keyBytesMax = 1024;
export const noKeys: Extracted = { keys: [], values: [], multikey: 0 };

/** @throws CommandError 9, 67 for what cannot be an index, 238 for what is refused */
export function parseIndex(given: Doc, tree: number, multikey = 0): Index {
  const other = [...given.keys()].find((option) => !has(indexOptions, option));
  if (other !== undefined) throw notImplemented(`the index option ${other}`);
  const [key, name] = [given.get('key'), given.get('name')];
  const partial = given.get('partialFilterExpression') ?? new Map();
  if (!isDoc(key) || typeof name !== 'string' || !isDoc(partial))
    throw new CommandError(9, 'an index has a key and a name, and may have a partial filter');
  for (const [path, type] of key)
    if (typeof type === 'string' || /\$\*\*|(^|\.)\d+(\.|$)/.test(path))
      throw notImplemented(`an index of {${path}: ${String(type)}}`);
  const spec = docOf<Value>({ v: 2, key, name });
  for (const flag of ['unique', 'sparse']) if (isTrue(given.get(flag))) spec.set(flag, true);
  for (const option of ['partialFilterExpression', 'expireAfterSeconds'])
    if (given.has(option)) spec.set(option, given.get(option)!);
  const [unique, sparse] = [name === '_id_' || spec.has('unique'), spec.has('sparse')];
  const seconds = toNumber(spec.get('expireAfterSeconds'));
  const canExpire = seconds >= 0 && seconds < 2 ** 31 && key.size === 1;
  if (
    key.size === 0 ||
    key.size > 31 ||
    (sparse && partial.size > 0) ||
    (given.has('expireAfterSeconds') && !canExpire)
  )
    throw new CommandError(
      67,
      'no or too many paths, both sparse and partial, or wrong to expire by',
    );
  const pattern = parsePattern(key, 67);
  const conditions = conjuncts(parseFilter(partial)).map((item) => {
    if (item.kind === 'field' && item.operator === '$exists') return item;
    throw notImplemented('partial indexes other than by {path: {$exists: true}}');
  });
  return {
    name,
    spec,
    tree,
    pattern,
    unique,
    sparse,
    partial: conditions,
    expireAfterSeconds: seconds,
    multikey,
  };
}

/** Whether an index makes another superfluous. @throws CommandError 85, 86 where name or key are taken */
export function isThere(indexes: readonly Index[], { name, spec }: Index): boolean {
  return indexes.some((index) => {
    const same = (...options: string[]): boolean =>
      options.every((option) => equal(index.spec.get(option), spec.get(option)));
    const isAlike = same('key', 'unique', 'sparse', 'partialFilterExpression');
    if (index.name === name && !isAlike)
      throw new CommandError(86, `An existing index has the same name: ${name}`);
    if (isAlike && index.name !== '_id_' && !same('name', 'expireAfterSeconds'))
      throw new CommandError(85, `Index already exists with another name or option: ${index.name}`);
    return isAlike;
  });
}

/** The keys that a document has in an index. @throws CommandError 171, 238 for one that is too long */
export function keysIn(index: Index, doc: Doc): Extracted {
  if (!index.partial.every((condition) => matches(condition, doc))) return noKeys;
  const found = extractKeys(doc, index.pattern, index.sparse);
  if (found.keys.every((key) => key.length <= keyBytesMax)) return found;
  throw notImplemented(`index keys of more than ${keyBytesMax} bytes`);
}

/** The error of a key, made of `values`, that another document has. */
export function duplicate(
  namespace: string,
  index: Index,
  values: readonly KeyValue[],
): CommandError {
  const keyValue: Doc = new Map();
  for (const [i, path] of index.pattern.names.entries())
    keyValue.set(path, values[i] === emptyArray ? null : (values[i] ?? null));
  const where = `collection: ${namespace} index: ${index.name}`;
  const extra = new Map<string, unknown>([
    ['keyPattern', index.spec.get('key')],
    ['keyValue', encode(keyValue)],
  ]);
  return new CommandError(11000, `E11000 duplicate key error ${where}`, extra);
}
