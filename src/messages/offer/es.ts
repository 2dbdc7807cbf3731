import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in Spanish of the page behind the link of an offer. */
export const es: Translated<OfferEnglish> = {
  'offer.heading': 'Un encargo para usted',
  'offer.lead': 'Vaya al lugar y tome fotos con su teléfono.',
  'offer.service': 'Servicio',
  'offer.questions': 'Otras preguntas en el lugar',
  'offer.others':
    'El encargo es para quien lo acepte primero. Al aceptarlo verá la dirección y tendrá {hours, plural, one {# hora} many {# de horas} other {# horas}} para terminarlo.',
  'offer.accept': 'Aceptar el encargo',
  'offer.decline': 'Rechazar',
  'offer.decline_now': 'Rechazar el encargo',
  'offer.reason': 'Motivo (opcional)',
  'offer.yours': 'El encargo es suyo',
  'offer.address_follows': 'En la página siguiente verá la dirección y las fotos que debe tomar.',
  'offer.work_until': 'Este enlace es solo para usted y es válido hasta {time}.',
  'offer.go_on': 'Ir al encargo',
  'offer.yours_already': 'Ha aceptado este encargo.',
  'offer.again': 'Mostrar el enlace del encargo',
  'offer.released': 'Ha renunciado a este encargo.',
  'offer.declined': 'Ha rechazado este encargo.',
  'offer.gone': 'Este encargo ya no está disponible.',
  'offer.expired': 'Esta oferta ha caducado.',
};
