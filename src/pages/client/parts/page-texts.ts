/// <reference lib="dom" />
import { type ScriptKey, textsId } from '../../../messages/frame/script-keys.js';
import { type Language, languages } from '../../../messages/language.js';

/** Returns the language of the page. */
export const pageLanguage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en';

let json = '{}';
let texts: Readonly<Record<string, string>> = {};

/** Returns the messages that the page sent along for its script. An update can replace them: see `swap.ts`. */
export function pageTexts(): Readonly<Record<string, string>> {
  const sent = document.getElementById(textsId)?.textContent ?? '{}';
  if (sent !== json) texts = JSON.parse(sent) as Record<string, string>;
  json = sent;
  return texts;
}

/** Returns a message of the frame with its arguments; these messages have no plurals. */
export const frameText = (key: ScriptKey, values: Readonly<Record<string, string>> = {}): string =>
  (pageTexts()[key] ?? '').replace(/\{(\w+)\}/g, (argument, name) => values[name] ?? argument);
