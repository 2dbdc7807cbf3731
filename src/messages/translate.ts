import { ar } from './ar.js';
import { type Catalogue, createTranslator, type Translate } from './create-translator.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import type { Language } from './language.js';
import { ptBR } from './pt-br.js';

type English = typeof en;

/** The messages of mails and text messages in every language. */
export const catalogue: Catalogue<English> = { en, de, fr, es, 'pt-BR': ptBR, ja, ar };

/** Returns a message of a mail or text message in one language. */
export type MailTranslate = Translate<English>;

/** Returns the messages of mails and text messages in a language. */
export const translator = (language: Language): MailTranslate =>
  createTranslator(catalogue, language);
