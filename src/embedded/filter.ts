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
  bsonType,
  type Doc,
  Double,
  isDoc,
  isNumber,
  isTrue,
  Raw,
  toNumber,
  typeName,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { keyOf, orderToKey, tag, tagOf } from './keys.js';
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

/**
 * @throws CommandError 2 for malformed conditions, 238 for operators that are refused
 */
export function parseFilter(doc: Doc): Filter {
  const of: Filter[] = [];
  for (const [name, value] of doc) {
    if (!name.startsWith('$')) of.push(...parseField(name, value));
    else if (has(logicalOperators, name)) of.push(parseLogical(name, value));
    else throw isRefused(name) ? notImplemented(name) : bad(`unknown top level operator: ${name}`);
  }
  return of.length === 1 ? of[0]! : { kind: 'and', of };
}

function parseLogical(name: '$and' | '$or' | '$nor', value: Value): Filter {
  if (!Array.isArray(value) || value.length === 0) throw bad(`${name} must be a nonempty array`);
  const of = value.map((item) => {
    if (!isDoc(item)) throw bad(`${name} argument's entries must be objects`);
    return parseFilter(item);
  });
  return { kind: name.slice(1) as 'and' | 'or' | 'nor', of };
}

/** Whether a value in the place of a condition is a document of operators. */
function isOperators(value: Value): value is Doc {
  if (!isDoc(value)) return false;
  const [first] = value.keys();
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

function parseField(path: string, value: Value): Filter[] {
  if (isOperators(value)) return parseOperators(path, value);
  return [condition(path, isRegex(value) ? '$regex' : '$eq', value, value)];
}

function isRegex(value: Value): value is Raw {
  return value instanceof Raw && value.type === bsonType.regex;
}

function parseOperators(path: string, operators: Doc): Filter[] {
  const found: Filter[] = [];
  for (const [name, operand] of operators) {
    if (name === '$options') {
      if (!operators.has('$regex')) throw bad('$options needs a $regex');
    } else if (!has(filterOperators, name)) {
      throw isRefused(name) ? notImplemented(name) : bad(`unknown operator: ${name}`);
    } else if (name === '$all') {
      found.push(parseAll(path, operand));
    } else if (name === '$not') {
      if (!isOperators(operand) && !isRegex(operand)) throw bad('$not needs a regex or a document');
      found.push(not({ kind: 'and', of: parseField(path, operand) }));
    } else if (name === '$ne' || name === '$nin') {
      found.push(not(condition(path, name === '$ne' ? '$eq' : '$in', operand)));
    } else if (name === '$exists') {
      const exists = condition(path, '$exists', true);
      found.push(isTrue(operand) ? exists : not(exists));
    } else {
      found.push(condition(path, name, operand, operators.get('$options')));
    }
  }
  return found;
}

function not(filter: Filter): Filter {
  return { kind: 'nor', of: [filter] };
}

function parseAll(path: string, operand: Value): Filter {
  if (!Array.isArray(operand)) throw bad('$all needs an array');
  if (operand.length === 0) return { kind: 'nor', of: [matchAll] };
  const of = operand.flatMap((item) =>
    isDoc(item) && item.has('$elemMatch') ? parseOperators(path, item) : parseField(path, item),
  );
  return { kind: 'and', of };
}

function condition(
  path: string,
  operator: FilterOperator,
  operand: Value,
  options?: Value,
): Condition {
  const whole = operator === '$exists' || operator === '$size' || operator === '$elemMatch';
  const test = tests[operator]!(operand, options);
  return {
    kind: 'field',
    path,
    parts: path.split('.'),
    operator,
    operand,
    test,
    intoArrays: !whole,
  };
}

const tests: Partial<Record<FilterOperator, (operand: Value, options?: Value) => Test>> = {
  $eq: equals,
  $gt: (operand) => compares(operand, (order) => order > 0),
  $gte: (operand) => compares(operand, (order) => order >= 0),
  $lt: (operand) => compares(operand, (order) => order < 0),
  $lte: (operand) => compares(operand, (order) => order <= 0),
  $in: (operand) => {
    if (!Array.isArray(operand)) throw bad('$in needs an array');
    const any = operand.map((item) => (isRegex(item) ? matchesRegex(item) : equals(item)));
    return (value) => any.some((test) => test(value));
  },
  $exists: () => (value) => value !== undefined,
  $type: isOfType,
  $size: (operand) => {
    const size = isNumber(operand) ? toNumber(operand) : Number.NaN;
    if (!Number.isInteger(size)) throw bad('$size must be a whole number');
    if (size < 0) throw bad('$size may not be negative');
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
  const type = key[0]!;
  return (value) => value !== undefined && tagOf(value) === type && orderToKey(value, key) === 0;
}

function isNaNValue(value: Value | undefined): boolean {
  return value instanceof Double && Number.isNaN(value.value);
}

function compares(operand: Value, holds: (order: number) => boolean): Test {
  if (isRegex(operand)) throw bad("Can't have RegEx as arg to predicate over field");
  if (operand === null) return holds(0) ? equals(null) : () => false;
  const key = keyOf(operand);
  const type = key[0]!;
  const ofAnyType = type === tag.minKey || type === tag.maxKey;
  const nan = isNaNValue(operand);
  return (value) => {
    if (value === undefined) return ofAnyType && holds(type === tag.minKey ? 1 : -1);
    if (ofAnyType) return holds(orderToKey(value, key));
    if (tagOf(value) !== type) return false;
    if (nan || isNaNValue(value)) return nan && isNaNValue(value) && holds(0);
    return holds(orderToKey(value, key));
  };
}

const typeCodes: Record<number, string> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  13: 'javascript',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  127: 'maxKey',
};
const typeNames = new Set([...Object.values(typeCodes), 'number']);

function isOfType(operand: Value): Test {
  const wanted = new Set<string>();
  for (const item of Array.isArray(operand) ? operand : [operand]) {
    if (typeof item !== 'string' && !isNumber(item))
      throw bad('type must be represented as a number or a string');
    const name = typeof item === 'string' ? item : typeCodes[toNumber(item)];
    if (!name || !typeNames.has(name)) throw bad(`Unknown type name alias: ${String(item)}`);
    for (const each of name === 'number' ? ['int', 'long', 'double'] : [name]) wanted.add(each);
  }
  if (wanted.size === 0) throw new CommandError(9, '$type must match at least one type');
  return (value) => value !== undefined && wanted.has(typeName(value));
}

function hasElement(operand: Value): Test {
  if (!isDoc(operand)) throw bad('$elemMatch needs an Object');
  const [first] = operand.keys();
  if (isOperators(operand) && !has(logicalOperators, first!)) {
    const filter: Filter = { kind: 'and', of: parseOperators('', operand) };
    return (value) => Array.isArray(value) && value.some((item) => holdsFor(filter, item));
  }
  const filter = parseFilter(operand);
  return (value) =>
    Array.isArray(value) &&
    value.some((item) => (isDoc(item) || Array.isArray(item)) && matches(filter, item));
}

/** The filter of a `$elemMatch` on values, asked of one element as it stands. */
function holdsFor(filter: Filter, value: Value): boolean {
  if (filter.kind === 'field') return filter.test(value);
  if (filter.kind === 'and') return filter.of.every((item) => holdsFor(item, value));
  return filter.of.some((item) => holdsFor(item, value)) === (filter.kind === 'or');
}

function matchesRegex(operand: Value, options?: Value): Test {
  let source: string;
  let flags = typeof options === 'string' ? options : '';
  if (isRegex(operand)) {
    const [pattern, own] = operand.bytes.toString().split('\0');
    source = pattern!;
    if (typeof options !== 'string') flags = own!;
  } else if (typeof operand === 'string') source = operand;
  else throw bad('$regex has to be a string');
  if (/[^imsu]/.test(flags)) throw notImplemented(`the regex options '${flags}' (i, m and s are)`);
  if (source.length > 32_764) throw new CommandError(51091, 'Regular expression is too large');
  const regex = compileRegex(source, flags.replace('u', ''));
  const same = isRegex(operand) ? equals(operand) : () => false;
  return (value) => (typeof value === 'string' ? regex.test(value) : same(value));
}

function compileRegex(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`);
    }
  }
}

export function matches(filter: Filter, root: Value): boolean {
  if (filter.kind === 'field') {
    const { parts, test, intoArrays } = filter;
    return anyAt(
      root,
      parts,
      0,
      (value) => test(value) || (intoArrays && Array.isArray(value) && value.some(test)),
    );
  }
  if (filter.kind === 'and') return filter.of.every((item) => matches(item, root));
  return filter.of.some((item) => matches(item, root)) === (filter.kind === 'or');
}

const position = /^(0|[1-9][0-9]*)$/;

/** Whether a path's part names a place in an array. */
export function isPosition(part: string): boolean {
  return position.test(part);
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
  if (
    isPosition(part) &&
    Number(part) < value.length &&
    anyAt(value[Number(part)], parts, at + 1, test)
  )
    return true;
  return value.some((item) => isDoc(item) && anyAt(item, parts, at, test));
}

/** The conditions that every match fulfils: the filter itself and those joined to it by "and". */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/**
 * Where in the array at `path` the filter matched: what `$` stands for in an update or a projection.
 * Only conditions on that array count; the first element that fulfils one of them alone is the place.
 */
export function matchedPosition(filter: Filter, doc: Doc, path: string): number | null {
  const conditions = filter.kind === 'or' ? filter.of.flatMap(conjuncts) : conjuncts(filter);
  for (const item of conditions) {
    if (item.kind === 'or') {
      const found = matchedPosition(item, doc, path);
      if (found !== null) return found;
    }
    if (item.kind !== 'field' || (item.path !== path && !item.path.startsWith(`${path}.`)))
      continue;
    const found = elementMatching(item, doc, path.split('.').length);
    if (found !== null) return found;
  }
  return null;
}

function elementMatching(item: Condition, doc: Doc, depth: number): number | null {
  let array: Value | undefined = doc;
  for (const part of item.parts.slice(0, depth)) {
    array = isDoc(array) ? array.get(part) : Array.isArray(array) ? array[Number(part)] : undefined;
  }
  if (!Array.isArray(array)) return null;
  const rest = { ...item, parts: item.parts.slice(depth) };
  const index = array.findIndex((element, i) =>
    isPosition(rest.parts[0] ?? '') ? Number(rest.parts[0]) === i : matches(rest, [element]),
  );
  return index < 0 ? null : index;
}
