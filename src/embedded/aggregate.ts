/** Pipelines: the stages, each a function from the documents before it to those after it. */
import { type Doc, Double, isDoc, isNumber, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Expression, parseExpression } from './expression.js';
import { matchAll, matches, parseFilter } from './filter.js';
import { equal, keyOf, order } from './keys.js';
import { setAt, unsetAt } from './paths.js';
import { parseProjection } from './project.js';
import { parseSort } from './query.js';
import { sortBy } from './sort.js';
import { type Accumulator, accumulators, has, isRefused, type Stage, stages } from './supported.js';
import { calculate } from './update.js';

export type Transform = (docs: Iterable<Doc>) => Iterable<Doc>;

/** @throws CommandError 40324 for unknown stages, 238 for refused ones */
export function parseStage(stage: Value): { name: Stage; operand: Value; transform: Transform } {
  if (!isDoc(stage) || stage.size !== 1) {
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  }
  const [name, operand] = [...stage][0]!;
  if (!has(stages, name)) {
    throw isRefused(name)
      ? notImplemented(`the stage ${name}`)
      : new CommandError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
  return { name, operand, transform: parsers[name](operand) };
}

function documentOperand(operand: Value, name: string, code: number): Doc {
  if (!isDoc(operand)) throw new CommandError(code, `the ${name} stage takes a document`);
  return operand;
}

/** A count of documents: whole, at least `least`. */
export function wholeNumber(
  value: Value | undefined,
  name: string,
  least: number,
  code: number,
): number {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  if (!Number.isInteger(number) || number < least) {
    throw new CommandError(code, `the ${name} must be a whole number of at least ${least}`);
  }
  return number;
}

function* limited(docs: Iterable<Doc>, limit: number): Generator<Doc> {
  let left = limit;
  for (const doc of docs) {
    yield doc;
    left -= 1;
    if (left === 0) return;
  }
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
    return (docs) => limited(docs, limit);
  },
  $project: project,
  $set: set,
  $addFields: set,
  $unset: (operand) => {
    const paths = (Array.isArray(operand) ? operand : [operand]).map((path): [string, Value] => {
      if (typeof path !== 'string')
        throw new CommandError(31002, '$unset takes a string or an array of strings');
      return [path, 0];
    });
    const projection = parseProjection(new Map(paths))!;
    return (docs) => mapped(docs, (doc) => [projection(doc, matchAll)]);
  },
  $group: group,
  $count: (operand) => {
    if (typeof operand !== 'string' || operand === '' || /[$.\0]/.test(operand)) {
      throw new CommandError(40156, 'the count field must be a non-empty string without $ or .');
    }
    return function* (docs) {
      let count = 0;
      for (const _ of docs) count += 1;
      if (count > 0) yield new Map([[operand, count]]);
    };
  },
  $unwind: unwind,
};

/** Including and excluding fields as in `find`; fields given by an expression are computed. */
function project(operand: Value): Transform {
  const spec = documentOperand(operand, '$project', 15969);
  if (spec.size === 0)
    throw new CommandError(
      51272,
      'Invalid $project :: projection specification must have at least one field',
    );
  const computed: [string[], Expression][] = [];
  const plain: Doc = new Map();
  for (const [path, value] of spec) {
    if (isNumber(value) || typeof value === 'boolean') plain.set(path, value);
    else if (isDoc(value) && ![...value.keys()][0]?.startsWith('$')) plain.set(path, value);
    else computed.push([path.split('.'), parseExpression(value)]);
  }
  const including =
    computed.length > 0 && ![...plain].some(([path, value]) => path !== '_id' && isTrue(value));
  if (including && [...plain.keys()].some((path) => path !== '_id')) {
    throw new CommandError(31254, 'Cannot do exclusion in a projection with computed fields');
  }
  const projection = plain.size > 0 && !including ? parseProjection(plain)! : null;
  const keepsId = !plain.has('_id') || isTrue(plain.get('_id'));
  return (docs) =>
    mapped(docs, (doc) => {
      const id = doc.get('_id');
      const result: Doc = projection
        ? projection(doc, matchAll)
        : keepsId && id !== undefined
          ? new Map([['_id', id]])
          : new Map();
      return [withComputed(result, doc, computed)];
    });
}

function set(operand: Value): Transform {
  const spec = documentOperand(operand, '$set', 40272);
  const computed = [...spec].map(([path, value]): [string[], Expression] => [
    path.split('.'),
    parseExpression(value),
  ]);
  return (docs) => mapped(docs, (doc) => [withComputed(new Map(doc), doc, computed)]);
}

