/** Reading and writing at dotted paths of one document, where every part names one place. */
import { type Doc, isDoc, typeName, type Value } from './bson.js';
import { CommandError } from './errors.js';
import { isPosition } from './filter.js';

const paddingMax = 1_500_000;

/** The value at a path whose parts name places; arrays are entered by position only. */
export function valueAt(root: Value | undefined, parts: readonly string[]): Value | undefined {
  let value = root;
  for (const part of parts) {
    if (isDoc(value)) value = value.get(part);
    else if (Array.isArray(value)) value = isPosition(part) ? value[Number(part)] : undefined;
    else return undefined;
  }
  return value;
}

/**
 * Put a value at a path; what lacks on the way is made.
 *
 * @throws CommandError 28 where a scalar stands in the way, 2 for a far position in an array
 */
export function setAt(doc: Doc, parts: readonly string[], value: Value): void {
  let at: Value = doc;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]!;
    const last = i === parts.length - 1;
    if (isDoc(at)) {
      const next: Value = last ? value : (at.get(part) ?? missing(at, part));
      at.set(part, next);
      at = next;
    } else if (Array.isArray(at) && isPosition(part)) {
      at = setInArray(at, Number(part), last ? value : undefined);
    } else {
      throw notViable(part, parts[i - 1]!, at);
    }
  }
}

/** What stands in for a value that is not there: null is there. */
function missing(parent: Doc, part: string): Value {
  return parent.has(part) ? null : new Map();
}

function setInArray(array: Value[], index: number, value: Value | undefined): Value {
  if (index - array.length > paddingMax) {
    throw new CommandError(2, `can't backfill more than ${paddingMax} elements`);
  }
  while (array.length < index) array.push(null);
  const next = value ?? (value === null ? null : (array[index] ?? new Map()));
  array[index] = next;
  return next;
}

function notViable(part: string, parent: string, at: Value): CommandError {
  return new CommandError(
    28,
    `Cannot create field '${part}' in element {${parent}: ${typeName(at)}}`,
  );
}

/**
 * That a path could be written, without writing.
 *
 * @throws CommandError 28 where a scalar stands in the way
 */
export function checkViable(doc: Doc, parts: readonly string[]): void {
  for (let i = 1; i < parts.length; i += 1) {
    const at = valueAt(doc, parts.slice(0, i));
    if (at === undefined) return;
    if (!isDoc(at) && !(Array.isArray(at) && isPosition(parts[i]!))) {
      throw notViable(parts[i]!, parts[i - 1]!, at);
    }
  }
}

/** Take a field away; an element of an array becomes null. Nothing there: nothing happens. */
export function unsetAt(doc: Doc, parts: readonly string[]): void {
  const parent = valueAt(doc, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (isDoc(parent)) parent.delete(last);
  else if (Array.isArray(parent) && isPosition(last) && Number(last) < parent.length) {
    parent[Number(last)] = null;
  }
}

/** By parts, numbers by their size: the order in which MongoDB applies the fields of an update. */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    if (isPosition(x) && isPosition(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
