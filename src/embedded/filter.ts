/**
 * Filters: a document of conditions becomes a tree, which the matcher asks and the planner reads.
 *
 * How a path meets arrays is the subtle thing. A path names candidates: where it passes through an
 * array, every document in the array is followed (and, where the name is a number, that position too);
 * a document that lacks the field gives a candidate that is missing, a scalar in the array gives none.
 * A condition holds when it holds for any candidate, and where a candidate is an array, also when it
 * holds for any of its elements; only `$exists` and `$elemMatch` look at the array alone.
 * Negations are the opposite of the whole question: `{a: {$ne: 1}}` is "no candidate is 1".
 */
import { type Doc, Double, isDoc, isRaw, isTrue, type Raw, rawType, type Value } from './bson.js';
import { CommandError, check, notImplemented } from './errors.js';
import { isExtremeTag, keyOf, orderToKey, tagOf } from './keys.js';
import { type FilterOperator, filterOperators, has, logicalOperators } from './supported.js';

type Test = (value: Value | undefined) => boolean;

export interface Condition {
  readonly kind: 'field';
  readonly path: string;
  readonly parts: readonly string[];
  readonly operator: string;
  readonly operand: Value;
  /** Holds for one candidate, arrays taken as they stand. */
  readonly test: Test;
  /** Holds for one candidate or, where it is an array, for one of its elements. */
  readonly ask: Test;
}

export type Filter =
  | Condition
  | { readonly kind: 'and' | 'or' | 'nor'; readonly of: readonly Filter[] };

export const matchAll: Filter = { kind: 'and', of: [] };

function joined(of: Filter[]): Filter {
  return of.length === 1 ? of[0]! : { kind: 'and', of };
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
  return { kind: name.slice(1) as 'and' | 'or' | 'nor', of: value.map(parseFilter) };
}

/** Whether a document's first field is an operator. */
export function isOperators(value: Value): value is Doc {
  return isDoc(value) && value.keys().next().value?.startsWith('$') === true;
}

export function isRegex(value: Value): value is Raw {
  return isRaw(value, rawType.regex);
}

/** @param parts none for an element of an array, which is asked as it stands */
function parseField(path: string, value: Value, parts: readonly string[]): Filter {
  const condition = (operator: Testable, operand: Value): Condition => {
    const test = tests[operator](operand);
    const arrayAlone = parts.length === 0 || operator === '$exists' || operator === '$elemMatch';
    const ask: Test = (item) => test(item) || (Array.isArray(item) && item.some(test));
    return { kind: 'field', path, parts, operator, operand, test, ask: arrayAlone ? test : ask };
  };
  const parse = ([operator, operand]: [string, Value]): Filter => {
    if (!has(filterOperators, operator)) throw notImplemented(`the filter operator ${operator}`);
    switch (operator) {
      case '$ne':
        return not(condition('$eq', operand));
      case '$nin':
        return not(condition('$in', operand));
      case '$not':
        check(isOperators(operand) || isRegex(operand), 2, '$not needs a regex or operators');
        return not(parseField(path, operand, parts));
      case '$exists':
        return isTrue(operand) ? condition(operator, true) : not(condition(operator, true));
      default:
        return condition(operator, operand);
    }
  };
  if (isOperators(value)) return joined([...value].map(parse));
  return condition(isRegex(value) ? '$regex' : '$eq', value);
}

function not(filter: Filter): Filter {
  return { kind: 'nor', of: [filter] };
}

type Testable = Exclude<FilterOperator, '$ne' | '$nin' | '$not'>;

const tests: Record<Testable, (operand: Value) => Test> = {
  $eq: (operand) => {
    if (typeof operand === 'string') return (value) => value === operand;
    return compares(operand, (order) => order === 0);
  },
  $gt: (operand) => compares(unlessRegex(operand), (order) => order > 0),
  $gte: (operand) => compares(unlessRegex(operand), (order) => order >= 0),
  $lt: (operand) => compares(unlessRegex(operand), (order) => order < 0),
  $lte: (operand) => compares(unlessRegex(operand), (order) => order <= 0),
  $in: (operand) => {
    const isList = Array.isArray(operand) && !operand.some(isOperators);
    check(isList, 2, '$in needs an array of values');
    const any = operand.map((item) => tests[isRegex(item) ? '$regex' : '$eq'](item));
    return (value) => any.some((test) => test(value));
  },
  $exists: () => (value) => value !== undefined,
  $elemMatch: (operand) => {
    check(isDoc(operand), 2, '$elemMatch needs a document');
    const test = elementTest(operand);
    return (value) => Array.isArray(value) && value.some(test);
  },
  $regex: matchesRegex,
};

function unlessRegex(operand: Value): Value {
  check(!isRegex(operand), 2, 'a regex has no place in an order');
  return operand;
}

/** Values compare with those of their own type, MinKey and MaxKey with all, NaN with nothing but itself. */
function compares(operand: Value, holds: (order: number) => boolean): Test {
  const key = keyOf(operand);
  const tag = key[0]!;
  const isNaNValue = (value: Value | undefined): boolean =>
    value instanceof Double && Number.isNaN(value.value);
  return (value) => {
    const comparable = tagOf(value) === tag && isNaNValue(value) === isNaNValue(operand);
    return (comparable || isExtremeTag(tag)) && holds(orderToKey(value, key));
  };
}

/** Whether an element fulfils a value, operators, or the filter of its fields: for `$elemMatch` and `$pull`. */
export function elementTest(operand: Value): (element: Value) => boolean {
  const [first = ''] = isDoc(operand) ? operand.keys() : [];
  const ofFields = isDoc(operand) && (!first.startsWith('$') || has(logicalOperators, first));
  const filter = ofFields ? parseFilter(operand) : parseField('', operand, []);
  return (element) => (!ofFields || isDoc(element)) && matches(filter, element);
}

function matchesRegex(operand: Value): Test {
  const [source, flags] = isRegex(operand) ? operand.bytes.toString().split('\0') : [operand, ''];
  check(typeof source === 'string', 2, '$regex needs a regex or a string');
  if (/[^imsu]/.test(flags!)) throw notImplemented(`the regex options '${flags}' (i, m and s are)`);
  const same = tests.$eq(operand);
  try {
    const compiled = new RegExp(source, `${flags!.replace('u', '')}u`);
    return (value) => (typeof value === 'string' ? compiled.test(value) : same(value));
  } catch (error) {
    throw new CommandError(51091, (error as Error).message);
  }
}

export function matches(filter: Filter, root: Value): boolean {
  if (filter.kind === 'field') return anyAt(root, filter.parts, 0, filter.ask);
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
 * Where in the array at `path` the filter matched: what `$` stands for in an update; -1 for nowhere. Only
 * conditions on that array count; the first element that fulfils one of them alone is the place.
 */
export function matchedPosition(
  filter: Filter,
  array: readonly Value[],
  path: readonly string[],
): number {
  if (filter.kind === 'nor') return -1;
  if (filter.kind !== 'field') {
    const places = filter.of.map((item) => matchedPosition(item, array, path));
    return places.find((place) => place >= 0) ?? -1;
  }
  if (path.some((part, i) => filter.parts[i] !== part)) return -1;
  const parts = filter.parts.slice(path.length);
  if (isPosition(parts[0])) return Number(parts[0]);
  return array.findIndex((item) => matches({ ...filter, parts }, [item]));
}
