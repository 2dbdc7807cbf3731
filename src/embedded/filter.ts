/**
 * Filters. A document of conditions becomes a tree that the matcher evaluates and the planner reads.
 *
 * A condition holds if it holds for any candidate of its path or, for a candidate that is an array, for any of its
 * elements. Only `$exists` and `$elemMatch` test just the array itself. Negations invert the whole result: `{a: {$ne:
 * 1}}` means "no candidate is 1".
 */
import { type Doc, isDoc, isRegex, isTrue, toNumber, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';
import { equal, isExtremeTag, keyOf, orderToKey, tagOf } from './keys.js';
import { anyAt, isPosition, type Path, type Question, type Test } from './paths.js';
import { type FilterOperator, filterOperators, has, logicalOperators } from './supported.js';

export interface Condition extends Question {
  readonly kind: 'field';
  readonly path: string;
  readonly parts: Path;
  readonly operator: string;
  readonly operand: Value;
}

export type Filter =
  | Condition
  | { readonly kind: 'and' | 'or' | 'nor'; readonly of: readonly Filter[] };

function joined(of: Filter[], kind: 'and' | 'or' = 'and'): Filter {
  return of.length === 1 ? of[0]! : { kind, of };
}

/** @throws CommandError 2 for malformed conditions, 238 for unsupported operators */
export function parseFilter(doc: Doc): Filter {
  const parse = ([name, value]: [string, Value]): Filter =>
    name.startsWith('$') ? parseLogical(name, value) : parseField(name, value, name.split('.'));
  return joined([...doc].map(parse));
}

function parseLogical(name: string, value: Value): Filter {
  if (!has(logicalOperators, name)) throw notImplemented(`${name} at the top of a filter`);
  const isList = Array.isArray(value) && value.length > 0 && value.every(isDoc);
  check(isList, 2, `${name} needs an array of documents`);
  const of = value.map(parseFilter);
  return name === '$nor' ? { kind: 'nor', of } : joined(of, name === '$or' ? 'or' : 'and');
}

/** Returns true if the first field of a document is an operator. */
export function isOperators(value: Value): value is Doc {
  return isDoc(value) && value.keys().next().value?.startsWith('$') === true;
}

/** @param parts empty for an element of an array, which is tested as a whole */
function parseField(path: string, value: Value, parts: Path): Filter {
  const condition = (operator: Testable, operand: Value): Condition => {
    const test = tests[operator](operand);
    const arrayAlone = parts.length === 0 || operator === '$exists' || operator === '$elemMatch';
    const ask: Test = (item) => test(item) || (Array.isArray(item) && item.some(test));
    return { kind: 'field', path, parts, operator, operand, test, ask: arrayAlone ? test : ask };
  };
  const parse = ([operator, operand]: [string, Value]): Filter => {
    if (!has(filterOperators, operator)) throw notImplemented(`the filter operator ${operator}`);
    if (operator === '$not') {
      check(isOperators(rejectRegex(operand)), 2, '$not needs operators');
      return { kind: 'nor', of: [parseField(path, operand, parts)] };
    }
    const compares = /^\$([gl]te?|ne)$/.test(operator);
    check(!compares || !isRegex(operand), 2, `${operator} does not compare with a regex`);
    const requested = condition(operator, operand);
    const isNegated = /^\$n/.test(operator) || (operator === '$exists' && !isTrue(operand));
    return isNegated ? { kind: 'nor', of: [requested] } : requested;
  };
  if (isOperators(value)) return joined([...value].map(parse));
  return condition('$eq', rejectRegex(value));
}

/**
 * Rejects regular expressions. They can be compared as values with `$eq` but not matched, because JavaScript's have
 * another syntax and can run forever.
 */
function rejectRegex(value: Value): Value {
  if (isRegex(value)) throw notImplemented('matching by a regex');
  return value;
}

type Testable = Exclude<FilterOperator, '$not'>;

/** The test of each operator. `$ne` and `$nin` share the tests that they negate. */
const tests: Record<Testable, (operand: Value) => Test> = {
  $eq: (operand) => compares(operand, (order) => order === 0),
  $ne: (operand) => tests.$eq(operand),
  $gt: (operand) => compares(operand, (order) => order > 0),
  $gte: (operand) => compares(operand, (order) => order >= 0),
  $lt: (operand) => compares(operand, (order) => order < 0),
  $lte: (operand) => compares(operand, (order) => order <= 0),
  $in: (operand) => {
    const isList = Array.isArray(operand) && !operand.some(isOperators);
    check(isList, 2, '$in and $nin need an array of values');
    operand.forEach(rejectRegex);
    // Created on first use: an exact plan tests no document.
    let keys: Set<string> | undefined;
    return (value) => {
      keys ??= new Set(operand.map((item) => keyOf(item).toString('latin1')));
      return keys.has(keyOf(value).toString('latin1'));
    };
  },
  $nin: (operand) => tests.$in(operand),
  $exists: () => (value) => value !== undefined,
  $elemMatch: (operand) => {
    check(isDoc(operand), 2, '$elemMatch needs a document');
    const test = elementTest(operand, true);
    return (value) => Array.isArray(value) && value.some(test);
  },
  $regex: (operand) => {
    const prefix = prefixOf(operand);
    return (value) => typeof value === 'string' && value.startsWith(prefix);
  },
};

/**
 * Returns the literal prefix that the operand of `$regex` requires, such as `ab` for `^ab`.
 *
 * @throws CommandError 238 for all other regular expressions
 */
export function prefixOf(operand: Value): string {
  const literal =
    typeof operand === 'string' ? /^\^([^\\^$.|?*+()[\]{}]+)$/.exec(operand)?.[1] : null;
  if (!literal) throw notImplemented('$regex with anything but ^ and literal characters');
  return literal;
}

/** Returns a test that compares values of one type. MinKey and MaxKey compare with all types, NaN only with itself. */
function compares(operand: Value, holds: (order: number) => boolean): Test {
  const key = keyOf(operand);
  const isNumeric = !Number.isNaN(toNumber(operand));
  return (value) => {
    const comparable = tagOf(value) === key[0] && !Number.isNaN(toNumber(value)) === isNumeric;
    return (comparable || isExtremeTag(key[0]!)) && holds(orderToKey(value, key));
  };
}

/** Returns true if the operand of `$elemMatch` or `$pull` is a filter on the fields of an element. */
function isOfFields(operand: Value): operand is Doc {
  const [first = ''] = isDoc(operand) ? operand.keys() : [];
  return isDoc(operand) && (!first.startsWith('$') || has(logicalOperators, first));
}

/**
 * Returns a test for an element: a filter on its fields or, if the operand has operators, conditions on the element.
 *
 * @param ofArrays treats the items of an array as its fields
 */
function elementTest(operand: Doc, ofArrays: boolean): Test {
  if (!isOfFields(operand)) {
    const filter = parseField('', operand, []);
    return (element) => matches(filter, element!);
  }
  const filter = parseFilter(operand);
  return (element) => {
    const isArray = ofArrays && Array.isArray(element);
    const doc = isArray ? new Map(element.map((item, i) => [String(i), item])) : element;
    return isDoc(doc) && matches(filter, doc);
  };
}

/**
 * Returns the test for elements that `$pull` removes: by their fields, by conditions on the element, or by equality.
 */
export function pullTest(operand: Value): Test {
  if (isOfFields(operand)) return elementTest(operand, false);
  if (!isDoc(rejectRegex(operand))) return (element) => equal(element, operand);
  const filter = parseFilter(new Map([['', operand]]));
  return (element) => matches(filter, new Map([['', element!]]));
}

export function matches(filter: Filter, root: Value): boolean {
  if (filter.kind === 'field') return anyAt(root, filter.parts, 0, filter);
  if (filter.kind === 'and') return filter.of.every((item) => matches(item, root));
  return filter.of.some((item) => matches(item, root)) === (filter.kind === 'or');
}

/** Returns the names of the top-level fields that a filter uses. */
export function namesIn(filter: Filter): string[] {
  return filter.kind === 'field' ? filter.parts.slice(0, 1) : filter.of.flatMap(namesIn);
}

/** Returns the conditions that every match satisfies: the filter itself, or the operands of its "and". */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/** Returns the equality conditions of a filter, from which an upsert builds its document. */
export function equalities(filter: Filter): { path: Path; value: Value }[] {
  return conjuncts(filter).flatMap((item) => {
    if (item.kind !== 'field' || (item.operator !== '$eq' && item.operator !== '$in')) return [];
    const values = item.operator === '$in' ? (item.operand as Value[]) : [item.operand];
    return values.length === 1 ? [{ path: item.parts, value: values[0]! }] : [];
  });
}

/**
 * Returns the index at which the filter matched the array at `path`, which replaces `$` in an update; -1 without a
 * match. Only conditions on that array count and, inside `$or`, only equalities on one path (an `$in`). The result is
 * the first element that satisfies one of them alone. A condition whose own path contains a position determines no
 * element.
 */
export function matchedAt(filter: Filter, array: readonly Value[], path: Path): number {
  if (filter.kind === 'and') {
    const places = filter.of.map((item) => matchedAt(item, array, path));
    return places.find((place) => place >= 0) ?? -1;
  }
  const conditions = filter.kind === 'field' ? [filter] : equalitiesOfOnePath(filter);
  const [first] = conditions;
  if (!first || path.some((part, i) => first.parts[i] !== part)) return -1;
  const parts = first.parts.slice(path.length);
  return array.findIndex((item) => {
    const isFollowed = !isPosition(parts[0]) || isDoc(item);
    const at = isPosition(parts[0]) ? item : [item];
    return isFollowed && conditions.some((condition) => matches({ ...condition, parts }, at));
  });
}

function equalitiesOfOnePath(filter: Exclude<Filter, Condition>): Condition[] {
  const isEquality = (item: Filter): item is Condition =>
    item.kind === 'field' && item.operator === '$eq';
  const equalities = filter.of.filter(isEquality);
  const isIn = filter.kind === 'or' && equalities.length === filter.of.length;
  return isIn && equalities.every(({ path }) => path === equalities[0]!.path) ? equalities : [];
}
