import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in German of the page behind the unsubscribe link of optional mails. */
export const de: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'Optionale E-Mails',
  'unsubscribe.lead':
    'Erinnerungen an ablaufende Preise und E-Mails zu Prüfperson und Fotos. Ihren Link, Zahlungsbelege, Erstattungen und Berichte erhalten Sie in jedem Fall.',
  'unsubscribe.unsubscribe': 'E-Mails abbestellen',
  'unsubscribe.unsubscribed': 'Sie erhalten keine optionalen E-Mails mehr.',
  'unsubscribe.subscribe': 'Wieder abonnieren',
  'unsubscribe.subscribed': 'Sie erhalten wieder optionale E-Mails.',
  'unsubscribe.invalid': 'Dieser Link ist ungültig. Öffnen Sie den Link in der E-Mail noch einmal.',
};
