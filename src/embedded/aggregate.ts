/** Pipelines: the stages, each a function from the documents before it to those after it. */
import {
  type BsonNumber,
  type Doc,
  Double,
  dateMs,
  dateValue,
  isDoc,
  isNumber,
  isTrue,
  toNumber,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { isOperators, matches, parseFilter } from './filter.js';
import { equal, keyOf, order } from './keys.js';
import { setAt } from './paths.js';
import { parseProjection } from './project.js';
import { parseSort } from './query.js';
import { sortBy } from './sort.js';
import {
  type Accumulator,
  accumulators,
  type ExpressionName,
  expressions,
  has,
  isRefused,
  type Stage,
  stages,
} from './supported.js';
import { calculate } from './update.js';

export type Transform = (docs: Iterable<Doc>) => Iterable<Doc>;
/** Undefined: the field is missing. */
type Expression = (doc: Doc) => Value | undefined;

/** MongoDB's own error for an unknown name, ours for one that is not implemented. */
function unknown(name: string, what: string, code: number): CommandError {
  return isRefused(name)
    ? notImplemented(`the ${what} ${name}`)
    : new CommandError(code, `Unrecognized ${what} '${name}'`);
}

/** @throws CommandError 40324 for unknown stages, 238 for refused ones */
export function parseStage(stage: Value): { name: Stage; operand: Value; transform: Transform } {
  const [name, operand] = (isDoc(stage) && stage.size === 1 && [...stage][0]) || [];
  if (name === undefined)
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  if (!has(stages, name)) throw unknown(name, 'pipeline stage name', 40324);
  return { name, operand: operand!, transform: parsers[name](operand!) };
}

function documentOperand(operand: Value, name: string, code: number): Doc {
  if (isDoc(operand)) return operand;
  throw new CommandError(code, `the ${name} stage takes a document`);
}

/** @throws CommandError with `code` for what is no whole number of at least `least` */
function wholeNumber(value: Value | undefined, name: string, least: number, code: number): number {
  const number = toNumber(value);
  if (Number.isInteger(number) && number >= least) return number;
  throw new CommandError(code, `the ${name} must be a whole number of at least ${least}`);
}

function* mapped(docs: Iterable<Doc>, map: (doc: Doc) => Iterable<Doc>): Generator<Doc> {
  for (const doc of docs) yield* map(doc);
}

const parsers: Record<Stage, (operand: Value) => Transform> = {
  $match: (operand) => {
    const filter = parseFilter(documentOperand(operand, '$match', 15959));
    return (docs) => mapped(docs, (doc) => (matches(filter, doc) ? [doc] : []));
  },
  $sort: (operand) => {
    const pattern = parseSort(documentOperand(operand, '$sort', 15973));
    if (!pattern) throw new CommandError(15976, '$sort stage must have at least one sort key');
    return (docs) => sortBy(docs, pattern, (doc) => doc);
  },
  $skip: (operand) => {
    const skip = wholeNumber(operand, '$skip', 0, 5107200);
    return (docs) => {
      let left = skip;
      return mapped(docs, (doc) => (left-- > 0 ? [] : [doc]));
    };
  },
  $limit: (operand) => {
    const limit = wholeNumber(operand, '$limit', 1, 15958);
    return function* (docs) {
      let given = 0;
      for (const doc of docs) {
        yield doc;
        given += 1;
        if (given === limit) return;
      }
    };
  },
  $project: project,
  $group: group,
  $count: (operand) => {
    if (typeof operand !== 'string' || !/^[^$.\0]+$/.test(operand))
      throw new CommandError(40156, 'the count field must be a non-empty string');
    return function* (docs) {
      let count = 0;
      for (const _ of docs) count += 1;
      if (count > 0) yield new Map([[operand, count]]);
    };
  },
  $unwind: (operand) => {
    if (typeof operand !== 'string') throw notImplemented('options of $unwind');
    if (!/^\$[^$.]+$/.test(operand))
      throw new CommandError(28818, 'the path of $unwind must be a field name after $');
    const name = operand.slice(1);
    return (docs) =>
      mapped(docs, (doc) => {
        const value = doc.get(name) ?? [];
        return (Array.isArray(value) ? value : [value]).map((item) => new Map(doc).set(name, item));
      });
  },
};

/** Including and excluding fields as in `find`; fields given by an expression are computed and added. */
function project(operand: Value): Transform {
  const spec = documentOperand(operand, '$project', 15969);
  if (spec.size === 0)
    throw new CommandError(51272, 'Invalid $project: it must have at least one field');
  const isPlain = (value: Value): boolean =>
    isNumber(value) || typeof value === 'boolean' || (isDoc(value) && !isOperators(value));
  const computed = [...spec]
    .filter(([, value]) => !isPlain(value))
    .map(([path, value]) => [path.split('.'), parseExpression(value)] as const);
  const plain: Doc = new Map([...spec].filter(([, value]) => isPlain(value)));
  if (computed.length > 0 && !plain.has('_id')) plain.set('_id', true);
  if (
    computed.length > 0 &&
    [...plain].some(([path, value]) => path !== '_id' && !isDoc(value) && !isTrue(value))
  ) {
    throw new CommandError(31254, 'Cannot do exclusion in a projection with computed fields');
  }
  const onlyComputed = [...plain.keys()].every((path) => path === '_id') && computed.length > 0;
  const projection = parseProjection(onlyComputed ? new Map([['_id', true]]) : plain)!;
  return (docs) =>
    mapped(docs, (doc) => {
      const result = projection(doc);
      if (onlyComputed && !isTrue(plain.get('_id'))) result.delete('_id');
      for (const [parts, expression] of computed) {
        const value = expression(doc);
        if (value !== undefined) setAt(result, parts, value);
      }
      return [result];
    });
}

/** @throws CommandError 168 for unknown expressions, 238 for refused ones */
function parseExpression(value: Value): Expression {
  if (typeof value === 'string' && value.startsWith('$')) {
    if (value.startsWith('$$')) throw notImplemented(`the variable ${value}`);
    const parts = value.slice(1).split('.');
    if (parts.includes('')) throw new CommandError(40353, `'${value}' is not a field path`);
    return (doc) => resolve(doc, parts);
  }
  if (Array.isArray(value)) throw notImplemented('arrays of expressions');
  if (!isDoc(value)) return () => value;
  const [first] = value;
  if (first && isOperators(value)) {
    const [name, operand] = first;
    if (!has(expressions, name)) throw unknown(name, 'expression', 168);
    return operators[name](operand);
  }
  const fields = [...value].map(([name, item]) => [name, parseExpression(item)] as const);
  return (doc) => {
    const known = fields.map(([name, item]): [string, Value | undefined] => [name, item(doc)]);
    return new Map(known.filter((field): field is [string, Value] => field[1] !== undefined));
  };
}

/** A field path in an expression: through arrays it gives the array of what is found in their documents. */
function resolve(value: Value | undefined, parts: readonly string[]): Value | undefined {
  if (parts.length === 0) return value;
  if (isDoc(value)) return resolve(value.get(parts[0]!), parts.slice(1));
  if (!Array.isArray(value)) return undefined;
  return value
    .map((item) => (isDoc(item) ? resolve(item, parts) : undefined))
    .filter((item) => item !== undefined);
}

const unitMs = new Map([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]);

const operators: Record<ExpressionName, (operand: Value) => Expression> = {
  $literal: (operand) => () => operand,
  $dateToString: (operand) => {
    const format = (operand as Doc).get('format') ?? '%Y-%m-%dT%H:%M:%S.%LZ';
    if (typeof format !== 'string' || /%[^YmdHMSL]/.test(format))
      throw notImplemented(`the date format ${String(format)}`);
    return dateExpression('$dateToString', operand, 'format', (ms) => {
      const text = new Date(ms).toISOString();
      const places: Record<string, string> = {
        Y: text.slice(0, 4),
        m: text.slice(5, 7),
        d: text.slice(8, 10),
        H: text.slice(11, 13),
        M: text.slice(14, 16),
        S: text.slice(17, 19),
        L: text.slice(20, 23),
      };
      return format.replace(/%(.)/g, (_, letter: string) => places[letter]!);
    });
  },
  $dateTrunc: (operand) => {
    const unit = unitMs.get(String((operand as Doc).get('unit')));
    if (!unit) throw notImplemented('$dateTrunc by other units than day, hour and minute');
    return dateExpression('$dateTrunc', operand, 'unit', (ms) =>
      dateValue(Math.floor(ms / unit) * unit),
    );
  },
};

function dateExpression(
  name: string,
  operand: Value,
  option: string,
  result: (ms: number) => Value,
): Expression {
  const options = documentOperand(operand, name, 18629);
  const other = [...options.keys()].find((key) => key !== 'date' && key !== option);
  if (other) throw notImplemented(`${other} of ${name}`);
  const date = parseExpression(options.get('date') ?? null);
  return (doc) => {
    const value = date(doc) ?? null;
    const ms = dateMs(value);
    if (ms === null && value !== null)
      throw new CommandError(16006, `can't convert to a date in ${name}`);
    return ms === null ? null : result(ms);
  };
}

interface Accumulation {
  add(value: Value | undefined): void;
  result(): Value;
}

/** An accumulation that keeps one value: the next one where `takes` says so. */
function keeping(takes: (next: Value, kept: Value, first: boolean) => boolean): Accumulation {
  let [kept, first] = [null as Value, true];
  return {
    add: (value = null) => {
      if (takes(value, kept, first)) kept = value;
      first = false;
    },
    result: () => kept,
  };
}

function collecting(takes: (items: Value[], value: Value) => boolean): Accumulation {
  const items: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined && takes(items, value)) items.push(value);
    },
    result: () => items,
  };
}

