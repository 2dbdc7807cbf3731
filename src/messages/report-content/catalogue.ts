import type { Catalogue } from '../create-translator.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { type ContentEnglish, en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

/** The messages of what the service writes into a report. */
export const contentCatalogue: Catalogue<ContentEnglish> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};
