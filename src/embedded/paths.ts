/**
 * Paths such as `a.b.0`, and how they meet arrays: the subtle thing, for MongoDB has four ways.
 *
 * - A condition asks candidates. Where its path passes through an array, every document in the array is
 *   followed (and, where the name is a number, that position too); a document that lacks the field gives
 *   a candidate that is missing, a scalar in the array gives none. What stands at a position that ends
 *   the path is asked as it is: an array there is not looked into.
 * - An index or a sort takes keys. A name that is a position of the array follows this alone; any other
 *   gives one key per element, missing where the element is no document. An array at the end gives its
 *   elements, an empty one a key of its own.
 * - An expression takes the array of what is found in the array's documents.
 * - An update enters arrays by position only.
 *
 * None of them follows an array that is itself an element of an array, except by its position.
 */
import { type Doc, depthMax, isDoc, type Value } from './bson.js';
import { check } from './errors.js';
import { emptyArray, type KeyValue } from './keys.js';

const paddingMax = 1_500_000;

export type Path = readonly string[];
/** From what stands at a path to what takes its place; undefined: nothing. */
export type Change = (current: Value | undefined) => Value | undefined;
export type Test = (value: Value | undefined) => boolean;

/** Whether a path's part names a place in an array. */
export function isPosition(part: string | undefined): boolean {
  return part !== undefined && /^(0|[1-9][0-9]*)$/.test(part);
}

/** What stands at one step of a path: a field, or an element by its position. */
function child(value: Value | undefined, part: string): Value | undefined {
  if (isDoc(value)) return value.get(part);
  return Array.isArray(value) && isPosition(part) ? value[Number(part)] : undefined;
}

/** What a condition asks of its candidates. */
export interface Question {
  /** Of a candidate as it stands. */
  readonly test: Test;
  /** Of a candidate or, where it is an array, also of its elements. */
  readonly ask: Test;
}

/** Whether the answer is yes for any candidate of a condition's path from its part `at` on. */
export function anyAt(value: Value | undefined, path: Path, at: number, of: Question): boolean {
  if (at === path.length || value === undefined) return of.ask(value);
  const next = child(value, path[at]!);
  if (!Array.isArray(value)) return anyAt(next, path, at + 1, of);
  const isLast = at + 1 === path.length;
  const isBelow = isDoc(next) || Array.isArray(next);
  const holds = isLast
    ? next !== undefined && of.test(next)
    : isBelow && anyAt(next, path, at + 1, of);
  return holds || value.some((item) => isDoc(item) && anyAt(item, path, at, of));
}

interface Keys {
  readonly values: readonly KeyValue[];
  readonly array?: Value[];
}

/** What a path gives an index or a sort, and the array that it has met. */
export function keysAt(value: Value | undefined, path: Path, at = 0): Keys {
  if (at === path.length || value === undefined) {
    if (!Array.isArray(value)) return { values: [value] };
    return { values: value.length > 0 ? value : [emptyArray], array: value };
  }
  const next = child(value, path[at]!);
  if (next !== undefined || !Array.isArray(value)) return keysAt(next, path, at + 1);
  const each = (item: Value): readonly KeyValue[] =>
    isDoc(item) ? keysAt(item, path, at).values : [undefined];
  return { values: value.length > 0 ? value.flatMap(each) : [undefined], array: value };
}

/** What a path stands for in an expression. */
export function expressionAt(value: Value | undefined, path: Path, at = 0): Value | undefined {
  if (at === path.length || value === undefined) return value;
  if (!Array.isArray(value)) return expressionAt(child(value, path[at]!), path, at + 1);
  const found = value.map((item) => (isDoc(item) ? expressionAt(item, path, at) : undefined));
  return found.filter((item) => item !== undefined);
}

/** What an update finds at a path. */
export function valueAt(doc: Doc, path: Path): Value | undefined {
  return path.reduce<Value | undefined>(child, doc);
}

/**
 * Put what `change` makes of the value at a path in its place. Documents that lack on the way are made where
 * there is something to put, arrays are padded with null; an element that is taken away becomes null.
 *
 * @returns what now stands where `at` stood
 * @throws CommandError 28 where a scalar stands in the way, 2 for a far position in an array, 15 for a path
 *   that is too deep
 */
export function changeAt(at: Value | undefined, path: Path, change: Change): Value | undefined {
  check(path.length <= depthMax, 15, `a path is deeper than ${depthMax}`);
  const [part, ...rest] = path;
  if (part === undefined) return change(at);
  const known = child(at, part);
  const next = changeAt(known, rest, change);
  if (at === undefined) return next === undefined ? undefined : new Map([[part, next]]);
  check(isDoc(at) || (Array.isArray(at) && isPosition(part)), 28, `no '${part}' can be made there`);
  if (next === known) return at;
  if (isDoc(at) && next === undefined) {
    at.delete(part);
  } else if (isDoc(at)) {
    at.set(part, next!);
  } else {
    check(Number(part) - at.length <= paddingMax, 2, 'the position is too far away');
    while (at.length < Number(part)) at.push(null);
    at[Number(part)] = next ?? null;
  }
  return at;
}
