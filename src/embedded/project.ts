/** Projections: which fields of a document are given. */
import { type Doc, isDoc, isNumber, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { isOperators, matches, parseFilter } from './filter.js';
import { has, isRefused, projectionOperators } from './supported.js';

/** What becomes of a field: named as it is, looked into, or cut by an operator. */
type Shape = true | Tree | ((value: Value) => Value | undefined);
type Tree = Map<string, Shape>;

export type Projection = (doc: Doc) => Doc;

/**
 * @returns null when everything is given as it is
 * @throws CommandError 31253, 31254 for a mixture, 31249 for paths that collide, 238 for expressions
 */
export function parseProjection(spec: Value | undefined): Projection | null {
  if (spec === undefined || spec === null || (isDoc(spec) && spec.size === 0)) return null;
  if (!isDoc(spec)) throw new CommandError(14, 'the projection must be a document');
  const tree: Tree = new Map();
  let including: boolean | null = null;
  let withId: boolean | null = null;
  for (const [path, value] of flattened(spec, '')) {
    let include: boolean | null = true;
    if (isOperators(value)) {
      const [operator, operand] = [...value][0]!;
      if (!has(projectionOperators, operator) || value.size !== 1) {
        throw isRefused(operator)
          ? notImplemented(`${operator} in a projection`)
          : new CommandError(31325, `Unknown projection operator ${operator}`);
      }
      if (operator === '$slice') include = null;
      plant(tree, path, operator === '$slice' ? slicer(operand) : firstMatch(operand));
    } else if (!isNumber(value) && typeof value !== 'boolean') {
      throw notImplemented(`expressions in a projection (${path})`);
    } else if (path === '_id') {
      withId = isTrue(value);
      continue;
    } else {
      if (path.includes('$')) throw notImplemented(`the positional projection ${path}`);
      include = isTrue(value);
      plant(tree, path, true);
    }
    if (including !== null && include !== null && including !== include) {
      const [kind, other] = include ? ['inclusion', 'exclusion'] : ['exclusion', 'inclusion'];
      throw new CommandError(
        include ? 31253 : 31254,
        `Cannot do ${kind} on field ${path} in ${other} projection`,
      );
    }
    including ??= include;
  }
  const keeping = including ?? (tree.size === 0 && withId === true);
  if (keeping ? withId !== false : withId === false) tree.set('_id', true);
  return (doc) => applied(doc, tree, keeping) as Doc;
}

function flattened(spec: Doc, prefix: string): [string, Value][] {
  return [...spec].flatMap(([name, value]): [string, Value][] => {
    const path = prefix + name;
    if (path.split('.').includes(''))
      throw new CommandError(40352, `FieldPath '${path}' is not valid`);
    if (isOperators(value) || !isDoc(value)) return [[path, value]];
    if ((value as Doc).size === 0)
      throw new CommandError(51270, 'An empty sub-projection is not a valid value.');
    return flattened(value, `${path}.`);
  });
}

function plant(tree: Tree, path: string, shape: Shape): void {
  const parts = path.split('.');
  const last = parts.pop()!;
  let at = tree;
  for (const part of parts) {
    const next = at.get(part) ?? new Map<string, Shape>();
    if (!(next instanceof Map)) throw new CommandError(31249, `Path collision at ${path}`);
    at.set(part, next);
    at = next;
  }
  if (at.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
  at.set(last, shape);
}

function applied(value: Value, tree: Tree, keeping: boolean): Value | undefined {
  if (Array.isArray(value))
    return value.map((item) => applied(item, tree, keeping)).filter((item) => item !== undefined);
  if (!isDoc(value)) return keeping ? undefined : value;
  const result: Doc = new Map();
  for (const [name, field] of value) {
    const shape = tree.get(name);
    let next: Value | undefined = keeping ? undefined : field;
    if (shape === true) next = keeping ? field : undefined;
    else if (shape) next = shape instanceof Map ? applied(field, shape, keeping) : shape(field);
    if (next !== undefined) result.set(name, next);
  }
  return result;
}

function firstMatch(operand: Value): Shape {
  const condition = parseFilter(new Map([['a', new Map([['$elemMatch', operand]])]]));
  return (value) => {
    const found = Array.isArray(value)
      ? value.filter((item) => matches(condition, new Map([['a', [item]]])))
      : [];
    return found.length > 0 ? found.slice(0, 1) : undefined;
  };
}

function slicer(operand: Value): Shape {
  const [first, limit] = (Array.isArray(operand) ? operand : [operand]).map((item) =>
    Math.trunc(toNumber(item)),
  );
  if (first === undefined || Number.isNaN(first) || Number.isNaN(limit))
    throw new CommandError(28667, '$slice takes a number or [skip, limit]');
  if (limit !== undefined && limit <= 0)
    throw new CommandError(28724, '$slice limit must be positive');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (limit === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(0, value.length + first) : first;
    return value.slice(start, start + limit);
  };
}
