import { type Bounds, codePointLength } from '../../lib/schema.js';
import { Fault, notFinite } from './issue.js';
import type { WireValue } from './wire-json.js';

/**
 * Strings, numbers, booleans and choices as pydantic v2 reads them in lax mode. Each function gives
 * the typed value or the Fault.
 */

const plural = (count: number, module: string) => `${count} ${module}${count === 1 ? '' : 's'}`;

/** Strings only; no other value becomes one. Lengths count code points. */
export function coerceText(input: WireValue, bounds: Bounds): string | Fault {
  if (typeof input !== 'string') return new Fault('string_type', 'Input should be a valid string');
  const { minLength, maxLength, pattern } = bounds;
  const length = codePointLength(input);
  if (maxLength !== undefined && length > maxLength) {
    const msg = `String should have at most ${plural(maxLength, 'character')}`;
    return new Fault('string_too_long', msg, { max_length: maxLength });
  }
  if (minLength !== undefined && length < minLength) {
    const msg = `String should have at least ${plural(minLength, 'character')}`;
    return new Fault('string_too_short', msg, { min_length: minLength });
  }
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(input)) {
    const msg = `String should match pattern '${pattern}'`;
    return new Fault('string_pattern_mismatch', msg, { pattern });
  }
  return input;
}

function withinRange(value: number | bigint, { minimum, maximum }: Bounds): number | Fault {
  if (maximum !== undefined && value > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return new Fault('less_than_equal', msg, { le: maximum });
  }
  if (minimum !== undefined && value < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return new Fault('greater_than_equal', msg, { ge: minimum });
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : notFinite;
}

/** Numbers, numerals in strings, and true and false as 1 and 0. */
export function coerceNumber(input: WireValue, bounds: Bounds): number | Fault {
  const value = typeof input === 'string' ? numberOfText(input) : numberOf(input);
  if (value === undefined) {
    return typeof input === 'string'
      ? new Fault(
          'float_parsing',
          'Input should be a valid number, unable to parse string as a number',
        )
      : new Fault('float_type', 'Input should be a valid number');
  }
  return Number.isFinite(value) ? withinRange(value, bounds) : notFinite;
}

function numberOf(input: WireValue): number | undefined {
  if (typeof input === 'boolean') return Number(input);
  if (typeof input === 'number') return input;
  if (typeof input !== 'bigint') return undefined;
  const value = Number(input);
  return Number.isFinite(value) ? value : undefined;
}

/** Rust's `trim`: the Unicode property White_Space, which differs from JavaScript's own. */
function trim(text: string): string {
  const isSpace = (index: number) => /^\p{White_Space}$/u.test(text[index] ?? '');
  let [start, end] = [0, text.length];
  while (isSpace(start)) start++;
  while (end > start && isSpace(end - 1)) end--;
  return text.slice(start, end);
}

const floatNumeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const notFiniteNumeral = /^[+-]?(?:inf|infinity|nan)$/i;

function numberOfText(text: string): number | undefined {
  const trimmed = trim(text);
  // Underscores may stand between any two characters, but not in a numeral with space around it.
  if (trimmed.includes('_') && (trimmed !== text || /^_|__|_$/.test(text))) return undefined;
  const numeral = trimmed.replaceAll('_', '');
  if (notFiniteNumeral.test(numeral)) return Number.NaN;
  return floatNumeral.test(numeral) ? Number(numeral) : undefined;
}

const integerTooLarge = new Fault(
  'int_parsing_size',
  'Unable to parse input string as an integer, exceeded maximum size',
);
/** Floats are converted to a 64-bit integer; this is the first beyond it. */
const int64Limit = 2 ** 63;
/** Of a numeral in a string, leading zeros and a plus aside. */
const integerCharactersMax = 4300;

/** Integers, floats without a fraction, integer numerals in strings, true and false as 1 and 0. */
export function coerceInteger(input: WireValue, bounds: Bounds): number | Fault {
  if (typeof input === 'string') {
    const value = integerOfText(input);
    return value instanceof Fault ? value : withinRange(value, bounds);
  }
  if (typeof input === 'boolean') return withinRange(Number(input), bounds);
  if (typeof input === 'bigint') return withinRange(input, bounds);
  if (typeof input !== 'number') return new Fault('int_type', 'Input should be a valid integer');
  if (!Number.isFinite(input)) return notFinite;
  if (!Number.isInteger(input)) {
    const msg = 'Input should be a valid integer, got a number with a fractional part';
    return new Fault('int_from_float', msg);
  }
  return Math.abs(input) >= int64Limit ? integerTooLarge : withinRange(input, bounds);
}

/** `1_000`, `+7`, `007` and `1.0` are integers in pydantic's eyes; `1e3` is none. */
function integerOfText(text: string): bigint | Fault {
  // Of a text that begins as a JSON number does; judged before what follows the digits is.
  const digits = /^-?[1-9]\d*/.exec(text)?.[0] ?? '';
  if (digits.length > integerCharactersMax) return integerTooLarge;
  const numeral = trim(text)
    .replace(/^([+-]?)0[0_]*(?=\d)/, '$1')
    .replace(/^\+(?=\d)/, '');
  const whole = numeral.replace(/\.0+$/, '').replaceAll('_', '');
  if (!/^-?\d+(?:_\d+)*(?:\.0+)?$/.test(numeral) || whole.length > integerCharactersMax) {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return new Fault('int_parsing', msg);
  }
  return BigInt(whole);
}

const trueWords = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const falseWords = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

/** Booleans, their words in any case, and the numbers 0 and 1. */
export function coerceBoolean(input: WireValue): boolean | Fault {
  if (typeof input === 'boolean') return input;
  const word = typeof input === 'string' ? input.toLowerCase() : undefined;
  if (input === 1 || (word !== undefined && trueWords.has(word))) return true;
  if (input === 0 || (word !== undefined && falseWords.has(word))) return false;
  if (word !== undefined || isInt64(input)) {
    const msg = 'Input should be a valid boolean, unable to interpret input';
    return new Fault('bool_parsing', msg);
  }
  return new Fault('bool_type', 'Input should be a valid boolean');
}

function isInt64(input: WireValue): boolean {
  if (typeof input === 'bigint') return BigInt.asIntN(64, input) === input;
  return typeof input === 'number' && Number.isInteger(input) && Math.abs(input) < int64Limit;
}

/** One of the values exactly; the message lists them as `'a', 'b' or 'c'`. */
export function coerceChoice(input: WireValue, values: readonly string[]): string | Fault {
  if (typeof input === 'string' && values.includes(input)) return input;
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop() ?? '';
  const expected = quoted.length ? `${quoted.join(', ')} or ${last}` : last;
  return new Fault('literal_error', `Input should be ${expected}`, { expected });
}
