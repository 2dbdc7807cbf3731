/** The few expressions that pipelines may use, compiled to functions of a document. */
import {
  bsonType,
  type Doc,
  type Double,
  dateMs,
  dateValue,
  isDoc,
  isNumber,
  isTrue,
  Raw,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { equal } from './keys.js';
import { type ExpressionName, expressions, has, isRefused } from './supported.js';
import { calculate } from './update.js';

/** Undefined: the field is missing. */
export type Expression = (doc: Doc) => Value | undefined;

/** @throws CommandError 168 for unknown expressions, 238 for refused ones */
export function parseExpression(value: Value): Expression {
  if (typeof value === 'string' && value.startsWith('$$')) {
    const [variable, ...parts] = value.slice(2).split('.');
    if (variable !== 'ROOT' && variable !== 'CURRENT')
      throw notImplemented(`the variable $$${variable}`);
    return (doc) => resolve(doc, parts);
  }
  if (typeof value === 'string' && value.startsWith('$')) {
    const parts = value.slice(1).split('.');
    if (parts.includes('')) throw new CommandError(40353, `'${value}' is not a field path`);
    return (doc) => resolve(doc, parts);
  }
  if (Array.isArray(value)) {
    const items = value.map(parseExpression);
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (!isDoc(value)) return () => value;
  const [first] = value.keys();
  if (first?.startsWith('$')) return parseOperator(first, value);
  const fields = [...value].map(([name, item]) => [name, parseExpression(item)] as const);
  return (doc) => {
    const result: Doc = new Map();
    for (const [name, item] of fields) {
      const field = item(doc);
      if (field !== undefined) result.set(name, field);
    }
    return result;
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

function parseOperator(name: string, value: Doc): Expression {
  if (!has(expressions, name)) {
    throw isRefused(name)
      ? notImplemented(`the expression ${name}`)
      : new CommandError(168, `Unrecognized expression '${name}'`);
  }
  if (value.size !== 1) throw new CommandError(15983, 'an expression must have exactly one field');
  return operators[name](value.get(name)!);
}

function operands(operand: Value, name: string, count?: number): Expression[] {
  const items = Array.isArray(operand) ? operand : [operand];
  if (count !== undefined && items.length !== count) {
    throw new CommandError(
      16020,
      `Expression ${name} takes exactly ${count} arguments. ${items.length} were passed in.`,
    );
  }
  return items.map(parseExpression);
}

function absent(value: Value | undefined): value is null | undefined {
  return value === undefined || value === null;
}

const operators: Record<ExpressionName, (operand: Value) => Expression> = {
  $literal: (operand) => () => operand,
  $eq: (operand) => {
    const [a, b] = operands(operand, '$eq', 2) as [Expression, Expression];
    return (doc) => {
      const [x, y] = [a(doc), b(doc)];
      return x === undefined || y === undefined ? x === y : equal(x, y);
    };
  },
  $cond: (operand) => {
    const parts = isDoc(operand)
      ? ['if', 'then', 'else'].map((name) => operand.get(name) ?? null)
      : operand;
    const [test, yes, no] = operands(parts, '$cond', 3) as [Expression, Expression, Expression];
    return (doc) => (isTrue(test(doc)) ? yes(doc) : no(doc));
  },
  $ifNull: (operand) => {
    const items = operands(operand, '$ifNull');
    if (items.length < 2) throw new CommandError(1257300, '$ifNull needs at least two arguments');
    return (doc) => {
      for (const item of items.slice(0, -1)) {
        const value = item(doc);
        if (!absent(value)) return value;
      }
      return items.at(-1)!(doc);
    };
  },
  $add: (operand) => {
    const items = operands(operand, '$add');
    return (doc) => {
      let sum: number | bigint | Double = 0;
      for (const item of items) {
        const value = item(doc);
        if (absent(value)) return null;
        if (!isNumber(value)) throw new CommandError(14, '$add only supports numeric types here');
        sum = calculate(sum, value, '$inc');
      }
      return sum;
    };
  },
  $concatArrays: (operand) => {
    const items = operands(operand, '$concatArrays');
    return (doc) => {
      const arrays = items.map((item) => item(doc));
      if (arrays.some(absent)) return null;
      if (!arrays.every(Array.isArray))
        throw new CommandError(28664, '$concatArrays only supports arrays');
      return (arrays as Value[][]).flat();
    };
  },
  $dateToString: (operand) => {
    const options = optionsOf(operand, '$dateToString', ['date', 'format']);
    const [date, format] = [
      parseExpression(options.get('date') ?? null),
      options.get('format') ?? '%Y-%m-%dT%H:%M:%S.%LZ',
    ];
    if (typeof format !== 'string')
      throw new CommandError(18533, '$dateToString requires that format be a string');
    if (/%[^YmdHMSL%]/.test(format)) throw notImplemented(`the date format '${format}'`);
    return (doc) => {
      const ms = dateOperand(date(doc), '$dateToString');
      if (ms === null) return null;
      const [, Y, m, d, H, M, S, L] = /^(.+)-(..)-(..)T(..):(..):(..)\.(...)Z$/.exec(
        new Date(ms).toISOString(),
      )!;
      const parts: Record<string, string> = {
        Y: Y!,
        m: m!,
        d: d!,
        H: H!,
        M: M!,
        S: S!,
        L: L!,
        '%': '%',
      };
      return format.replace(/%(.)/g, (_, letter: string) => parts[letter]!);
    };
  },
  $dateTrunc: (operand) => {
    const options = optionsOf(operand, '$dateTrunc', ['date', 'unit']);
    const date = parseExpression(options.get('date') ?? null);
    const unit = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 }[
      String(options.get('unit'))
    ];
    if (!unit) throw notImplemented(`$dateTrunc by ${String(options.get('unit'))}`);
    return (doc) => {
      const ms = dateOperand(date(doc), '$dateTrunc');
      return ms === null ? null : dateValue(Math.floor(ms / unit) * unit);
    };
  },
};

function optionsOf(operand: Value, name: string, known: string[]): Doc {
  if (!isDoc(operand)) throw new CommandError(18629, `${name} takes a document`);
  for (const option of operand.keys())
    if (!known.includes(option)) throw notImplemented(`${option} of ${name}`);
  return operand;
}

function dateOperand(value: Value | undefined, name: string): number | null {
  if (absent(value)) return null;
  if (value instanceof Raw && value.type === bsonType.objectId)
    return value.bytes.readUInt32BE() * 1000;
  const ms = dateMs(value);
  if (ms === null) throw new CommandError(16006, `can't convert to a date in ${name}`);
  return ms;
}
