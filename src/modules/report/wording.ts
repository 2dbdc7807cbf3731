/** Joins items, for example `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Formats an RFC 3339 instant in UTC, for example `2026-11-20 13:52:54 UTC`. */
export function readableInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

/** Returns a text without line breaks. */
export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Returns whether a text ends like a sentence, in any of the languages of readers. */
export const isSentence = (text: string): boolean => /[.!?…。！？؟]\u2069?$/.test(text);
