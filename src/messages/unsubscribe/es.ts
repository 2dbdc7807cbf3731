import type { Translated } from '../create-translator.js';
import type { UnsubscribeEnglish } from './en.js';

/** Messages in Spanish of the page behind the unsubscribe link of optional mails. */
export const es: Translated<UnsubscribeEnglish> = {
  'unsubscribe.heading': 'Correos opcionales',
  'unsubscribe.lead':
    'Recordatorios de precios y correos sobre el verificador y las fotos. Su enlace, los recibos, los reembolsos y los informes los recibirá siempre.',
  'unsubscribe.unsubscribe': 'Dejar de recibir estos correos',
  'unsubscribe.unsubscribed': 'Ya no recibirá correos opcionales.',
  'unsubscribe.subscribe': 'Volver a recibirlos',
  'unsubscribe.subscribed': 'Volverá a recibir correos opcionales.',
  'unsubscribe.invalid': 'Este enlace no es válido. Abra de nuevo el enlace del correo.',
};
