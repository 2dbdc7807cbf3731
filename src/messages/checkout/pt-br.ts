import type { Translated } from '../create-translator.js';
import type { CheckoutEnglish } from './en.js';

/** Messages in Brazilian Portuguese of the sandbox checkout, and of the page for a session paid at another provider. */
export const ptBR: Translated<CheckoutEnglish> = {
  'checkout.sandbox': 'Este é um ambiente de teste: nada é cobrado.',
  'checkout.offer': 'Oferta',
  'checkout.address': 'Endereço',
  'checkout.pay_until': 'Pagar até',
  'checkout.opened': 'Abertura',
  'checkout.pay': 'Pagar {amount}',
  'checkout.decline': 'Recusar o cartão',
  'checkout.cancel': 'Cancelar',

  'checkout.outcome.paid': 'Pago. A verificação está confirmada.',
  'checkout.outcome.failed': 'O pagamento foi recusado. Nada foi cobrado.',
  'checkout.outcome.cancelled': 'Pagamento cancelado. Nada foi cobrado.',
  'checkout.outcome.expired': 'Este pagamento expirou. Nada foi cobrado.',

  'checkout.refunded': 'Seu pagamento foi reembolsado.',
  'checkout.back': 'Voltar à sua solicitação',
  'checkout.not_paid':
    'Ainda não foi pago. Um pagamento pode levar um instante para aparecer aqui.',
  'checkout.to_checkout': 'Ir para o pagamento',
  'checkout.unknown': 'Este link não é válido',
  'checkout.check_link': 'Confira se o endereço está completo.',
  'checkout.ended': 'Este pagamento foi encerrado',
  'checkout.ended_hint': 'Volte à sua solicitação para ver a situação.',
};
