import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in Spanish of the sandbox checkout, and of the page for a session paid at another provider. */
export const es: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'Este es un entorno de prueba: no se cobra nada.',
  'checkout.offer': 'Oferta',
  'checkout.address': 'Dirección',
  'checkout.pay_until': 'Pagar antes de',
  'checkout.opened': 'Apertura',
  'checkout.pay': 'Pagar {amount}',
  'checkout.decline': 'Rechazar la tarjeta',
  'checkout.cancel': 'Cancelar',

  'checkout.outcome.paid': 'Pagado. La verificación está confirmada.',
  'checkout.outcome.failed': 'El pago fue rechazado. No se ha cobrado nada.',
  'checkout.outcome.cancelled': 'Pago cancelado. No se ha cobrado nada.',
  'checkout.outcome.expired': 'Este pago ha caducado. No se ha cobrado nada.',

  'checkout.refunded': 'Se ha reembolsado su pago.',
  'checkout.back': 'Volver a su solicitud',
  'checkout.not_paid': 'Aún no se ha pagado. Un pago puede tardar un momento en aparecer aquí.',
  'checkout.to_checkout': 'Ir al pago',
  'checkout.unknown': 'Este enlace no es válido',
  'checkout.check_link': 'Compruebe que la dirección está completa.',
  'checkout.ended': 'Este pago ya se ha cerrado',
  'checkout.ended_hint': 'Vuelva a su solicitud para ver su estado.',
};
