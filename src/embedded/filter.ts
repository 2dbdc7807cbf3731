/**
 * Filters: a document of conditions becomes a tree, which the matcher asks and the planner reads.
 *
 * A condition holds when it holds for any candidate of its path, and where a candidate is an array, also
 * when it holds for any of its elements; only `$exists` and `$elemMatch` look at the array alone.
 * Negations are the opposite of the whole question: `{a: {$ne: 1}}` is "no candidate is 1".
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

/** @throws CommandError 2 for malformed conditions, 238 for operators that are refused */
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

/** Whether a document's first field is an operator. */
export function isOperators(value: Value): value is Doc {
  return isDoc(value) && value.keys().next().value?.startsWith('$') === true;
}

/** @param parts none for an element of an array, which is asked as it stands */
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

/** Patterns are compared as values, by `$eq`, but not matched: JavaScript's are others, and may never end. */
function rejectRegex(value: Value): Value {
  if (isRegex(value)) throw notImplemented('matching by a regex');
  return value;
}

type Testable = Exclude<FilterOperator, '$not'>;

/** What is asked of a value; `$ne` and `$nin` negate what is asked here. */
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
    // Made only when it is asked: a plan that says it in full asks no document.
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
};

/** Values compare with those of their own type, MinKey and MaxKey with all, NaN with nothing but itself. */
function compares(operand: Value, holds: (order: number) => boolean): Test {
  const key = keyOf(operand);
  const isNumeric = !Number.isNaN(toNumber(operand));
  return (value) => {
    const comparable = tagOf(value) === key[0] && !Number.isNaN(toNumber(value)) === isNumeric;
    return (comparable || isExtremeTag(key[0]!)) && holds(orderToKey(value, key));
  };
}

/** Whether the operand of `$elemMatch` or `$pull` is a filter of the fields of an element. */
function isOfFields(operand: Value): operand is Doc {
  const [first = ''] = isDoc(operand) ? operand.keys() : [];
  return isDoc(operand) && (!first.startsWith('$') || has(logicalOperators, first));
}

/**
 * Whether an element fulfils a filter of its fields or, with operators, conditions on itself.
 *
 * @param ofArrays whether the elements of an array count as its fields
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

/** Whether `$pull` takes an element: by its fields, by conditions asked as of a field, or as equal. */
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

/** The names of the fields of a document that a filter asks about. */
export function namesIn(filter: Filter): string[] {
  return filter.kind === 'field' ? filter.parts.slice(0, 1) : filter.of.flatMap(namesIn);
}

/** The conditions that every match fulfils: the filter itself and those joined to it by "and". */
export function conjuncts(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/** What a filter says by equality: the fields of the document that an upsert starts from. */
export function equalities(filter: Filter): { path: Path; value: Value }[] {
  return conjuncts(filter).flatMap((item) => {
    if (item.kind !== 'field' || (item.operator !== '$eq' && item.operator !== '$in')) return [];
    const values = item.operator === '$in' ? (item.operand as Value[]) : [item.operand];
    return values.length === 1 ? [{ path: item.parts, value: values[0]! }] : [];
  });
}

/**
 * Where in the array at `path` the filter matched: what `$` stands for in an update; -1 for nowhere. Only
 * conditions on that array count, and of those that `$or` joins only equalities of one path (an `$in`);
 * the first element that fulfils one of them alone is the place. A position in the condition's own path
 * leads to no element that was looked for.
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
