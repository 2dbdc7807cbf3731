import type { Child } from 'hono/jsx';

/** A sentence of the words with elements in the places of its `{names}`. */
export function fill(sentence: string, values: Record<string, Child>): Child[] {
  return sentence
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? (values[part.slice(1, -1)] ?? '') : part));
}
