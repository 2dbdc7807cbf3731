import { z } from 'zod';

/** Status of a site-check request; `siteCheckTransitions` lists what may follow each. */
export const siteCheckStatus = z.enum([
  'received',
  'quoted',
  'unserviceable',
  'offer_selected',
  'awaiting_payment',
  'confirmed',
  'in_progress',
  'report_ready',
  'completed',
  'disputed',
  'cancelled',
  'expired',
]);
export type SiteCheckStatus = z.infer<typeof siteCheckStatus>;

/** Every pair that is not here is refused with `invalid_transition`. */
export const siteCheckTransitions: Readonly<Record<SiteCheckStatus, readonly SiteCheckStatus[]>> = {
  received: ['quoted', 'unserviceable'],
  quoted: ['offer_selected', 'expired', 'cancelled'],
  unserviceable: [],
  offer_selected: ['awaiting_payment', 'confirmed', 'quoted', 'cancelled', 'expired'],
  awaiting_payment: ['confirmed', 'offer_selected', 'cancelled', 'expired'],
  confirmed: ['in_progress', 'cancelled', 'expired'],
  in_progress: ['report_ready', 'expired', 'cancelled'],
  // Back to work before the requester has read the report: an operator wants more.
  report_ready: ['completed', 'disputed', 'in_progress'],
  completed: ['disputed', 'in_progress'],
  disputed: ['report_ready', 'in_progress', 'cancelled'],
  cancelled: [],
  expired: [],
};

/** Whether the selected offer has been paid for. */
export const paymentStatus = z.enum([
  'unpaid',
  'not_required',
  'pending',
  'paid',
  'failed',
  'refunded',
]);
export type PaymentStatus = z.infer<typeof paymentStatus>;

export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  unpaid: ['not_required', 'pending'],
  not_required: [],
  pending: ['paid', 'failed', 'unpaid'],
  paid: ['refunded'],
  failed: ['pending', 'unpaid'],
  refunded: [],
};

/** Status of a quote. A fresh quote takes the place of an expired one. */
export const quoteStatus = z.enum(['pending', 'ready', 'unavailable', 'accepted', 'expired']);
export type QuoteStatus = z.infer<typeof quoteStatus>;

export const quoteTransitions: Readonly<Record<QuoteStatus, readonly QuoteStatus[]>> = {
  pending: ['ready', 'unavailable'],
  ready: ['accepted', 'expired'],
  unavailable: [],
  accepted: ['ready'],
  expired: ['ready', 'unavailable'],
};

/**
 * What is emitted of payments: every change of the payment that moves or may move money, and a notice of
 * the provider that does not agree with its session (`mismatched`), which changes no payment.
 */
const paymentEvent = z.enum(['pending', 'paid', 'failed', 'cancelled', 'refunded', 'mismatched']);

/** The event of a payment's change; null for one that moves no money. */
export function paymentEventOf(
  from: PaymentStatus,
  to: PaymentStatus,
): z.infer<typeof paymentEvent> | null {
  if (to === 'unpaid') return from === 'pending' ? 'cancelled' : null;
  return to === 'not_required' ? null : to;
}

/** The requester may still choose, pay or leave; nothing has been promised. */
export const unconfirmed: readonly SiteCheckStatus[] = [
  'quoted',
  'offer_selected',
  'awaiting_payment',
];

/** Nothing can be done with the request any more. */
export const closed: readonly SiteCheckStatus[] = ['cancelled', 'expired'];
