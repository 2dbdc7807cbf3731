import type { Translated } from '../create-translator.js';
import type { ShortLinkEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the pages that open a link by a short code, from a QR code or a text message. */
export const ptBR: Translated<ShortLinkEnglish> = {
  'short_link.photos.heading': 'Tirar fotos',
  'short_link.photos.open': 'Tirar fotos com este aparelho',
  'short_link.photos.ended': 'Este código não vale mais. Peça um novo.',

  'short_link.offer.heading': 'Um trabalho para você',
  'short_link.offer.open': 'Ver a oferta',
  'short_link.offer.ended': 'Esta oferta não está mais disponível.',
};