function withComputed(result: Doc, doc: Doc, computed: readonly [string[], Expression][]): Doc {
  for (const [parts, expression] of computed) {
    const value = expression(doc);
    if (parts.length > 1) ownPath(result, parts);
    if (value === undefined) unsetAt(result, parts);
    else setAt(result, parts, value);
  }
  return result;
}

/** Make the documents on the way copies (or new, where a scalar stands), so that the source stays whole. */
function ownPath(doc: Doc, parts: readonly string[]): void {
  let at = doc;
  for (const part of parts.slice(0, -1)) {
    const inner = at.get(part);
    if (Array.isArray(inner)) throw notImplemented('computed fields inside arrays');
    const copy: Doc = new Map(isDoc(inner) ? inner : []);
    at.set(part, copy);
    at = copy;
  }
}

interface Accumulation {
  add(value: Value | undefined): void;
  result(): Value;
}

function extreme(sign: number): Accumulation {
  let best: Value = null;
  return {
    add: (value) => {
      if (value !== undefined && value !== null && (best === null || order(value, best) * sign > 0))
        best = value;
    },
    result: () => best,
  };
}

function collected(keep: (items: Value[], value: Value) => boolean): Accumulation {
  const items: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined && keep(items, value)) items.push(value);
    },
    result: () => items,
  };
}

function ended(last: boolean): Accumulation {
  let [seen, kept] = [false, null as Value];
  return {
    add: (value) => {
      if (last || !seen) kept = value ?? null;
      seen = true;
    },
    result: () => kept,
  };
}

function summed(average: boolean): Accumulation {
  let [sum, count] = [0 as number | bigint | Double, 0];
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      sum = calculate(sum, value, '$inc');
      count += 1;
    },
    result: () => (average ? (count === 0 ? null : new Double(toNumber(sum) / count)) : sum),
  };
}

const accumulations: Record<Accumulator, () => Accumulation> = {
  $sum: () => summed(false),
  $avg: () => summed(true),
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => ended(false),
  $last: () => ended(true),
  $push: () => collected(() => true),
  $addToSet: () => collected((items, value) => !items.some((item) => equal(item, value))),
};

function group(operand: Value): Transform {
  const spec = documentOperand(operand, '$group', 15947);
  if (!spec.has('_id')) throw new CommandError(15955, 'a group specification must include an _id');
  const id = parseExpression(spec.get('_id')!);
  const fields = [...spec]
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => {
      if (!isDoc(value))
        throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
      const [accumulator, argument] = [...value][0] ?? ['', null];
      if (value.size !== 1)
        throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
      if (!has(accumulators, accumulator)) {
        throw isRefused(accumulator)
          ? notImplemented(`the accumulator ${accumulator}`)
          : new CommandError(15952, `unknown group operator '${accumulator}'`);
      }
      return { name, make: accumulations[accumulator], argument: parseExpression(argument) };
    });
  return function* (docs) {
    const groups = new Map<string, { id: Value; cells: Accumulation[] }>();
    for (const doc of docs) {
      const value = id(doc) ?? null;
      const key = keyOf(value).toString('latin1');
      const found = groups.get(key) ?? { id: value, cells: fields.map(({ make }) => make()) };
      groups.set(key, found);
      for (let i = 0; i < fields.length; i += 1) found.cells[i]!.add(fields[i]!.argument(doc));
    }
    for (const { id: value, cells } of groups.values()) {
      const result: Doc = new Map([['_id', value]]);
      for (const [i, cell] of cells.entries()) result.set(fields[i]!.name, cell.result());
      yield result;
    }
  };
}

function unwind(operand: Value): Transform {
  const path = isDoc(operand) ? operand.get('path') : operand;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new CommandError(28818, "path option to $unwind stage should be prefixed with a '$'");
  const keepEmpty = isDoc(operand) && isTrue(operand.get('preserveNullAndEmptyArrays'));
  if (isDoc(operand)) {
    for (const name of operand.keys()) {
      if (name !== 'path' && name !== 'preserveNullAndEmptyArrays')
        throw notImplemented(`${name} of $unwind`);
    }
  }
  const parts = path.slice(1).split('.');
  const value = parseExpression(path);
  return (docs) =>
    mapped(docs, (doc) => {
      const found = value(doc);
      const items = Array.isArray(found)
        ? found
        : found === undefined || found === null
          ? []
          : [found];
      if (items.length === 0) return keepEmpty ? [doc] : [];
      return items.map((item) => withComputed(new Map(doc), doc, [[parts, () => item]]));
    });
}
