import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the page behind the unsubscribe link of optional mails. */
export const ptBR: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'E-mails opcionais',
  'unsubscribe.lead':
    'Lembretes de preços e e-mails sobre o verificador e as fotos. Seu link, os recibos, os reembolsos e os relatórios sempre são enviados.',
  'unsubscribe.unsubscribe': 'Parar de receber estes e-mails',
  'unsubscribe.unsubscribed': 'Você não receberá mais e-mails opcionais.',
  'unsubscribe.subscribe': 'Voltar a receber',
  'unsubscribe.subscribed': 'Você voltará a receber e-mails opcionais.',
  'unsubscribe.invalid': 'Este link não é válido. Abra de novo o link do e-mail.',
};
