/** Projections: which fields of a document are given. */
import {
  type Doc,
  decode,
  depthMax,
  encode,
  isDoc,
  isNumber,
  isTrue,
  keepFields,
  type Value,
} from './bson.js';
import { check, notImplemented } from './errors.js';
import { changeAt, valueAt } from './paths.js';

/** From an encoded document to what of it is given, encoded. */
export type Projection = (bytes: Buffer) => Buffer;

/**
 * @returns null when everything is given as it is
 * @throws CommandError 31253, 31254 for a mixture, 31249, 31250 for paths that collide, 238 for expressions
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
  const isOfFields = [...named.values()].every((below) => below === true);
  if (isOfFields) return (bytes) => keepFields(bytes, (field) => named.has(field) === keeping);
  return (bytes) => encode(applied(decode(bytes), named, keeping) as Doc);
}

/** Put `true` at a path of the tree of what is named. */
function name(named: Doc, path: string): void {
  const parts = path.split('.');
  check(!parts.includes('') && parts.length <= depthMax, 40352, `'${path}' is not a path`);
  const isWithin = parts.some((_, i) => valueAt(named, parts.slice(0, i)) === true);
  check(!isWithin, 31249, `Path collision at ${path}`);
  check(valueAt(named, parts) === undefined, 31250, `Path collision at ${path}`);
  changeAt(named, parts, () => true);
}

function applied(value: Value, named: Doc, keeping: boolean): Value | undefined {
  if (Array.isArray(value)) {
    return value.map((item) => applied(item, named, keeping)).filter((item) => item !== undefined);
  }
  if (!isDoc(value)) return keeping ? undefined : value;
  const result: Doc = new Map();
  for (const [field, item] of value) {
    const below = named.get(field);
    const whole = (below === true) === keeping ? item : undefined;
    const kept = isDoc(below) ? applied(item, below, keeping) : whole;
    if (kept !== undefined) result.set(field, kept);
  }
  return result;
}
