import type { Page } from 'playwright-core';
import type { Catalogue, Texts } from '../../../src/messages/create-translator.js';
import type { Language } from '../../../src/messages/language.js';

/** Texts that a page shows, names of its controls included, except those marked as English. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, [lang=en]')) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
          texts.push(node.getAttribute(name) ?? '');
        }
      } else texts.push(node.textContent ?? '');
    }
    return [document.title, ...texts].map((text) => text.trim()).filter((text) => text !== '');
  });

/** Returns the texts of a message between its arguments. */
const partsOf = (message: string): string[] =>
  message.replace(/\{\w+, plural,.*\}\}/g, '{plural}').split(/\{\w+(?:, number)?\}/);

const patternOf = (message: string): RegExp => {
  const parts = partsOf(message).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
};

/** True if a message has a word besides its arguments, by which its language shows. */
const hasWord = (message: string): boolean => /[a-z]{3}/.test(partsOf(message).join(' '));

/** Returns what a page in another language shows of the English messages of catalogues. */
export async function englishCopy(
  page: Page,
  language: Language,
  catalogues: readonly Catalogue<Texts>[],
): Promise<string[]> {
  // A word of the language can be spelled as an English message of another catalogue is.
  const translated = new Set(catalogues.flatMap((catalogue) => Object.values(catalogue[language])));
  const shown = (await shownTexts(page)).filter((text) => !translated.has(text));
  return catalogues.flatMap((catalogue) =>
    Object.entries(catalogue.en)
      .filter(([key, text]) => catalogue[language][key] !== text && hasWord(text))
      .map(([, text]) => patternOf(text))
      .flatMap((pattern) => shown.filter((text) => pattern.test(text))),
  );
}
