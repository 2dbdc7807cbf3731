import type { Catalogue } from '../create-translator.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { type CheckoutEnglish, en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBR } from './pt-br.js';

/** The messages of the sandbox checkout, and of the page for a session paid at another provider. */
export const checkoutCatalogue: Catalogue<CheckoutEnglish> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBR,
  ja,
  ar,
};
