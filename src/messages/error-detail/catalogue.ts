import type { Catalogue } from '../create-translator.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { type ErrorDetails, en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

/** Sentences about one occurrence of an error. */
export const errorDetailCatalogue: Catalogue<ErrorDetails> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};
