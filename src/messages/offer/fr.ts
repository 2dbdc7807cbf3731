import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in French of the page behind the link of an offer. */
export const fr: Translated<OfferEnglish> = {
  'offer.heading': 'Une mission pour vous',
  'offer.lead': 'Rendez-vous sur place et prenez des photos avec votre téléphone.',
  'offer.service': 'Prestation',
  'offer.questions': 'Autres questions sur place',
  'offer.others':
    'La première personne qui accepte obtient la mission. Après avoir accepté, vous voyez l’adresse et disposez de {hours, plural, one {# heure} many {# d’heures} other {# heures}} pour terminer.',
  'offer.accept': 'Accepter la mission',
  'offer.decline': 'Refuser',
  'offer.decline_now': 'Refuser la mission',
  'offer.reason': 'Motif (facultatif)',
  'offer.yours': 'La mission est à vous',
  'offer.address_follows': 'L’adresse et les photos à prendre se trouvent à la page suivante.',
  'offer.work_until': 'Ce lien vous est réservé. Fin de validité\u00a0: {time}.',
  'offer.go_on': 'Ouvrir la mission',
  'offer.yours_already': 'Vous avez accepté cette mission.',
  'offer.again': 'Afficher le lien vers la mission',
  'offer.released': 'Vous avez renoncé à cette mission.',
  'offer.declined': 'Vous avez refusé cette mission.',
  'offer.gone': 'Cette mission n’est plus disponible.',
  'offer.expired': 'Cette offre a expiré.',
};
