import { messages } from '../messages/frame.en.js';

/** The error of one field. */
export interface FieldError {
  message: string;
  /** Rule by which the script clears the error: `filled`, `min 3`, `max 500`, `number`, `range -90 90`, `any`. */
  rule: string;
}

/** One entry of `detail` in a 422 response. */
export interface Issue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: { min_length?: number; max_length?: number };
}

/** Bounds of the number fields, by name; an issue names only the violated bound. */
export type Ranges = Readonly<Record<string, readonly [least: number, most: number]>>;

const lengthOf = (value: string) => [...value].length;

/** Returns the message and rule of an issue. @param range bounds of a number field */
export function errorOf(
  { type, msg, ctx = {} }: Issue,
  value: string,
  range: Ranges[string] | undefined,
): FieldError {
  if (value.trim() === '' || type === 'missing')
    return { message: messages.fillIn, rule: 'filled' };
  if (type === 'string_too_short' && ctx.min_length) {
    return { message: messages.tooShort(ctx.min_length), rule: `min ${ctx.min_length}` };
  }
  if (type === 'string_too_long' && ctx.max_length) {
    const message = messages.tooLong(ctx.max_length, lengthOf(value));
    return { message, rule: `max ${ctx.max_length}` };
  }
  if (/^(float|int|finite)_/.test(type)) return { message: messages.number, rule: 'number' };
  if (range && /^(greater|less)_than/.test(type)) {
    return { message: messages.range(...range), rule: `range ${range.join(' ')}` };
  }
  const text = msg.replace(/^Value error, /, '').replace(/[.!]?$/, '.');
  return { message: text.charAt(0).toUpperCase() + text.slice(1), rule: 'any' };
}
