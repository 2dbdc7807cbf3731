/** Projections: which fields of a document are given. */
import { type Doc, isDoc, isNumber, isTrue, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';

/** The fields that are named, and what is named within them. */
type Tree = Map<string, true | Tree>;

export type Projection = (doc: Doc) => Doc;

/**
 * @returns null when everything is given as it is
 * @throws CommandError 31253, 31254 for a mixture, 31249 for paths that collide, 238 for expressions
 */
export function parseProjection(spec: Value | undefined): Projection | null {
  if (spec === undefined || spec === null || (isDoc(spec) && spec.size === 0)) return null;
  check(isDoc(spec), 14, 'the projection must be a document');
  const withId = isTrue(spec.get('_id') ?? true);
  const tree: Tree = new Map();
  let including: boolean | null = null;
  for (const [path, value] of spec) {
    const isPlain = (isNumber(value) || typeof value === 'boolean') && !path.includes('$');
    if (!isPlain) throw notImplemented(`the projection of ${path} by more than 1 or 0`);
    if (path === '_id') continue;
    including ??= isTrue(value);
    check(isTrue(value) === including, including ? 31254 : 31253, `${path} breaks the mode`);
    plant(tree, path);
  }
  const keeping = including ?? withId;
  if (withId === keeping && !tree.has('_id')) tree.set('_id', true);
  return (doc) => applied(doc, tree, keeping) as Doc;
}

function plant(tree: Tree, path: string): void {
  const parts = path.split('.');
  check(!parts.includes(''), 40352, `'${path}' is not a path`);
  const last = parts.pop()!;
  let at = tree;
  for (const part of parts) {
    const next = at.get(part) ?? new Map();
    check(next !== true, 31249, `Path collision at ${path}`);
    at.set(part, next);
    at = next;
  }
  check(!at.has(last), 31250, `Path collision at ${path}`);
  at.set(last, true);
}

function applied(value: Value, tree: Tree, keeping: boolean): Value | undefined {
  if (Array.isArray(value))
    return value.map((item) => applied(item, tree, keeping)).filter((item) => item !== undefined);
  if (!isDoc(value)) return keeping ? undefined : value;
  const result: Doc = new Map();
  for (const [name, field] of value) {
    const below = tree.get(name);
    const whole = (below === true) === keeping ? field : undefined;
    const kept = below instanceof Map ? applied(field, below, keeping) : whole;
    if (kept !== undefined) result.set(name, kept);
  }
  return result;
}
