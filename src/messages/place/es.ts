import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in Spanish of labels of places. */
export const es: Translated<PlaceEnglish> = {
  'place.near': 'Cerca de {place}',
};
