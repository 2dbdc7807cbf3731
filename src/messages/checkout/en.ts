/** Messages in English of the sandbox checkout, and of the page for a session paid at another provider. */
export const en = {
  'checkout.sandbox': 'This is a sandbox: no money moves.',
  'checkout.offer': 'Offer',
  'checkout.address': 'Address',
  'checkout.pay_until': 'Pay until',
  'checkout.opened': 'Opened',
  'checkout.pay': 'Pay {amount}',
  'checkout.decline': 'Decline the card',
  'checkout.cancel': 'Cancel',

  'checkout.outcome.paid': 'Paid. The check is confirmed.',
  'checkout.outcome.failed': 'The payment was declined. Nothing was taken.',
  'checkout.outcome.cancelled': 'Checkout cancelled. Nothing was taken.',
  'checkout.outcome.expired': 'This checkout has expired. Nothing was taken.',

  'checkout.refunded': 'Your payment was refunded.',
  'checkout.back': 'Back to your request',
  'checkout.not_paid': 'Not paid yet. A payment can take a moment to appear here.',
  'checkout.to_checkout': 'Go to checkout',
  'checkout.unknown': 'This link isn’t valid',
  'checkout.check_link': 'Check that the address is complete.',
  'checkout.ended': 'This checkout has ended',
  'checkout.ended_hint': 'Go back to your request to see its status.',
} as const;

export type CheckoutEnglish = typeof en;
