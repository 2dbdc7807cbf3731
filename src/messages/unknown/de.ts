import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in German of the pages for unknown URLs, and for requests that failed. */
export const de: Translated<UnknownEnglish> = {
  'unknown.heading': 'Seite nicht gefunden',
  'unknown.lead': 'Vielleicht ist die Adresse unvollständig oder die Seite ist umgezogen.',
  'unknown.rejected': 'Das hat nicht funktioniert',
  'unknown.request': 'Prüfung anfragen',
};
