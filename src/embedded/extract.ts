/**
 * The keys that a document has for a pattern such as `{a: 1, 'b.c': -1}`: for an index its entries,
 * for a sort the values that it is sorted by.
 *
 * A path that meets an array gives one key per element; all paths of a pattern must meet the same
 * array, else the keys would be every pair of elements (171). A missing field is null, an empty
 * array stands below null.
 */
import { type Doc, isDoc, isNumber, toNumber, type Value } from './bson.js';
import { CommandError } from './errors.js';
import { isPosition } from './filter.js';
import { compoundKey, emptyArray, type KeyValue } from './keys.js';

export interface Pattern {
  readonly paths: readonly (readonly string[])[];
  readonly directions: readonly number[];
}

export interface ExtractedKeys {
  readonly keys: Buffer[];
  /** The values that each key was made of. */
  readonly values: KeyValue[][];
  /** Bit i is set when path i met an array. */
  readonly multikey: number;
}

interface Slot {
  readonly value: Value | undefined | typeof emptyArray;
  readonly path: readonly string[];
  readonly at: number;
  /** Nothing more to follow: what `value` holds is what is indexed. */
  readonly done: boolean;
}

/** @throws CommandError 2 or 67 where the pattern is not one of 1 and -1 */
export function parsePattern(pattern: Doc, code = 2): Pattern {
  const directions = [...pattern].map(([path, direction]) => {
    const value = isNumber(direction) ? Math.sign(toNumber(direction)) : 0;
    if (
      !value ||
      path === '' ||
      path.split('.').some((part) => part === '' || part.startsWith('$'))
    ) {
      throw new CommandError(code, `the pattern must map paths to 1 or -1: '${path}'`);
    }
    return value;
  });
  return { paths: [...pattern.keys()].map((path) => path.split('.')), directions };
}

/**
 * @param sparse leave out the keys in which every field is missing
 * @throws CommandError 171 where two paths meet different arrays
 */
export function extractKeys(doc: Doc, pattern: Pattern, sparse: boolean): ExtractedKeys {
  const found: ExtractedKeys & { multikey: number } = { keys: [], values: [], multikey: 0 };
  const slots = pattern.paths.map((path) => ({ value: doc as Value, path, at: 0, done: false }));
  expand(
    slots,
    (values) => {
      if (sparse && values.every((value) => value === undefined)) return;
      const key = compoundKey(values, pattern.directions);
      if (found.multikey !== 0 && found.keys.some((other) => other.equals(key))) return;
      found.keys.push(key);
      found.values.push(values);
    },
    found,
  );
  return found;
}

function expand(
  slots: readonly Slot[],
  emit: (values: KeyValue[]) => void,
  found: { multikey: number },
): void {
  let array: Value[] | null = null;
  const settled = slots.map((slot, i) => {
    const next = slot.done ? slot : follow(slot);
    if (!next.done && Array.isArray(next.value)) {
      if (array && array !== next.value) {
        throw new CommandError(171, `cannot index parallel arrays [${slot.path.join('.')}]`);
      }
      array = next.value;
      found.multikey |= 1 << i;
    }
    return next;
  });
  const met = array as Value[] | null;
  if (!met) {
    emit(settled.map(({ value }) => value));
  } else if (met.length === 0) {
    emit(
      settled.map(({ value, done, path, at }) =>
        done ? value : at === path.length ? emptyArray : undefined,
      ),
    );
  } else {
    for (const item of met)
      expand(
        settled.map((slot) => (slot.done ? slot : enter(slot, item))),
        emit,
        found,
      );
  }
}

/** Go along the path until its end or an array. */
function follow(slot: Slot): Slot {
  let { value, at } = slot;
  const { path } = slot;
  while (at < path.length) {
    const part = path[at]!;
    if (isDoc(value)) value = value.get(part);
    else if (Array.isArray(value) && isPosition(part) && Number(part) < value.length)
      value = value[Number(part)];
    else if (Array.isArray(value)) break;
    else return { value: undefined, path, at, done: true };
    at += 1;
  }
  return { value, path, at, done: !Array.isArray(value) };
}

/** One element in the place of its array; an array within the array is taken as it stands. */
function enter(slot: Slot, item: Value): Slot {
  if (slot.at === slot.path.length) return { ...slot, value: item, done: true };
  return isDoc(item) ? { ...slot, value: item } : { ...slot, value: undefined, done: true };
}
