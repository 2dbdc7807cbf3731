/**
 * Filters: a document of conditions becomes a tree, which the matcher asks and the planner reads.
 *
 * How a path meets arrays is the subtle thing. A path names candidates: where it passes through an
 * array, every document in the array is followed (and, where the name is a number, that position too);
 * a document that lacks the field gives a candidate that is missing, a scalar in the array gives none.
 * A condition holds when it holds for any candidate, and where a candidate is an array, also when it
 * holds for any of its elements; only `$exists`, `$size` and `$elemMatch` look at the array alone.
 * Negations are the opposite of the whole question: `{a: {$ne: 1}}` is "no candidate is 1".
 */
import {
  type Doc,
  Double,
  isDoc,
  isNumber,
  isRaw,
  isTrue,
  type Raw,
  rawType,
  toNumber,
  typeName,
  typeNames,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { isExtremeTag, keyOf, orderToKey, tagOf } from './keys.js';
import {
  type FilterOperator,
  filterOperators,
  has,
  isRefused,
  logicalOperators,
} from './supported.js';

type Test = (value: Value | undefined) => boolean;

export interface Condition {
  readonly kind: 'field';
  readonly path: string;
  readonly parts: readonly string[];
  readonly operator: FilterOperator;
  readonly operand: Value;
  /** Holds for one candidate, arrays taken as they stand. */
  readonly test: Test;
  /** Whether the elements of a candidate that is an array are asked too. */
  readonly intoArrays: boolean;
}

export type Filter =
  | Condition
  | { readonly kind: 'and' | 'or' | 'nor'; readonly of: readonly Filter[] };

export const matchAll: Filter = { kind: 'and', of: [] };

function bad(message: string): CommandError {
  return new CommandError(2, message);
}

/** @throws CommandError 2 for malformed conditions, 238 for operators that are refused */
export function parseFilter(doc: Doc): Filter {
  const of: Filter[] = [];
  for (const [name, value] of doc) {
    if (!name.startsWith('$')) of.push(...parseField(name, value));
    else if (has(logicalOperators, name)) of.push(parseLogical(name, value));
    else throw unknown(name, 'top level operator', has(filterOperators, name));
  }
  return of.length === 1 ? of[0]! : { kind: 'and', of };
}

function unknown(name: string, what: string, misplaced = false): CommandError {
  return isRefused(name) && !misplaced ? notImplemented(name) : bad(`unknown ${what}: ${name}`);
}

function parseLogical(name: '$and' | '$or' | '$nor', value: Value): Filter {
  if (!Array.isArray(value) || value.length === 0) throw bad(`${name} must be a nonempty array`);
  if (!value.every(isDoc)) throw bad(`the entries of ${name} must be objects`);
  return { kind: name.slice(1) as 'and' | 'or' | 'nor', of: value.map(parseFilter) };
}

/** Whether a document's first field is an operator; `$ref` and its like make a stored reference. */
export function isOperators(value: Value): value is Doc {
  const [first] = isDoc(value) ? value.keys() : [];
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

export function isRegex(value: Value): value is Raw {
  return isRaw(value, rawType.regex);
}

function parseField(path: string, value: Value): Filter[] {
  if (isOperators(value))
    return [...value].flatMap(([name, operand]) => parseOperator(path, name, operand, value));
  return [condition(path, isRegex(value) ? '$regex' : '$eq', value)];
}

function parseOperator(path: string, name: string, operand: Value, all: Doc): Filter[] {
  if (!has(filterOperators, name)) throw unknown(name, 'operator');
  switch (name) {
    case '$options':
      if (!all.has('$regex')) throw bad('$options needs a $regex');
      return [];
    case '$all':
      if (!Array.isArray(operand)) throw bad('$all needs an array');
      if (operand.length === 0) return [{ kind: 'nor', of: [matchAll] }];
      return operand.flatMap((item) =>
        isDoc(item) && item.has('$elemMatch')
          ? parseField(path, item)
          : [condition(path, isRegex(item) ? '$regex' : '$eq', item)],
      );
    case '$not':
      if (!isOperators(operand) && !isRegex(operand)) throw bad('$not needs a regex or a document');
      return [{ kind: 'nor', of: [{ kind: 'and', of: parseField(path, operand) }] }];
    case '$ne':
      return [{ kind: 'nor', of: [condition(path, '$eq', operand)] }];
    case '$nin':
      return [{ kind: 'nor', of: [condition(path, '$in', operand)] }];
    case '$exists':
      return [{ kind: isTrue(operand) ? 'and' : 'nor', of: [condition(path, '$exists', true)] }];
    default:
      return [condition(path, name, operand, all.get('$options'))];
  }
}

function condition(
  path: string,
  operator: FilterOperator,
  operand: Value,
  options?: Value,
): Condition {
  const intoArrays = operator !== '$exists' && operator !== '$size' && operator !== '$elemMatch';
  const test = tests[operator]!(operand, options);
  return { kind: 'field', path, parts: path.split('.'), operator, operand, test, intoArrays };
}

const tests: Partial<Record<FilterOperator, (operand: Value, options?: Value) => Test>> = {
  $eq: equals,
  $gt: (operand) => compares(operand, (order) => order > 0),
  $gte: (operand) => compares(operand, (order) => order >= 0),
  $lt: (operand) => compares(operand, (order) => order < 0),
  $lte: (operand) => compares(operand, (order) => order <= 0),
  $in: (operand) => {
    if (!Array.isArray(operand)) throw bad('$in needs an array');
    if (operand.some(isOperators)) throw bad('cannot nest $ under $in');
    const any = operand.map((item) => (isRegex(item) ? matchesRegex(item) : equals(item)));
    return (value) => any.some((test) => test(value));
  },
  $exists: () => (value) => value !== undefined,
  $type: isOfType,
  $size: (operand) => {
    const size = toNumber(operand);
    if (!Number.isInteger(size) || size < 0)
      throw bad('$size must be a whole number that is not negative');
    return (value) => Array.isArray(value) && value.length === size;
  },
  $elemMatch: hasElement,
  $regex: matchesRegex,
};

function equals(operand: Value): Test {
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean')
    return (value) => value === operand;
  const key = keyOf(operand);
  return (value) => value !== undefined && tagOf(value) === key[0] && orderToKey(value, key) === 0;
}

function isNaNValue(value: Value | undefined): boolean {
  return value instanceof Double && Number.isNaN(value.value);
}

function compares(operand: Value, holds: (order: number) => boolean): Test {
  if (isRegex(operand)) throw bad("Can't have RegEx as arg to predicate over field");
  if (operand === null) return holds(0) ? equals(null) : () => false;
  const key = keyOf(operand);
  if (isExtremeTag(key[0]!)) return (value) => holds(orderToKey(value, key));
  const nan = isNaNValue(operand);
  return (value) => {
    if (value === undefined || tagOf(value) !== key[0]) return false;
    if (nan || isNaNValue(value)) return nan && isNaNValue(value) && holds(0);
    return holds(orderToKey(value, key));
  };
}

function isOfType(operand: Value): Test {
  const wanted = new Set<string>();
  for (const item of Array.isArray(operand) ? operand : [operand]) {
    const name = isNumber(item) ? typeNames.get(toNumber(item) & 255) : item;
    if (name === 'number') for (const each of ['int', 'long', 'double']) wanted.add(each);
    else if (typeof name === 'string' && [...typeNames.values()].includes(name)) wanted.add(name);
    else throw bad(`Unknown type name alias: ${String(item)}`);
  }
  if (wanted.size === 0) throw new CommandError(9, '$type must match at least one type');
  return (value) => value !== undefined && wanted.has(typeName(value));
}

function hasElement(operand: Value): Test {
  if (!isDoc(operand)) throw bad('$elemMatch needs an Object');
  if (isOperators(operand) && !has(logicalOperators, [...operand.keys()][0]!)) {
    const filter: Filter = { kind: 'and', of: parseField('', operand) };
    return (value) => Array.isArray(value) && value.some((item) => holdsFor(filter, item));
  }
  const filter = parseFilter(operand);
  const isCandidate = (item: Value): boolean => isDoc(item) || Array.isArray(item);
  return (value) =>
    Array.isArray(value) && value.some((item) => isCandidate(item) && matches(filter, item));
}

/** The filter of a `$elemMatch` on values, asked of one element as it stands. */
function holdsFor(filter: Filter, value: Value): boolean {
  if (filter.kind === 'field') return filter.test(value);
  if (filter.kind === 'and') return filter.of.every((item) => holdsFor(item, value));
  return filter.of.some((item) => holdsFor(item, value)) === (filter.kind === 'or');
}

function matchesRegex(operand: Value, options?: Value): Test {
  const regex = isRegex(operand);
  if (!regex && typeof operand !== 'string') throw bad('$regex has to be a string');
  const [source, own] = regex ? operand.bytes.toString().split('\0') : [operand, ''];
  const flags = typeof options === 'string' ? options : own!;
  if (/[^imsu]/.test(flags)) throw notImplemented(`the regex options '${flags}' (i, m and s are)`);
  if (source!.length > 32_764) throw new CommandError(51091, 'Regular expression is too large');
  const same = regex ? equals(operand) : () => false;
  try {
    const compiled = new RegExp(source!, `${flags.replace('u', '')}u`);
    return (value) => (typeof value === 'string' ? compiled.test(value) : same(value));
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

export function matches(filter: Filter, root: Value): boolean {
  if (filter.kind === 'field') {
    const { parts, test, intoArrays } = filter;
    const ask = intoArrays
      ? (value?: Value) => test(value) || (Array.isArray(value) && value.some(test))
      : test;
    return anyAt(root, parts, 0, ask);
  }
  if (filter.kind === 'and') return filter.of.every((item) => matches(item, root));
  return filter.of.some((item) => matches(item, root)) === (filter.kind === 'or');
}

/** Whether a path's part names a place in an array. */
export function isPosition(part: string | undefined): boolean {
  return part !== undefined && /^(0|[1-9][0-9]*)$/.test(part);
}

/** Whether `test` holds for any candidate of the path `parts` from `at` on. */
export function anyAt(
  value: Value | undefined,
  parts: readonly string[],
  at: number,
  test: Test,
): boolean {
  if (at === parts.length) return test(value);
  const part = parts[at]!;
  if (isDoc(value)) return anyAt(value.get(part), parts, at + 1, test);
  if (!Array.isArray(value)) return test(undefined);
  const index = isPosition(part) ? Number(part) : value.length;
  if (index < value.length && anyAt(value[index], parts, at + 1, test)) return true;
  return value.some((item) => isDoc(item) && anyAt(item, parts, at, test));
}

/** The conditions that every match fulfils: the filter itself and those joined to it by "and". */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/**
 * Where in the array at `path` the filter matched: what `$` stands for in an update. Only conditions on
 * that array count; the first element that fulfils one of them alone is the place.
 */
export function matchedPosition(
  filter: Filter,
  array: readonly Value[],
  path: string,
): number | null {
  for (const item of filter.kind === 'or' ? filter.of.flatMap(conjuncts) : conjuncts(filter)) {
    let index = -1;
    if (item.kind === 'or') index = matchedPosition(item, array, path) ?? -1;
    else if (item.kind === 'field' && (item.path === path || item.path.startsWith(`${path}.`))) {
      const rest = { ...item, parts: item.parts.slice(path.split('.').length) };
      if (isPosition(rest.parts[0])) index = Number(rest.parts[0]);
      else index = array.findIndex((element) => matches(rest, [element]));
    }
    if (index >= 0) return index;
  }
  return null;
}
