/**
 * Aggregation pipelines. Each stage is a function from its input documents to its output documents. A pipeline's
 * leading `$match`, `$sort`, `$skip` and `$limit` become a query, so only later stages are handled here.
 */
import { type Doc, isDoc, isNumber, Raw, rawType, toNumber, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';
import { parsePattern, sortBy } from './extract.js';
import { matches, parseFilter } from './filter.js';
import { keyOf } from './keys.js';
import { isSliceOver, type Paced, pause } from './pace.js';
import { expressionAt } from './paths.js';
import { has, type Stage, stages } from './supported.js';
import { Total } from './total.js';

export type Transform = (docs: Paced<Doc>) => Paced<Doc>;
/** Undefined if the field is missing. */
type Evaluate = (doc: Doc) => Value | undefined;

interface Expression {
  readonly evaluate: Evaluate;
  /** The only field that the value depends on; null for a constant. */
  readonly path: string | null;
  /** True if all dates of a day evaluate to the same value. */
  readonly isDay: boolean;
}

/** A parsed `$group`. */
export interface Group {
  readonly id: Expression;
  /** The summed expressions, by field name. */
  readonly sums: readonly (readonly [name: string, addend: Evaluate])[];
  /** True if every field only counts the documents. */
  readonly isCount: boolean;
}

/** @throws CommandError for a malformed stage; 238 for an unsupported one */
export function parseStage(stage: Value): { name: Stage; operand: Value; transform: Transform } {
  check(isDoc(stage) && stage.size === 1, 40323, 'a pipeline stage has exactly one field');
  const [[name, operand]] = [...stage] as [[string, Value]];
  if (!has(stages, name)) throw notImplemented(`the pipeline stage ${name}`);
  return { name, operand, transform: parsers[name](operand) };
}

const parsers: Record<Stage, (operand: Value) => Transform> = {
  $match: (operand) => {
    check(isDoc(operand), 15959, '$match needs a document');
    const filter = parseFilter(operand);
    return function* (docs) {
      for (const doc of docs) if (doc === pause || matches(filter, doc)) yield doc;
    };
  },
  $sort: (operand) => {
    check(isDoc(operand) && operand.size > 0, 15976, '$sort needs a document with fields');
    const pattern = parsePattern(operand, 15975);
    return (docs) => sortBy(docs, pattern, (doc) => doc);
  },
  $skip: (operand) => slice(whole(operand, 0, 5107200)),
  $limit: (operand) => slice(0, whole(operand, 1, 15958)),
  $group: (operand) => group(parseGroup(operand)),
};

function slice(start: number, end = Number.POSITIVE_INFINITY): Transform {
  return function* (docs) {
    let at = 0;
    for (const doc of docs) {
      if (doc === pause) {
        yield pause;
        continue;
      }
      at += 1;
      if (at > start) yield doc;
      if (at >= end) return;
    }
  };
}

function whole(operand: Value, least: number, code: number): number {
  const number = toNumber(operand);
  const fits = Number.isInteger(number) && number >= least;
  check(fits, code, `a whole number from ${least} is needed`);
  return number;
}

/** @throws CommandError for a malformed `$group`; 238 for an unsupported part of it */
export function parseGroup(operand: Value): Group {
  check(isDoc(operand), 15947, '$group needs a document');
  const idExpression = operand.get('_id');
  check(idExpression !== undefined, 15955, '$group needs an _id');
  const id = parseExpression(idExpression);
  const fields = [...operand].filter(([name]) => name !== '_id');
  const sums = fields.map(([name, value]) => [name, parseSum(value).evaluate] as const);
  const isCount = fields.every(([, value]) => isDoc(value) && value.get('$sum') === 1);
  return { id, sums, isCount };
}

/** Groups by the bytes of the `_id`, so that numbers of different types and equal value share a group. */
function group({ id: { evaluate: idOf }, sums }: Group): Transform {
  return function* (docs) {
    const groups = new Map<string, { id: Value; totals: Total[] }>();
    for (const doc of docs) {
      if (doc === pause || isSliceOver()) yield pause;
      if (doc === pause) continue;
      const id = idOf(doc) ?? null;
      const key = keyOf(id).toString('latin1');
      const group = groups.get(key) ?? { id, totals: sums.map(() => new Total()) };
      groups.set(key, group);
      for (const [i, [, addend]] of sums.entries()) {
        const value = addend(doc);
        if (isNumber(value)) group.totals[i]!.add(value);
      }
    }
    for (const { id, totals } of groups.values()) {
      yield new Map([['_id', id], ...sums.map(([name], i) => [name, totals[i]!.value] as const)]);
    }
  };
}

function parseSum(value: Value): Expression {
  check(isDoc(value) && value.size === 1, 40234, 'a field of $group needs one accumulator');
  const [[name, operand]] = [...value] as [[string, Value]];
  if (name !== '$sum') throw notImplemented(`the accumulator ${name}`);
  return parseExpression(operand);
}

/** @throws CommandError 238 for anything but a field path, a constant or `$dateToString` */
function parseExpression(value: Value): Expression {
  if (typeof value === 'string' && /^\$[^$.]+(\.[^$.]+)*$/.test(value)) {
    const parts = value.slice(1).split('.');
    return { evaluate: (doc) => expressionAt(doc, parts), path: value.slice(1), isDay: false };
  }
  const [operator, operand] = (isDoc(value) && [...value][0]) || [];
  if (operator === '$dateToString') return dateToString(operand!);
  const isVariable = typeof value === 'string' && value.startsWith('$');
  if (isVariable || isDoc(value) || Array.isArray(value)) {
    throw notImplemented(`the expression ${operator ?? 'of a variable or an array'}`);
  }
  return { evaluate: () => value, path: null, isDay: false };
}

/** Formats a date as its day, the only supported format. */
function dateToString(options: Value): Expression {
  check(isDoc(options) && options.has('date'), 18628, '$dateToString needs a date');
  if (options.get('format') !== '%Y-%m-%d' || options.size > 2) {
    throw notImplemented('$dateToString but with a date and the format %Y-%m-%d');
  }
  const { evaluate: dateOf, path, isDay: isNested } = parseExpression(options.get('date')!);
  const evaluate: Evaluate = (doc) => {
    const value = dateOf(doc) ?? null;
    if (value === null) return null;
    check(value instanceof Raw && value.type === rawType.date, 16006, '$dateToString needs a date');
    const date = new Date(Number(value.bytes.readBigInt64LE()));
    const year = date.getUTCFullYear();
    check(year >= 0 && year <= 9999, 18537, '$dateToString needs a year between 0 and 9999');
    return date.toISOString().slice(0, 10);
  };
  return { evaluate, path, isDay: !isNested };
}
