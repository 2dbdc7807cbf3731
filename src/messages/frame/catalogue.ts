import type { Catalogue } from '../create-translator.js';
import { en } from './en.js';

export type FrameEnglish = typeof en;

/** The messages that every page can show. */
export const frameCatalogue: Catalogue<FrameEnglish> = {
  en,
  de: en,
  fr: en,
  es: en,
  'pt-BR': en,
  ja: en,
  ar: en,
};
