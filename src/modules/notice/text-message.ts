import type { Language } from '../../messages/language.js';

/** The letters that a text message of 160 characters can have (GSM 03.38); any other halves it to 70. */
export const gsmPattern = /^[A-Za-z0-9 @£$¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§äöñüà!"#%&'()*+,./:;<=>?¡¿-]*$/;

const nameMax = 30;

/** Languages whose messages have other letters anyway. */
const wideLanguages: readonly Language[] = ['ja', 'ar'];

/**
 * Returns a name that a user typed for a text message: on one line, without what phones turn into a link, and at most 30
 * characters. Empty if it has letters that would make a message in the language longer.
 */
export function textName(name: string, language: Language): string {
  const clean = name
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim()
    .slice(0, nameMax)
    .trim();
  return wideLanguages.includes(language) || gsmPattern.test(clean) ? clean : '';
}
