import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in French of the page behind the unsubscribe link of optional mails. */
export const fr: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'E-mails facultatifs',
  'unsubscribe.lead':
    'Rappels sur les prix et e-mails concernant le vérificateur et les photos. Votre lien, les reçus, les remboursements et les rapports vous parviennent toujours.',
  'unsubscribe.unsubscribe': 'Ne plus recevoir ces e-mails',
  'unsubscribe.unsubscribed': 'Vous ne recevrez plus d’e-mails facultatifs.',
  'unsubscribe.subscribe': 'Se réabonner',
  'unsubscribe.subscribed': 'Vous recevrez à nouveau les e-mails facultatifs.',
  'unsubscribe.invalid': 'Ce lien n’est pas valide. Ouvrez à nouveau le lien de l’e-mail.',
};
