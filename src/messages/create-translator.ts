import { IntlMessageFormat } from 'intl-messageformat';
import type { ArgumentsOf } from './arguments.js';
import { type Language, locales } from './language.js';

/** Messages in ICU MessageFormat by key. */
export type Texts = Readonly<Record<string, string>>;

/** Messages of another language, with the keys of the English ones. */
export type Translated<English extends Texts> = Readonly<Record<keyof English, string>>;

/** The same messages in every language; the English ones type the others and their arguments. */
export type Catalogue<English extends Texts> = { readonly en: English } & Readonly<
  Record<Exclude<Language, 'en'>, Translated<English>>
>;

type Values<Text extends string> = keyof ArgumentsOf<Text> extends never ? [] : [ArgumentsOf<Text>];

/** Returns a message in one language; a message with arguments takes them as its second parameter. */
export type Translate<English extends Texts> = <Key extends keyof English & string>(
  key: Key,
  ...values: Values<English[Key]>
) => string;

/** Parsed messages: immutable, and no more than there are texts. */
const parsed = new WeakMap<Texts, Map<string, IntlMessageFormat>>();

/** Returns a message of `texts`, which are in `language`; for keys and values that are known only when it runs. */
export function formatText<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  language: Language,
  key: Key,
  values: Record<string, string | number> | undefined,
): string {
  const known = parsed.get(texts) ?? new Map<string, IntlMessageFormat>();
  parsed.set(texts, known);
  let message = known.get(key);
  if (!message) {
    message = new IntlMessageFormat(texts[key], locales[language], undefined, { ignoreTag: true });
    known.set(key, message);
  }
  return String(message.format(values));
}

/** Returns the function that returns messages of one language. */
export const translatorOf =
  <English extends Texts>(texts: Translated<English>, language: Language): Translate<English> =>
  (key, ...[values]) =>
    formatText(texts, language, key, values as Record<string, string | number> | undefined);

/** Returns the function that returns messages of a catalogue in one language. */
export const createTranslator = <English extends Texts>(
  catalogue: Catalogue<English>,
  language: Language,
): Translate<English> => translatorOf<English>(catalogue[language], language);
