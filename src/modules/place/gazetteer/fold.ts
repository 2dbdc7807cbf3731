/** Letters without a decomposition, as people type them without accents. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  þ: 'th',
  ŋ: 'n',
  ə: 'e',
};

/** Words that names have in several forms. */
const forms: Record<string, string> = {
  st: 'saint',
  sankt: 'saint',
  sint: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
};

const expanded = (word: string) => forms[word] ?? word;

/**
 * Returns a name as it is compared: lower case, without accents and apostrophes, words separated by one space.
 *
 * @param isTyped true if the last word can be incomplete, so that it is not read as an abbreviation
 */
export function fold(name: string, isTyped = false): string {
  const tokens = name
    .normalize('NFKD')
    // Accents, Hebrew points and Arabic vowel signs; other scripts cannot be read without their marks.
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðłħıŧþŋə]/g, (letter) => letters[letter] as string)
    .replace(/['’‘ʻʼʹʾʿ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const last = tokens.length - 1;
  return tokens.map((word, index) => (isTyped && index === last ? word : expanded(word))).join(' ');
}
