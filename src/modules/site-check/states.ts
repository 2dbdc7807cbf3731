import { z } from 'zod';

/** Status of a site-check request; `siteCheckTransitions` lists the next states of each. */
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

/** Every other pair is rejected with `invalid_transition`. */
export const siteCheckTransitions: Readonly<Record<SiteCheckStatus, readonly SiteCheckStatus[]>> = {
  received: ['quoted', 'unserviceable'],
  quoted: ['offer_selected', 'expired', 'cancelled'],
  unserviceable: [],
  offer_selected: ['awaiting_payment', 'confirmed', 'quoted', 'cancelled', 'expired'],
  awaiting_payment: ['confirmed', 'offer_selected', 'cancelled', 'expired'],
  confirmed: ['in_progress', 'cancelled', 'expired'],
  in_progress: ['report_ready', 'expired', 'cancelled'],
  // Back to work before the requester has read the report: an operator asks for more.
  report_ready: ['completed', 'disputed', 'in_progress'],
  completed: ['disputed', 'in_progress'],
  disputed: ['report_ready', 'in_progress', 'cancelled'],
  cancelled: [],
  expired: [],
};

/** Payment status of the selected offer. */
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

/** Status of a quote. A new quote replaces an expired one. */
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
 * Events of payments: every change of the payment that moves or can move money, and a notice of the provider that
 * contradicts its session (`mismatched`), which changes no payment.
 */
const paymentEvent = z.enum(['pending', 'paid', 'failed', 'cancelled', 'refunded', 'mismatched']);

/** Returns the event of a payment's change; null for one that moves no money. */
export function paymentEventOf(
  from: PaymentStatus,
  to: PaymentStatus,
): z.infer<typeof paymentEvent> | null {
  if (to === 'unpaid') return from === 'pending' ? 'cancelled' : null;
  return to === 'not_required' ? null : to;
}

/** States in which the requester can still choose, pay or cancel; nothing has been promised. */
export const unconfirmed: readonly SiteCheckStatus[] = [
  'quoted',
  'offer_selected',
  'awaiting_payment',
];

/** Final states: the request can no longer be changed. */
export const closed: readonly SiteCheckStatus[] = ['cancelled', 'expired'];
