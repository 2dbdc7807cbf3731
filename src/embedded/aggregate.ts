/**
 * Pipelines: the stages, each a function from the documents before it to those after it. What a pipeline
 * begins with is a query's filter, sort, skip and limit, so that only groups and the like come here.
 */
import {
  type BsonNumber,
  type Doc,
  isDoc,
  isNumber,
  isRaw,
  rawType,
  sum,
  toNumber,
  typeName,
  type Value,
} from './bson.js';
import { check, notImplemented } from './errors.js';
import { parsePattern } from './extract.js';
import { matches, parseFilter } from './filter.js';
import { keyOf } from './keys.js';
import { sortBy } from './sort.js';
import { has, type Stage, stages } from './supported.js';

export type Transform = (docs: Iterable<Doc>) => Iterable<Doc>;
/** Undefined: the field is missing. */
type Expression = (doc: Doc) => Value | undefined;

/** @throws CommandError for a malformed stage; 238 for refused ones */
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
    return (docs) => [...docs].filter((doc) => matches(filter, doc));
  },
  $sort: (operand) => {
    check(isDoc(operand) && operand.size > 0, 15976, '$sort needs a document with fields');
    const pattern = parsePattern(operand, 15975);
    return (docs) => sortBy(docs, pattern, (doc) => doc);
  },
  $skip: (operand) => {
    const skip = toNumber(operand);
    check(Number.isInteger(skip) && skip >= 0, 5107200, '$skip needs a whole number from 0');
    return (docs) => [...docs].slice(skip);
  },
  $limit: (operand) => {
    const limit = toNumber(operand);
    check(Number.isInteger(limit) && limit > 0, 15958, '$limit needs a whole number from 1');
    return (docs) => [...docs].slice(0, limit);
  },
  $count: (operand) => {
    const isName = typeof operand === 'string' && /^[^$.\0]+$/.test(operand);
    check(isName, 40156, '$count needs the name of a field');
    return function* (docs) {
      let count = 0;
      for (const _ of docs) count += 1;
      if (count > 0) yield new Map([[operand, count]]);
    };
  },
  $group: group,
};

/** Groups by the bytes of the `_id`, so that numbers of all types group by their value. */
function group(operand: Value): Transform {
  check(isDoc(operand), 15947, '$group needs a document');
  const idExpression = operand.get('_id');
  check(idExpression !== undefined, 15955, '$group needs an _id');
  const idOf = parseExpression(idExpression);
  const fields = [...operand].filter(([name]) => name !== '_id');
  const sums = fields.map(([name, value]) => [name, parseSum(value)] as const);
  const zeros = sums.map(([name]) => [name, 0] as const);
  return (docs) => {
    const groups = new Map<string, Doc>();
    for (const doc of docs) {
      const id = idOf(doc) ?? null;
      const key = keyOf(id).toString('latin1');
      const totals = groups.get(key) ?? new Map([['_id', id], ...zeros]);
      for (const [name, addend] of sums) {
        const value = addend(doc);
        const total = totals.get(name) as BsonNumber;
        if (isNumber(value)) totals.set(name, sum(total, value));
      }
      groups.set(key, totals);
    }
    return groups.values();
  };
}

function parseSum(value: Value): Expression {
  check(isDoc(value) && value.size === 1, 40234, 'a field of $group needs one accumulator');
  const [[name, operand]] = [...value] as [[string, Value]];
  if (name !== '$sum') throw notImplemented(`the accumulator ${name}`);
  return parseExpression(operand);
}

/** @throws CommandError 238 for what is neither a field path nor a constant nor `$dateToString` */
function parseExpression(value: Value): Expression {
  if (typeof value === 'string' && /^\$[^$.]+(\.[^$.]+)*$/.test(value)) {
    const parts = value.slice(1).split('.');
    return (doc) => resolve(doc, parts);
  }
  const [operator, operand] = (isDoc(value) && [...value][0]) || [];
  if (operator === '$dateToString') return dateToString(operand!);
  const isVariable = typeof value === 'string' && value.startsWith('$');
  if (isVariable || isDoc(value) || Array.isArray(value))
    throw notImplemented(`the expression ${operator ?? typeName(value)}`);
  return () => value;
}

/** A field path in an expression: through arrays it gives the array of what is found in their documents. */
function resolve(value: Value | undefined, parts: readonly string[]): Value | undefined {
  if (parts.length === 0) return value;
  if (isDoc(value)) return resolve(value.get(parts[0]!), parts.slice(1));
  if (!Array.isArray(value)) return undefined;
  const found = value.map((item) => (isDoc(item) ? resolve(item, parts) : undefined));
  return found.filter((item) => item !== undefined);
}

const datePlaces: Record<string, [number, number]> = { '%Y': [0, 4], '%m': [5, 7], '%d': [8, 10] };

function dateToString(options: Value): Expression {
  check(isDoc(options) && options.has('date'), 18628, '$dateToString needs a date');
  const format = options.get('format');
  if (typeof format !== 'string' || /%(?![Ymd])/.test(format) || options.size > 2)
    throw notImplemented('$dateToString but with a date and a format of %Y, %m and %d');
  const dateOf = parseExpression(options.get('date')!);
  return (doc) => {
    const value = dateOf(doc) ?? null;
    if (value === null) return null;
    check(isRaw(value, rawType.date), 16006, '$dateToString needs a date');
    const date = new Date(Number(value.bytes.readBigInt64LE()));
    const year = date.getUTCFullYear();
    check(year >= 0 && year <= 9999, 18537, '$dateToString needs a year between 0 and 9999');
    return format.replace(/%./g, (place) => date.toISOString().slice(...datePlaces[place]!));
  };
}
