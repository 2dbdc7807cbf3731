/** Projections: which fields of a document are returned. */
import { type Doc, depthMax, isDoc, isNumber, isTrue, keepParts, type Part } from './bson.js';
import { check, notImplemented } from './errors.js';
import { changeAt, valueAt } from './paths.js';

/** Maps an encoded document to its projection, also encoded. */
export type Projection = (bytes: Buffer) => Buffer;

/**
 * @returns null if the whole document is returned
 * @throws CommandError 31253, 31254 for mixed inclusion and exclusion, 31249, 31250 for colliding paths, 238 for
 *   expressions
 */
export function parseProjection(spec: Doc): Projection | null {
  if (spec.size === 0) return null;
  const withId = isTrue(spec.get('_id') ?? true);
  const named: Doc = new Map();
  let including: boolean | null = null;
  for (const [path, value] of spec) {
    const isPlain = (isNumber(value) || typeof value === 'boolean') && !path.includes('$');
    if (!isPlain) throw notImplemented(`the projection of ${path} by more than 1 or 0`);
    if (path === '_id') continue;
    including ??= isTrue(value);
    check(isTrue(value) === including, including ? 31254 : 31253, `${path} breaks the mode`);
    name(named, path);
  }
  const keeping = including ?? withId;
  if (withId === keeping && !named.has('_id')) named.set('_id', true);
  const partOf = partsOf(named, keeping);
  return (bytes) => keepParts(bytes, partOf);
}

/** Sets a path to `true` in the tree of named paths. */
function name(named: Doc, path: string): void {
  const parts = path.split('.');
  check(!parts.includes('') && parts.length <= depthMax, 40352, `'${path}' is not a path`);
  const isWithin = parts.some((_, i) => valueAt(named, parts.slice(0, i)) === true);
  check(!isWithin, 31249, `Path collision at ${path}`);
  check(valueAt(named, parts) === undefined, 31250, `Path collision at ${path}`);
  changeAt(named, parts, () => true);
}

/** Returns which part of each field is returned. */
function partsOf(named: Doc, keeping: boolean): (field: string) => Part {
  const parts = new Map<string, Part>();
  for (const [field, below] of named) {
    parts.set(field, isDoc(below) ? within(partsOf(below, keeping), keeping) : keeping);
  }
  return (field) => parts.get(field) ?? !keeping;
}

/** Returns the part of a value of which only some fields are returned; for an array, it applies to each item. */
function within(partOf: (field: string) => Part, keeping: boolean): Part {
  const part = (type: number, value: Buffer): Buffer | null => {
    if (type === 3) return keepParts(value, partOf);
    if (type === 4) return keepParts(value, () => part, true);
    return keeping ? null : value;
  };
  return part;
}