function summing(result: (sum: BsonNumber, count: number) => Value): Accumulation {
  let [sum, count] = [0 as BsonNumber, 0];
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      sum = calculate(sum, value, '$inc');
      count += 1;
    },
    result: () => result(sum, count),
  };
}

const accumulations: Record<Accumulator, () => Accumulation> = {
  $sum: () => summing((sum) => sum),
  $avg: () => summing((sum, count) => (count === 0 ? null : new Double(toNumber(sum) / count))),
  $min: () => keeping((next, kept) => next !== null && (kept === null || order(next, kept) < 0)),
  $max: () => keeping((next, kept) => next !== null && (kept === null || order(next, kept) > 0)),
  $first: () => keeping((_next, _kept, first) => first),
  $last: () => keeping(() => true),
  $push: () => collecting(() => true),
  $addToSet: () => collecting((items, value) => !items.some((item) => equal(item, value))),
};

function group(operand: Value): Transform {
  const spec = documentOperand(operand, '$group', 15947);
  if (!spec.has('_id')) throw new CommandError(15955, 'a group specification must include an _id');
  const id = parseExpression(spec.get('_id')!);
  const fields = [...spec]
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => {
      const [accumulator, argument] = (isDoc(value) && value.size === 1 && [...value][0]) || [];
      if (accumulator === undefined)
        throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
      if (!has(accumulators, accumulator)) throw unknown(accumulator, 'group operator', 15952);
      return { name, make: accumulations[accumulator], argument: parseExpression(argument!) };
    });
  return function* (docs) {
    const groups = new Map<string, { id: Value; cells: Accumulation[] }>();
    for (const doc of docs) {
      const value = id(doc) ?? null;
      const key = keyOf(value).toString('latin1');
      const found = groups.get(key) ?? { id: value, cells: fields.map(({ make }) => make()) };
      groups.set(key, found);
      for (const [i, cell] of found.cells.entries()) cell.add(fields[i]!.argument(doc));
    }
    for (const { id: value, cells } of groups.values()) {
      yield new Map([
        ['_id', value],
        ...cells.map((cell, i): [string, Value] => [fields[i]!.name, cell.result()]),
      ]);
    }
  };
}
