import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in French of labels of places. */
export const fr: Translated<PlaceEnglish> = {
  'place.near': 'Secteur {place}',
};
