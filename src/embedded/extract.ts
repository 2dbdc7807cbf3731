/**
 * The keys that a document has for a pattern such as `{a: 1, 'b.c': -1}`: for an index its entries, for a
 * sort what it is sorted by; and the sort itself.
 *
 * A path that meets an array gives one key per element. Only one path of a pattern may meet an array,
 * else the keys would be every pair of elements (171). A missing field is null, an empty array stands
 * below null.
 */
import { type Doc, toNumber } from './bson.js';
import { check, notImplemented } from './errors.js';
import { compoundKey, type KeyValue } from './keys.js';
import { collect, isSliceOver, mapPaced, type Paced, pause, type Steps } from './pace.js';
import { keysAt, type Path } from './paths.js';

export interface Pattern {
  readonly names: readonly string[];
  readonly paths: readonly Path[];
  readonly directions: readonly number[];
}

/**
 * @param isOfIndex directions may be any number above or below zero
 * @throws CommandError with `code` where the pattern does not map paths to 1 and -1
 */
export function parsePattern(pattern: Doc, code: number, isOfIndex = false): Pattern {
  const directions = [...pattern].map(([path, direction]) => {
    const number = toNumber(direction);
    const sign = isOfIndex ? Math.sign(number) : number;
    const isPath = path.split('.').every((part) => part !== '' && !part.startsWith('$'));
    check(isPath && Math.abs(sign) === 1, code, `'${path}' is not a path with 1 or -1`);
    return sign;
  });
  const names = [...pattern.keys()];
  return { names, paths: names.map((path) => path.split('.')), directions };
}

/**
 * Keys, the values that each was made of, and bit i set where path i met an array.
 *
 * @param sparse leave out the keys in which every field is missing
 * @throws CommandError with `code` where two paths meet two arrays, 238 where they meet one
 */
export function extractKeys(doc: Doc, pattern: Pattern, sparse: boolean, code = 171) {
  const ends = pattern.paths.map((path) => keysAt(doc, path));
  const [met, other] = ends.filter(({ array }) => array);
  if (met && met.array === other?.array) throw notImplemented('keys of two paths into one array');
  check(other === undefined, code, `parallel arrays at ${pattern.names.join(' and ')}`);
  const keys: Buffer[] = [];
  const parts: KeyValue[][] = [];
  const known = new Set<string>();
  for (const element of met?.values ?? [undefined]) {
    const values = ends.map((end) => (end === met ? element : end.values[0]));
    if (sparse && values.every((value) => value === undefined)) continue;
    const key = compoundKey(values, pattern.directions);
    if (met && known.size === known.add(key.toString('latin1')).size) continue;
    keys.push(key);
    parts.push(values);
  }
  return { keys, values: parts, multikey: met ? 1 << ends.indexOf(met) : 0 };
}

/** Runs of so many items are sorted at once. */
const runLength = 1024;

interface Keyed<T> {
  readonly item: T;
  readonly key: Buffer;
}

/**
 * The items in the order of the pattern; equal ones stay as they came. Where an array gives a document
 * several keys the smallest counts, which for a descending path is the largest value. Short runs are
 * sorted, then merged two by two, with pauses between.
 *
 * @throws CommandError 2 where two paths of the pattern meet different arrays
 */
export function* sortBy<T>(
  items: Paced<T>,
  pattern: Pattern,
  docOf: (item: T) => Doc,
): Generator<T | typeof pause, undefined> {
  const least = (item: T): Buffer =>
    extractKeys(docOf(item), pattern, false, 2).keys.reduce((a, b) => (a.compare(b) <= 0 ? a : b));
  const keyed = yield* collect(mapPaced(items, (item) => ({ item, key: least(item) })));
  let runs: Keyed<T>[][] = [];
  for (let at = 0; at < keyed.length; at += runLength) {
    runs.push(keyed.slice(at, at + runLength).sort((a, b) => a.key.compare(b.key)));
    if (isSliceOver()) yield pause;
  }
  while (runs.length > 1) {
    const merged: Keyed<T>[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merge(runs[i]!, runs[i + 1] ?? []));
    runs = merged;
  }
  for (const { item } of runs[0] ?? []) yield item;
}

function* merge<T>(a: readonly Keyed<T>[], b: readonly Keyed<T>[]): Steps<Keyed<T>[]> {
  const merged: Keyed<T>[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const x = a[i];
    const y = b[j];
    const isFirst = x !== undefined && (!y || x.key.compare(y.key) <= 0);
    merged.push(isFirst ? x : y!);
    if (isFirst) {
      i += 1;
    } else {
      j += 1;
    }
    if (merged.length % runLength === 0 && isSliceOver()) yield pause;
  }
  return merged;
}
