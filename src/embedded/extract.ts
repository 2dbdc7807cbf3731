/**
 * The keys that a document has for a pattern such as `{a: 1, 'b.c': -1}`: for an index its entries,
 * for a sort the values that it is sorted by.
 *
 * A path that meets an array gives one key per element; all paths of a pattern must meet the same
 * array, else the keys would be every pair of elements (171). A missing field is null, an empty
 * array stands below null.
 */
import { type Doc, isDoc, toNumber, type Value } from './bson.js';
import { CommandError } from './errors.js';
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
  multikey: number;
}

interface Slot {
  readonly value: KeyValue;
  readonly path: readonly string[];
  readonly at: number;
  /** Nothing more to follow: what `value` holds is what is indexed. */
  readonly done: boolean;
}

/** @throws CommandError with `code` where the pattern does not map paths to 1 and -1 */
export function parsePattern(pattern: Doc, code: number): Pattern {
  const directions = [...pattern].map(([path, direction]) => {
    const sign = Math.sign(toNumber(direction));
    if (sign && path.split('.').every((part) => part !== '' && !part.startsWith('$'))) return sign;
    throw new CommandError(code, `the pattern must map paths to 1 or -1: '${path}'`);
  });
  const names = [...pattern.keys()];
  return { names, paths: names.map((path) => path.split('.')), directions };
}

/**
 * @param sparse leave out the keys in which every field is missing
 * @throws CommandError 171 where two paths meet different arrays
 */
export function extractKeys(doc: Doc, pattern: Pattern, sparse: boolean): Extracted {
  const found: Extracted = { keys: [], values: [], multikey: 0 };
  const add = (values: KeyValue[]): void => {
    if (sparse && values.every((value) => value === undefined)) return;
    const key = compoundKey(values, pattern.directions);
    if (found.multikey !== 0 && found.keys.some((other) => other.equals(key))) return;
    found.keys.push(key);
    found.values.push(values);
  };
  expand(
    pattern.paths.map((path) => ({ value: doc, path, at: 0, done: false })),
    add,
    found,
  );
  return found;
}

function expand(slots: readonly Slot[], add: (values: KeyValue[]) => void, found: Extracted): void {
  const settled = slots.map((slot) => (slot.done ? slot : follow(slot)));
  const array = settled.find(({ done }) => !done)?.value as Value[] | undefined;
  for (const [i, { done, value, path }] of settled.entries()) {
    if (done) continue;
    if (value !== array)
      throw new CommandError(171, `cannot index parallel arrays [${path.join('.')}]`);
    found.multikey |= 1 << i;
  }
  if (!array) add(settled.map(({ value }) => value));
  else if (array.length > 0)
    for (const item of array)
      expand(
        settled.map((slot) => enter(slot, item)),
        add,
        found,
      );
  else
    add(
      settled.map(({ value, done, path, at }) =>
        done ? value : at === path.length ? emptyArray : undefined,
      ),
    );
}

/** Go along the path until its end or an array. */
function follow({ value: start, path, at: from }: Slot): Slot {
  let value = start;
  let at = from;
  for (; at < path.length; at += 1) {
    const part = path[at]!;
    if (isDoc(value)) value = value.get(part);
    else if (!Array.isArray(value)) return { value: undefined, path, at, done: true };
    else if (isPosition(part) && Number(part) < value.length) value = value[Number(part)];
    else break;
  }
  return { value, path, at, done: !Array.isArray(value) };
}

/** One element in the place of its array; an array within the array is taken as it stands. */
function enter(slot: Slot, item: Value): Slot {
  if (slot.done) return slot;
  if (slot.at === slot.path.length) return { ...slot, value: item, done: true };
  return isDoc(item) ? { ...slot, value: item } : { ...slot, value: undefined, done: true };
}
