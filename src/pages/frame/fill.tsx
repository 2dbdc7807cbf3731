import type { Child } from 'hono/jsx';

/** Inserts elements into a message in place of its `{names}`. */
export function fill(sentence: string, values: Record<string, Child>): Child[] {
  return sentence
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? (values[part.slice(1, -1)] ?? '') : part));
}
