import type { Translated } from '../create-translator.js';
import type { OfferEnglish } from './en.js';

/** Messages in German of the page behind the link of an offer. */
export const de: Translated<OfferEnglish> = {
  'offer.heading': 'Ein Auftrag für Sie',
  'offer.lead': 'Besuchen Sie den Ort und machen Sie dort mit Ihrem Handy Fotos.',
  'offer.service': 'Leistung',
  'offer.questions': 'Weitere Fragen vor Ort',
  'offer.others':
    'Wer zuerst annimmt, erhält den Auftrag. Nach der Annahme sehen Sie die Adresse und haben {hours, plural, one {# Stunde} other {# Stunden}} Zeit für den Auftrag.',
  'offer.accept': 'Auftrag annehmen',
  'offer.decline': 'Ablehnen',
  'offer.decline_now': 'Auftrag ablehnen',
  'offer.reason': 'Grund (optional)',
  'offer.yours': 'Sie haben den Auftrag',
  'offer.address_follows':
    'Die Adresse und die gewünschten Fotos finden Sie auf der nächsten Seite.',
  'offer.work_until': 'Dieser Link ist nur für Sie bestimmt und gilt bis {time}.',
  'offer.go_on': 'Zum Auftrag',
  'offer.yours_already': 'Sie haben diesen Auftrag angenommen.',
  'offer.again': 'Link zum Auftrag anzeigen',
  'offer.released': 'Sie haben diesen Auftrag zurückgegeben.',
  'offer.declined': 'Sie haben diesen Auftrag abgelehnt.',
  'offer.gone': 'Dieser Auftrag ist nicht mehr verfügbar.',
  'offer.expired': 'Dieses Angebot ist abgelaufen.',
};
