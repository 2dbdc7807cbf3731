/** Projections of `find` and `findAndModify`, and the including and excluding ones of `$project`. */
import { type Doc, isDoc, isNumber, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Filter, matchedPosition, matches, parseFilter } from './filter.js';
import { valueAt } from './paths.js';
import { has, isRefused, projectionOperators } from './supported.js';

/** What becomes of a field: kept, left out, looked into, or cut by an operator. */
type Shape = true | ShapeTree | ((value: Value) => Value | undefined);
type ShapeTree = Map<string, Shape>;

export type Projection = (doc: Doc, filter: Filter) => Doc;

/**
 * @returns null when everything is given as it is
 * @throws CommandError 31253, 31254 for a mixture, 31249 for paths that collide, 238 for expressions
 */
export function parseProjection(spec: Value | undefined): Projection | null {
  if (spec === undefined || spec === null) return null;
  if (!isDoc(spec)) throw new CommandError(14, 'the projection must be a document');
  if (spec.size === 0) return null;
  const tree: ShapeTree = new Map();
  let including: boolean | null = null;
  let [idIncluded, positional] = [null as boolean | null, null as string | null];
  const decide = (path: string, include: boolean): void => {
    if (including === null) including = include;
    else if (including !== include) {
      throw new CommandError(
        include ? 31253 : 31254,
        `Cannot do ${include ? 'inclusion' : 'exclusion'} on field ${path} in ${include ? 'exclusion' : 'inclusion'} projection`,
      );
    }
  };
  for (const [path, value] of flattened(spec, '')) {
    if (path === '_id' && !isDoc(value)) {
      idIncluded = isTrue(value);
    } else if (isDoc(value)) {
      const [operator, operand] = [...value][0]!;
      if (value.size !== 1 || !has(projectionOperators, operator)) {
        throw isRefused(operator)
          ? notImplemented(`${operator} in a projection`)
          : new CommandError(31325, `Unknown projection operator: ${operator}`);
      }
      if (operator === '$elemMatch') decide(path, true);
      plant(tree, path, operator === '$elemMatch' ? firstMatch(operand) : slicer(operand));
    } else if (path.endsWith('.$')) {
      if (positional)
        throw new CommandError(
          31276,
          'Cannot specify more than one positional projection per query.',
        );
      positional = path.slice(0, -2);
      decide(path, true);
      plant(tree, positional, true);
    } else if (isNumber(value) || typeof value === 'boolean') {
      decide(path, isTrue(value));
      plant(tree, path, true);
    } else {
      throw notImplemented(`expressions in a projection (${path})`);
    }
  }
  const onlyId = tree.size === 0;
  const include = including ?? (onlyId ? idIncluded === true : false);
  if (include ? idIncluded !== false : idIncluded === false) plant(tree, '_id', true);
  return (doc, filter) => {
    const result = include ? kept(doc, tree) : without(doc, tree);
    return positional ? onlyMatched(result, doc, filter, positional) : result;
  };
}

function flattened(spec: Doc, prefix: string): [string, Value][] {
  return [...spec].flatMap(([name, value]): [string, Value][] => {
    const path = prefix + name;
    if (path === '' || path.split('.').includes(''))
      throw new CommandError(40352, `FieldPath '${path}' is not valid`);
    if (!isDoc(value) || [...value.keys()][0]?.startsWith('$')) return [[path, value]];
    if (value.size === 0)
      throw new CommandError(51270, 'An empty sub-projection is not a valid value.');
    return flattened(value, `${path}.`);
  });
}

function plant(tree: ShapeTree, path: string, shape: Shape): void {
  const parts = path.split('.');
  let at = tree;
  for (const part of parts.slice(0, -1)) {
    const next = at.get(part) ?? new Map<string, Shape>();
    if (!isDoc(next)) throw new CommandError(31249, `Path collision at ${path}`);
    at.set(part, next);
    at = next as ShapeTree;
  }
  if (at.has(parts.at(-1)!)) throw new CommandError(31250, `Path collision at ${path}`);
  at.set(parts.at(-1)!, shape);
}

function kept(doc: Doc, tree: ShapeTree): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const shape = tree.get(name);
    if (shape === undefined) continue;
    const next =
      shape === true ? value : typeof shape === 'function' ? shape(value) : keptValue(value, shape);
    if (next !== undefined) result.set(name, next);
  }
  return result;
}

function keptValue(value: Value, tree: ShapeTree): Value | undefined {
  if (isDoc(value)) return kept(value, tree);
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => keptValue(item, tree)).filter((item) => item !== undefined);
}

function without(doc: Doc, tree: ShapeTree): Doc {
  const result: Doc = new Map();
  for (const [name, value] of doc) {
    const shape = tree.get(name);
    if (shape === true) continue;
    const next =
      shape === undefined
        ? value
        : typeof shape === 'function'
          ? shape(value)
          : withoutValue(value, shape);
    if (next !== undefined) result.set(name, next);
  }
  return result;
}

function withoutValue(value: Value, tree: ShapeTree): Value {
  if (isDoc(value)) return without(value, tree);
  return Array.isArray(value) ? value.map((item) => withoutValue(item, tree)) : value;
}

function firstMatch(operand: Value): Shape {
  const [condition] = [parseFilter(new Map([['a', new Map([['$elemMatch', operand]])]]))];
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const found = value.find((item) => matches(condition, new Map([['a', [item]]])));
    return found === undefined ? undefined : [found];
  };
}

function slicer(operand: Value): Shape {
  const numbers = (Array.isArray(operand) ? operand : [operand]).map((item) => {
    if (!isNumber(item))
      throw new CommandError(28667, '$slice only supports numbers and [skip, limit] arrays');
    return Math.trunc(toNumber(item));
  });
  const [first, limit] = numbers;
  if (first === undefined || numbers.length > 2)
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

/** `path.$`: of the array only the element by which the filter matched. */
function onlyMatched(result: Doc, doc: Doc, filter: Filter, path: string): Doc {
  const index = matchedPosition(filter, doc, path);
  const array = valueAt(doc, path.split('.'));
  if (index === null || !Array.isArray(array))
    throw new CommandError(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  return replacedAt(result, path.split('.'), [array[index]!]);
}

function replacedAt(doc: Doc, [part, ...rest]: string[], value: Value): Doc {
  const inner = doc.get(part!);
  return new Map(doc).set(part!, rest.length === 0 ? value : replacedAt(inner as Doc, rest, value));
}
