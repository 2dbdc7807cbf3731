import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in French of the sandbox checkout, and of the page for a session paid at another provider. */
export const fr: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'Ceci est un environnement de test\u00a0: aucune somme n’est transférée.',
  'checkout.offer': 'Offre',
  'checkout.address': 'Adresse',
  'checkout.pay_until': 'Date limite de paiement',
  'checkout.opened': 'Ouverture',
  'checkout.pay': 'Payer {amount}',
  'checkout.decline': 'Refuser la carte',
  'checkout.cancel': 'Annuler',

  'checkout.outcome.paid': 'Paiement effectué. La vérification est confirmée.',
  'checkout.outcome.failed': 'Le paiement a été refusé. Rien n’a été débité.',
  'checkout.outcome.cancelled': 'Paiement annulé. Rien n’a été débité.',
  'checkout.outcome.expired': 'Cette page de paiement a expiré. Rien n’a été débité.',

  'checkout.refunded': 'Votre paiement a été remboursé.',
  'checkout.back': 'Retour à votre demande',
  'checkout.not_paid':
    'Pas encore payé. Un paiement peut mettre quelques instants à apparaître ici.',
  'checkout.to_checkout': 'Aller au paiement',
  'checkout.unknown': 'Ce lien n’est pas valide',
  'checkout.check_link': 'Vérifiez que l’adresse est complète.',
  'checkout.ended': 'Cette page de paiement est fermée',
  'checkout.ended_hint': 'Retournez à votre demande pour voir son état.',
};
