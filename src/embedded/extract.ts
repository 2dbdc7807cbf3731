/**
 * The keys of a document for a pattern such as `{a: 1, 'b.c': -1}`: index entries or sort keys. Also the sort itself.
 *
 * A path that meets an array yields one key per element. Only one path of a pattern can meet an array, because
 * otherwise the keys would be every pair of elements (171). A missing field is null; an empty array sorts before null.
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
 * @param isOfIndex allows directions other than 1 and -1, except 0
 * @throws CommandError with `code` unless the pattern maps paths to valid directions
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
 * Returns the keys, the values that each key was made from, and a bit mask in which bit i is set if path i met an
 * array.
 *
 * @param sparse omits the keys in which every field is missing
 * @throws CommandError with `code` if two paths meet different arrays, 238 if they meet the same array
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

/** Number of items sorted in one step. */
const runLength = 1024;

interface Keyed<T> {
  readonly item: T;
  readonly key: Buffer;
}

/**
 * Yields the items in the order of the pattern; equal items keep their order. If an array gives a document several
 * keys, the smallest counts, which is the largest value for a descending path. Short runs are sorted and then merged in
 * pairs, with pauses between the steps.
 *
 * @throws CommandError 2 if two paths of the pattern meet different arrays
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
