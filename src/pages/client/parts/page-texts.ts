/// <reference lib="dom" />
import { type ScriptKey, textsId } from '../../../messages/frame/script-keys.js';
import { type Language, languages } from '../../../messages/language.js';

/** Returns the language of the page. */
export const pageLanguage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en';

let texts: Readonly<Record<string, string>> | undefined;

/** Returns the messages that the page sent along for its script. */
export function pageTexts(): Readonly<Record<string, string>> {
  texts ??= JSON.parse(document.getElementById(textsId)?.textContent ?? '{}') as Record<
    string,
    string
  >;
  return texts;
}

/** Returns a message of the frame with its arguments; these messages have no plurals. */
export const frameText = (key: ScriptKey, values: Readonly<Record<string, string>> = {}): string =>
  (pageTexts()[key] ?? '').replace(/\{(\w+)\}/g, (argument, name) => values[name] ?? argument);
