import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a site check and of its payment. */
export const siteCheckEventType = declareEvents({
  'site_check.received': 'A site check was requested.',
  'site_check.quoted': 'A site check was quoted.',
  'site_check.unserviceable': 'Nothing can be offered at the place of a site check.',
  'site_check.offer_selected': 'The requester selected an offer.',
  'site_check.awaiting_payment': 'A checkout session was opened for a site check.',
  'site_check.confirmed': 'A site check was paid, or needs no payment.',
  'site_check.in_progress': 'Work on a site check began.',
  'site_check.report_ready': 'The report of a site check is ready.',
  'site_check.completed': 'A site check was completed.',
  'site_check.disputed': 'The requester disputed a site check.',
  'site_check.cancelled': 'A site check was cancelled.',
  'site_check.expired': 'A site check expired.',
  'payment.pending': 'A checkout session waits for its payment.',
  'payment.paid': 'A payment was received.',
  'payment.failed': 'A payment failed.',
  'payment.cancelled': 'A checkout session was closed without a payment.',
  'payment.refunded': 'A payment was refunded.',
  'payment.mismatched': 'A notice of the payment provider disagrees with its checkout session.',
});
export type SiteCheckEventType = z.infer<typeof siteCheckEventType>;
