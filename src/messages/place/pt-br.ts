import type { Translated } from '../create-translator.js';
import type { PlaceEnglish } from './en.js';

/** Messages in Brazilian Portuguese of labels of places. */
export const ptBR: Translated<PlaceEnglish> = {
  'place.near': 'Perto de {place}',
};
