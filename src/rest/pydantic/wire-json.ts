import { codePointLength } from '../../lib/schema.js';

/**
 * Parses JSON like Python's `json.loads`, because its messages and positions are part of the 422 response. Beyond RFC
 * 8259 it accepts NaN, Infinity and -Infinity.
 */

/** A JSON value as received: integers beyond ±(2^53 − 1) are bigint, so that no digit is lost. */
export type WireValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | WireValue[]
  | { [name: string]: WireValue };

/** Malformed JSON. `position` counts code points from the start of the text. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
  }
}

/** A body that cannot be read at all: not text in its encoding, or beyond the reader's limits. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
}

/** Maximum nesting, just below what Python's recursion limit allows. */
export const depthMax = 960;
/** Maximum digits of an integer: Python's limit for converting text to int. */
const integerDigitsMax = 4300;

/**
 * Decodes a JSON body: UTF-8 with or without a byte order mark, or UTF-16 recognized by its mark or its zero bytes.
 *
 * @throws UnreadableBodyError if the bytes are not text in that encoding
 */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableBodyError('the body is no text', { cause });
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (bytes.length !== 2 && bytes.length < 4) return 'utf-8';
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0 && (bytes.length === 2 || third || fourth)) return 'utf-16le';
  return 'utf-8';
}

/**
 * Parses JSON text. The last value of a repeated name counts.
 *
 * @throws JsonSyntaxError with Python's message for malformed JSON
 * @throws UnreadableBodyError for nesting or integers beyond the limits
 */
export function parseJson(text: string): WireValue {
  return new Reader(text).document();
}

const space = new Set<string | undefined>([' ', '\t', '\n', '\r']);
/** All characters from the space on, except the quote and the backslash. */
const plainCharacters = /[ !#-[\]-\uffff]*/y;
const fourHexDigits = /[0-9a-fA-F]{4}/y;
const numberLiteral = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const constantLiteral = /null|true|false|NaN|-?Infinity/y;
const constants: Record<string, WireValue> = {
  null: null,
  true: true,
  false: false,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): WireValue {
    this.skipSpace();
    const value = this.value();
    this.skipSpace();
    if (this.at < this.text.length) throw this.error('Extra data');
    return value;
  }

  private value(): WireValue {
    const start = this.text[this.at];
    if (start === '"') return this.string();
    if (start === '{') return this.nested(() => this.object());
    if (start === '[') return this.nested(() => this.array());
    const constant = this.match(constantLiteral);
    if (constant) return constants[constant[0]] as WireValue;
    return this.number();
  }

  private nested<T>(read: () => T): T {
    if (++this.depth > depthMax) throw new UnreadableBodyError('the body is nested too deeply');
    this.at++;
    this.skipSpace();
    const value = read();
    this.at++;
    this.depth--;
    return value;
  }

  private object(): WireValue {
    const object: { [name: string]: WireValue } = {};
    if (this.text[this.at] === '}') return object;
    for (;;) {
      if (this.text[this.at] !== '"') {
        throw this.error('Expecting property name enclosed in double quotes');
      }
      const name = this.string();
      this.skipSpace();
      if (this.text[this.at] !== ':') throw this.error("Expecting ':' delimiter");
      this.at++;
      this.skipSpace();
      const value = this.value();
      if (name === '__proto__') {
        Object.defineProperty(object, name, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      } else object[name] = value;
      if (this.closes('}')) return object;
    }
  }

  private array(): WireValue {
    const array: WireValue[] = [];
    if (this.text[this.at] === ']') return array;
    for (;;) {
      array.push(this.value());
      if (this.closes(']')) return array;
    }
  }

  /** After a member: stops at the closing bracket, or after the comma and its space. */
  private closes(bracket: '}' | ']'): boolean {
    this.skipSpace();
    if (this.text[this.at] === bracket) return true;
    if (this.text[this.at] !== ',') throw this.error("Expecting ',' delimiter");
    this.at++;
    this.skipSpace();
    return false;
  }

  private string(): string {
    const opening = this.at++;
    let value = '';
    for (;;) {
      value += this.match(plainCharacters)?.[0] ?? '';
      const next = this.text[this.at];
      if (next === '"') {
        this.at++;
        return value;
      }
      if (next === undefined) throw this.error('Unterminated string starting at', opening);
      if (next !== '\\') throw this.error('Invalid control character at');
      value += this.escape(opening);
    }
  }

  private escape(opening: number): string {
    const backslash = this.at;
    const letter = this.text[backslash + 1];
    if (letter === undefined) throw this.error('Unterminated string starting at', opening);
    this.at = backslash + 2;
    if (letter === 'u') return this.unicodeEscape();
    const character = escapes[letter];
    if (character === undefined) throw this.error('Invalid \\escape', backslash);
    return character;
  }

  /** Parses the four digits after `\u`. Python also requires a character after them: the closing quote. */
  private unicodeEscape(): string {
    const letter = this.at - 1;
    const digits = this.match(fourHexDigits);
    if (!digits || this.at >= this.text.length) throw this.error('Invalid \\uXXXX escape', letter);
    return String.fromCharCode(Number.parseInt(digits[0], 16));
  }

  private number(): WireValue {
    const literal = this.match(numberLiteral);
    if (!literal) throw this.error('Expecting value');
    const [digits, fraction, exponent] = literal;
    const value = Number(digits);
    if (fraction !== undefined || exponent !== undefined) return value;
    if (Number.isSafeInteger(value)) return value + 0; // an integer has no negative zero
    if (digits.replace('-', '').length > integerDigitsMax) {
      throw new UnreadableBodyError('an integer has too many digits');
    }
    return BigInt(digits);
  }

  private skipSpace() {
    while (space.has(this.text[this.at])) this.at++;
  }

  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at = expression.lastIndex;
    return found;
  }

  /** Creates an error whose position is that of the code point at the UTF-16 index. */
  private error(message: string, index = this.at): JsonSyntaxError {
    return new JsonSyntaxError(message, codePointLength(this.text.slice(0, index)));
  }
}

/** Writes a value as JSON. Numbers that JSON cannot represent become null; bigints keep their digits. */
export function writeJson(value: WireValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
  );
  return `{${members.join(',')}}`;
}
