import { match } from '@formatjs/intl-localematcher';
import { type Language, languages } from './language.js';

/** Marks the absence of a match: no language is closest to it. */
const none = 'und';

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/**
 * Returns the language that fits the requested ones best, by the distances of CLDR: `pt-BR` for `pt-PT`, `es` for `ca`.
 *
 * @param requested BCP 47 tags, preferred first; other text is ignored
 * @returns null if none fits
 */
export function matchLanguage(requested: readonly string[]): Language | null {
  const tags = requested.filter(isTag);
  if (tags.length === 0) return null;
  const found = match(tags, languages, none);
  return languages.find((language) => language === found) ?? null;
}

/** Returns the language of texts for a person who requested `tag`: English if it is unknown or null. */
export const languageFor = (tag: string | null | undefined): Language =>
  (tag == null ? null : matchLanguage([tag])) ?? 'en';
