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
 * Put a value at a path; documents that lack on the way are made, arrays are padded with null.
 *
 * @throws CommandError 28 where a scalar stands in the way, 2 for a far position in an array
 */
export function setAt(doc: Doc, parts: readonly string[], value: Value): void {
  let at: Value = doc;
  for (const [i, part] of parts.entries()) {
    const known = valueAt(at, [part]);
    const next: Value = i === parts.length - 1 ? value : known === undefined ? new Map() : known;
    if (isDoc(at)) at.set(part, next);
    else if (Array.isArray(at) && isPosition(part)) {
      if (Number(part) - at.length > paddingMax)
        throw new CommandError(2, `can't backfill more than ${paddingMax} elements`);
      while (at.length < Number(part)) at.push(null);
      at[Number(part)] = next;
    } else {
      throw new CommandError(
        28,
        `Cannot create field '${part}' in element {${parts[i - 1]}: ${typeName(at)}}`,
      );
    }
    at = next;
  }
}

/** Take a field away; an element of an array becomes null. Nothing there: nothing happens. */
export function unsetAt(doc: Doc, parts: readonly string[]): void {
  const parent = valueAt(doc, parts.slice(0, -1));
  const last = parts.at(-1)!;
  if (isDoc(parent)) parent.delete(last);
  else if (Array.isArray(parent) && isPosition(last) && Number(last) < parent.length)
    parent[Number(last)] = null;
}

/** By parts, numbers by their size: the order in which MongoDB applies the fields of an update. */
export function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [x, y] = [a[at], b[at]];
  if (x === undefined || y === undefined) return a.length - b.length;
  if (isPosition(x) && isPosition(y)) return Number(x) - Number(y);
  return x < y ? -1 : 1;
}
