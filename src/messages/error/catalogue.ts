import { type ErrorCode, errorCatalogue } from '../../errors.js';
import { type Language, languages } from '../language.js';
import { ar } from './ar.js';
import type { CodeTexts } from './code-texts.js';
import { de } from './de.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

const en = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, [, title, hint]]) => [code, [title, hint]]),
) as unknown as CodeTexts;

/** Titles and hints of errors; the English ones are those of the error catalogue. */
export const codeTexts: Readonly<Record<Language, CodeTexts>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};

type Keyed = Readonly<Record<`title.${ErrorCode}` | `hint.${ErrorCode}`, string>>;

const keyed = (texts: CodeTexts) =>
  Object.fromEntries(
    codes.flatMap((code) => [
      [`title.${code}`, texts[code][0]],
      [`hint.${code}`, texts[code][1]],
    ]),
  ) as Keyed;

/** The same texts by key, for the check of messages. */
export const errorCatalogueTexts = Object.fromEntries(
  languages.map((language) => [language, keyed(codeTexts[language])]),
) as Readonly<Record<Language, Keyed>>;
