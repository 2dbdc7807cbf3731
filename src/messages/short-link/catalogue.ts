import type { Catalogue } from '../create-translator.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type ShortLinkEnglish } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

/** The messages of the pages that open a link by a short code, from a QR code or a text message. */
export const shortLinkCatalogue: Catalogue<ShortLinkEnglish> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};
