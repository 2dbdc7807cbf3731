/**
 * The keys that a document has for a pattern such as `{a: 1, 'b.c': -1}`: for an index its entries,
 * for a sort the values that it is sorted by.
 *
 * A path that meets an array gives one key per element. Only one path of a pattern may meet an array,
 * else the keys would be every pair of elements (171). A missing field is null, an empty array stands
 * below null.
 */
import { type Doc, isDoc, toNumber, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';
import { isPosition } from './filter.js';
import { compoundKey, emptyArray, type KeyValue } from './keys.js';

export interface Pattern {
  readonly names: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly directions: readonly number[];
}

/** Keys, the values that each was made of, and bit i set where path i met an array. */
export interface Extracted {
  readonly keys: Buffer[];
  readonly values: KeyValue[][];
  readonly multikey: number;
}

/** @throws CommandError with `code` where the pattern does not map paths to 1 and -1 */
export function parsePattern(pattern: Doc, code: number): Pattern {
  const directions = [...pattern].map(([path, direction]) => {
    const sign = Math.sign(toNumber(direction));
    const isPath = path.split('.').every((part) => part !== '' && !part.startsWith('$'));
    check(isPath && Math.abs(sign) === 1, code, `'${path}' is not a path with 1 or -1`);
    return sign;
  });
  const names = [...pattern.keys()];
  return { names, paths: names.map((path) => path.split('.')), directions };
}

/**
 * @param sparse leave out the keys in which every field is missing
 * @throws CommandError with `code` where two paths meet two arrays, 238 where they meet one
 */
export function extractKeys(doc: Doc, pattern: Pattern, sparse: boolean, code = 171): Extracted {
  const found = { keys: [] as Buffer[], values: [] as KeyValue[][], multikey: 0 };
  const ends = pattern.paths.map((path) => endsOf(doc, path));
  const [met, other] = ends.filter(({ array }) => array);
  if (met && met.array === other?.array) throw notImplemented('keys of two paths into one array');
  check(other === undefined, code, `parallel arrays at ${pattern.names.join(' and ')}`);
  if (met) found.multikey = 1 << ends.indexOf(met);
  for (const element of met?.values ?? [undefined]) {
    const values = ends.map((end) => (end === met ? element : end.values[0]));
    if (sparse && values.every((value) => value === undefined)) continue;
    const key = compoundKey(values, pattern.directions);
    if (found.keys.some((known) => known.equals(key))) continue;
    found.keys.push(key);
    found.values.push(values);
  }
  return found;
}

/** The values that a path ends in: one, or one for each element of the array that it meets. */
interface Ends {
  readonly values: readonly KeyValue[];
  readonly array?: Value[];
}

/** An array within an array is taken as it stands. */
function endsOf(doc: Doc, path: readonly string[]): Ends {
  let value: Value | undefined = doc;
  for (const [i, part] of path.entries()) {
    if (isDoc(value)) value = value.get(part);
    else if (!Array.isArray(value)) return { values: [undefined] };
    else if (isPosition(part) && Number(part) < value.length) value = value[Number(part)];
    else {
      const rest = path.slice(i);
      const each = (item: Value): readonly KeyValue[] =>
        isDoc(item) ? endsOf(item, rest).values : [undefined];
      return { values: value.length > 0 ? value.flatMap(each) : [undefined], array: value };
    }
  }
  if (!Array.isArray(value)) return { values: [value] };
  return { values: value.length > 0 ? value : [emptyArray], array: value };
}
