import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in Japanese of labels of places. */
export const ja: Translated<PlaceEnglish> = {
  'place.near': '{place}付近',
};
