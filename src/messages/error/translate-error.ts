import { type ApiError, type ErrorText, valuesIn } from '../../errors.js';
import { formatText } from '../create-translator.js';
import { errorDetailCatalogue } from '../error-detail/catalogue.js';
import { isolated } from '../format.js';
import type { Language } from '../language.js';
import { codeTexts } from './catalogue.js';

/** The texts of an error for its reader. */
export interface ErrorTexts {
  title: string;
  detail: string;
  hint: string;
}

function textIn(language: Language, { key, values, english }: ErrorText): string {
  if (language === 'en' || key === null) return english;
  const shown = Object.entries(valuesIn(language, values)).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(language, value) : value,
  ]);
  return formatText(errorDetailCatalogue[language], language, key, Object.fromEntries(shown));
}

/** Returns the texts of an error in a language. Sentences of libraries and of 422 responses stay in English. */
export function translateError(error: ApiError, language: Language): ErrorTexts {
  const [title, hint] = codeTexts[language][error.code];
  const { detail, hint: ownHint } = error.texts;
  return {
    title,
    detail: detail ? textIn(language, detail) : `${title}${language === 'ja' ? '。' : '.'}`,
    hint: ownHint ? textIn(language, ownHint) : hint,
  };
}
