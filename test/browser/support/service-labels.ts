import type { Catalogue, Texts } from '../../../src/messages/create-translator.js';
import { languages } from '../../../src/messages/language.js';
import shipped from '../../../src/modules/catalogue/catalogue.json' with { type: 'json' };

type Entry = Record<string, unknown>;

/** Returns every entry with translations, at any depth. */
function entriesOf(value: unknown): Entry[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) =>
    name === 'translations' ? [] : entriesOf(member),
  );
  return 'translations' in value ? [value as Entry, ...below] : below;
}

/** Returns the texts of an entry in one language, each under its place in the file. */
const textsOf = (entry: Entry, texts: Entry, at: number): [string, string][] =>
  Object.keys(entry).flatMap((member) =>
    [texts[member] ?? []]
      .flat()
      .map((text, i): [string, string] => [`${at}.${member}.${i}`, String(text)]),
  );

/** The labels of the shipped catalogue, in the form of messages. */
export const serviceLabels = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      entriesOf(shipped).flatMap((entry, at) => {
        const translations = entry['translations'] as Record<string, Entry>;
        const inEnglish = Object.keys(translations['de'] ?? {});
        const english = Object.fromEntries(inEnglish.map((member) => [member, entry[member]]));
        return textsOf(english, language === 'en' ? english : (translations[language] ?? {}), at);
      }),
    ),
  ]),
) as Catalogue<Texts>;
