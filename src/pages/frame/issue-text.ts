import { englishText, type FrameText } from '../messages/frame.en.js';

/** The error of one field. */
export interface FieldError {
  message: string;
  /** Rule by which the script clears the error: `filled`, `min 3`, `max 500`, `number`, `range -90 90`, `any`. */
  rule: string;
}

/** One entry of `detail` in a 422 response. */
export interface Issue {
  type: string;
  loc: readonly (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Readonly<Record<string, unknown>>;
}

/** Bounds of the number fields, by name; an issue names only the violated bound. */
export type Ranges = Readonly<Record<string, readonly [least: number, most: number]>>;

const lengthOf = (value: string) => [...value].length;

/**
 * Returns the message and rule of an issue.
 * @param range bounds of a number field
 * @param translated messages of another language than English
 */
export function errorOf(
  { type, loc, msg, ctx = {} }: Issue,
  value: string,
  range: Ranges[string] | undefined,
  translated: FrameText | null = null,
): FieldError {
  const t = translated ?? englishText;
  if (value.trim() === '' || type === 'missing')
    return { message: t('frame.fill_in'), rule: 'filled' };
  const { min_length: min, max_length: max } = ctx;
  if (type === 'string_too_short' && typeof min === 'number' && min > 0) {
    return { message: t('frame.too_short', { least: String(min) }), rule: `min ${min}` };
  }
  if (type === 'string_too_long' && typeof max === 'number' && max > 0) {
    return {
      message: t('frame.too_long', { most: String(max), have: String(lengthOf(value)) }),
      rule: `max ${max}`,
    };
  }
  if (/^(float|int|finite)_/.test(type)) return { message: t('frame.number'), rule: 'number' };
  if (range && /^(greater|less)_than/.test(type)) {
    const [least, most] = range.map(String) as [string, string];
    return { message: t('frame.range', { least, most }), rule: `range ${least} ${most}` };
  }
  // The text of the rule itself exists only in English.
  if (translated) {
    const isEmail = String(loc.at(-1)).endsWith('email');
    return { message: t(isEmail ? 'frame.email' : 'frame.invalid'), rule: 'any' };
  }
  const text = msg.replace(/^Value error, /, '').replace(/[.!]?$/, '.');
  return { message: text.charAt(0).toUpperCase() + text.slice(1), rule: 'any' };
}
