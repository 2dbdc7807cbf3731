import { words } from '../words/frame.en.js';
import type { PageAnswer } from './page-request.js';

/** What is wrong with one field. */
export interface FieldError {
  message: string;
  /** When it is right again, for the script: `filled`, `min 3`, `max 500`, `number`, `range -90 90`, `any`. */
  rule: string;
}

/** A form as it was typed and judged. */
export interface FormState {
  /** Prefix of the ids of its fields, unique on the page. */
  id: string;
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, FieldError>>;
}

/** A form that nobody has sent yet. */
export const freshForm = (id: string, values: Record<string, string> = {}): FormState => ({
  id,
  values,
  errors: {},
});

/** One entry of `detail` in a 422 answer. */
interface Issue {
  type: string;
  loc: (string | number)[];
  msg: string;
  ctx?: { min_length?: number; max_length?: number };
}

/** Bounds of the number fields, by name; an issue names only the one that is broken. */
export type Ranges = Readonly<Record<string, readonly [least: number, most: number]>>;

const lengthOf = (value: string) => [...value].length;

function errorOf(
  { type, msg, ctx = {} }: Issue,
  value: string,
  range: Ranges[string] | undefined,
): FieldError {
  if (value.trim() === '' || type === 'missing') return { message: words.fillIn, rule: 'filled' };
  if (type === 'string_too_short' && ctx.min_length) {
    return { message: words.tooShort(ctx.min_length), rule: `min ${ctx.min_length}` };
  }
  if (type === 'string_too_long' && ctx.max_length) {
    const message = words.tooLong(ctx.max_length, lengthOf(value));
    return { message, rule: `max ${ctx.max_length}` };
  }
  if (/^(float|int|finite)_/.test(type)) return { message: words.number, rule: 'number' };
  if (range && /^(greater|less)_than/.test(type)) {
    return { message: words.range(...range), rule: `range ${range.join(' ')}` };
  }
  const text = msg.replace(/^Value error, /, '').replace(/[.!]?$/, '.');
  return { message: text.charAt(0).toUpperCase() + text.slice(1), rule: 'any' };
}

/** Whether the interface refused what was typed. */
export const isInvalid = ({ status }: PageAnswer) => status === 422;

/**
 * The form after a 422 answer: what was typed, and words for each field that is wrong.
 * @param typed values by field name, secrets left out
 * @param ranges bounds of its numbers
 */
export function refusedForm(
  id: string,
  typed: Record<string, string>,
  { body }: PageAnswer,
  ranges: Ranges = {},
): FormState {
  const { detail } = (body ?? {}) as { detail?: Issue[] };
  const errors: Record<string, FieldError> = {};
  for (const issue of Array.isArray(detail) ? detail : []) {
    const name = String(issue.loc.at(-1));
    errors[name] ??= errorOf(issue, typed[name] ?? '', ranges[name]);
  }
  return { id, values: typed, errors };
}
