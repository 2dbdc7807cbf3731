import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in German of the pages that open a link by a short code, from a QR code or a text message. */
export const de: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': 'Fotos machen',
  'short_link.photos.open': 'Fotos mit diesem Gerät machen',
  'short_link.photos.ended': 'Dieser Code ist nicht mehr gültig. Bitten Sie um einen neuen.',

  'short_link.offer.heading': 'Ein Auftrag für Sie',
  'short_link.offer.open': 'Angebot ansehen',
  'short_link.offer.ended': 'Dieses Angebot ist nicht mehr verfügbar.',
};
