import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in Spanish of the pages that open a link by a short code, from a QR code or a text message. */
export const es: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': 'Tomar fotos',
  'short_link.photos.open': 'Tomar fotos con este dispositivo',
  'short_link.photos.ended': 'Este código ya no es válido. Pida uno nuevo.',

  'short_link.offer.heading': 'Un encargo para usted',
  'short_link.offer.open': 'Ver la oferta',
  'short_link.offer.ended': 'Esta oferta ya no está abierta.',
};
