import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in Spanish of the pages for unknown URLs, and for requests that failed. */
export const es: Translated<UnknownEnglish> = {
  'unknown.heading': 'Aquí no hay ninguna página',
  'unknown.lead': 'Puede que la dirección esté incompleta o que la página se haya movido.',
  'unknown.rejected': 'No ha funcionado',
  'unknown.request': 'Solicitar una verificación',
};
