import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in German of the sandbox checkout, and of the page for a session paid at another provider. */
export const de: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'Dies ist eine Testumgebung: Es fließt kein Geld.',
  'checkout.offer': 'Angebot',
  'checkout.address': 'Adresse',
  'checkout.pay_until': 'Bezahlen bis',
  'checkout.opened': 'Begonnen',
  'checkout.pay': '{amount} bezahlen',
  'checkout.decline': 'Karte ablehnen',
  'checkout.cancel': 'Abbrechen',

  'checkout.outcome.paid': 'Bezahlt. Die Prüfung ist bestätigt.',
  'checkout.outcome.failed': 'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht.',
  'checkout.outcome.cancelled': 'Bezahlvorgang abgebrochen. Es wurde nichts abgebucht.',
  'checkout.outcome.expired': 'Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.',

  'checkout.refunded': 'Ihre Zahlung wurde erstattet.',
  'checkout.back': 'Zurück zu Ihrer Anfrage',
  'checkout.not_paid':
    'Noch nicht bezahlt. Es kann einen Moment dauern, bis eine Zahlung hier erscheint.',
  'checkout.to_checkout': 'Zur Kasse',
  'checkout.unknown': 'Dieser Link ist ungültig',
  'checkout.check_link': 'Prüfen Sie, ob die Adresse vollständig ist.',
  'checkout.ended': 'Dieser Bezahlvorgang ist beendet',
  'checkout.ended_hint': 'Den aktuellen Stand sehen Sie in Ihrer Anfrage.',
};
