/** Longer words are cut: they differ in their first characters. */
const wordLengthMax = 32;

/**
 * Returns the distinct words of a text in the form in which words are compared: without accents and case, and `ss` for
 * `ß`. A word is a run of letters and digits.
 */
export function wordsIn(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
  const found = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found.map((word) => [...word].slice(0, wordLengthMax).join('')))];
}
