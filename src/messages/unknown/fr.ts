import type { Translated } from '../create-translator.js';
import type { UnknownEnglish } from './en.js';

/** Messages in French of the pages for unknown URLs, and for requests that failed. */
export const fr: Translated<UnknownEnglish> = {
  'unknown.heading': 'Cette page n’existe pas',
  'unknown.lead': 'L’adresse est peut-être incomplète, ou la page a été déplacée.',
  'unknown.rejected': 'Cela n’a pas fonctionné',
  'unknown.request': 'Demander une vérification',
};
