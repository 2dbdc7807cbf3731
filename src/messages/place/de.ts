import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in German of labels of places. */
export const de: Translated<PlaceEnglish> = {
  'place.near': 'In der Nähe von {place}',
};
