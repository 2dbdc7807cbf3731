import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in French of the pages that open a link by a short code, from a QR code or a text message. */
export const fr: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': 'Prendre les photos',
  'short_link.photos.open': 'Prendre les photos avec cet appareil',
  'short_link.photos.ended': 'Ce code n’est plus valable. Demandez-en un nouveau.',

  'short_link.offer.heading': 'Une mission pour vous',
  'short_link.offer.open': 'Voir l’offre',
  'short_link.offer.ended': 'Cette offre n’est plus disponible.',
};
