import type { Catalogue } from '../create-translator.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type ReportEnglish } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

/** The messages of the page of a report. */
export const reportCatalogue: Catalogue<ReportEnglish> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};
