/// <reference lib="dom" />
import { filled } from '../../../messages/fill.js';
import { type ScriptKey, textsId } from '../../../messages/frame/script-keys.js';
import { type Language, languages } from '../../../messages/language.js';

/** Returns the language of the page. */
export const pageLanguage = (): Language =>
  languages.find((language) => language === document.documentElement.lang) ?? 'en';

type Texts = Readonly<Record<string, string>>;

let read: { element: HTMLElement | null; texts: Texts } | undefined;

/** Returns the messages that the page sent along for its script. */
export function pageTexts(): Texts {
  const element = document.getElementById(textsId);
  // Another page that is inserted brings its messages along.
  if (read?.element !== element || !read) {
    read = { element, texts: JSON.parse(element?.textContent ?? '{}') };
  }
  return read.texts;
}

/** Returns a message of the frame with its arguments; these messages have no plurals. */
export const frameText = (key: ScriptKey, values: Texts = {}): string =>
  filled(pageTexts()[key], values);
