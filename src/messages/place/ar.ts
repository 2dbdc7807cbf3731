import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in Arabic (Modern Standard) of labels of places. */
export const ar: Translated<PlaceEnglish> = {
  'place.near': 'قرب {place}',
};
