import { IntlMessageFormat } from 'intl-messageformat';
import { ar } from './ar.js';
import type { ArgumentsOf } from './arguments.js';
import { de } from './de.js';
import { en, type MessageKey, type Messages } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { type Language, locales } from './languages.js';
import { ptBR } from './pt-br.js';

/** The messages of every language. */
export const catalogue: Readonly<Record<Language, Messages>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};

type Arguments<Key extends MessageKey> = ArgumentsOf<(typeof en)[Key]>;

/** Returns a message in one language; a message with arguments takes them as its second parameter. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: keyof Arguments<Key> extends never ? [] : [Arguments<Key>]
) => string;

/** Parsed messages by language and key: immutable, and no more than the catalogue has. */
const parsed = new Map<string, IntlMessageFormat>();

function messageOf(language: Language, key: MessageKey): IntlMessageFormat {
  const name = `${language} ${key}`;
  const known = parsed.get(name);
  if (known) return known;
  const text = catalogue[language][key];
  const message = new IntlMessageFormat(text, locales[language], undefined, { ignoreTag: true });
  parsed.set(name, message);
  return message;
}

/** Returns the messages of a language. */
export const translator =
  (language: Language): Translate =>
  (key, ...[values]) =>
    String(messageOf(language, key).format(values as Record<string, string | number> | undefined));
