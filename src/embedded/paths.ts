/**
 * Paths such as `a.b.0`. MongoDB has four ways in which paths traverse arrays:
 *
 * - A condition tests candidates. If its path passes through an array, every document in the array is followed (and,
 *   if the name is a number, that position too). A document that lacks the field is a missing candidate; a scalar in
 *   the array is no candidate. A value at a position that ends the path is tested as a whole: if it is an array, its
 *   elements are not tested.
 * - An index or a sort takes keys. A name that is a position of the array follows only that position; any other name
 *   yields one key per element, which is missing if the element is not a document. An array at the end yields its
 *   elements; an empty array has its own key.
 * - An expression returns an array of the values found in the array's documents.
 * - An update enters arrays by position only.
 *
 * None of them follows an array nested directly in an array, except by position.
 */
import { type Doc, depthMax, isDoc, type Value } from './bson.js';
import { check } from './errors.js';
import { emptyArray, type KeyValue } from './keys.js';

const paddingMax = 1_500_000;

export type Path = readonly string[];
/** Maps the current value at a path to the new value; undefined means no value. */
export type Change = (current: Value | undefined) => Value | undefined;
export type Test = (value: Value | undefined) => boolean;

/** Returns true if a path's part is a position in an array. */
export function isPosition(part: string | undefined): boolean {
  return part !== undefined && /^(0|[1-9][0-9]*)$/.test(part);
}

/** Returns the value one step down a path: a field, or an element by its position. */
function child(value: Value | undefined, part: string): Value | undefined {
  if (isDoc(value)) return value.get(part);
  return Array.isArray(value) && isPosition(part) ? value[Number(part)] : undefined;
}

/** A condition's test of its candidates. */
export interface Question {
  /** Tests a candidate as a whole. */
  readonly test: Test;
  /** Tests a candidate and, if it is an array, also its elements. */
  readonly ask: Test;
}

/** Returns true if any candidate of a condition's path, from part `at` on, passes the test. */
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

/** Returns the values that a path yields for an index or a sort, and the array that it met. */
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

/** Evaluates a path in an expression. */
export function expressionAt(value: Value | undefined, path: Path, at = 0): Value | undefined {
  if (at === path.length || value === undefined) return value;
  if (!Array.isArray(value)) return expressionAt(child(value, path[at]!), path, at + 1);
  const found = value.map((item) => (isDoc(item) ? expressionAt(item, path, at) : undefined));
  return found.filter((item) => item !== undefined);
}

/** Returns the value at a path, as updates see it. */
export function valueAt(doc: Doc, path: Path): Value | undefined {
  return path.reduce<Value | undefined>(child, doc);
}

/**
 * Replaces the value at a path with the result of `change`. Missing documents along the path are created if there is a
 * value to store, and arrays are padded with null. A removed array element becomes null.
 *
 * @returns the new value of `at`
 * @throws CommandError 28 if a scalar blocks the path, 2 for a position too far beyond the end of an array, 15 for a
 *   path that is too deep
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
