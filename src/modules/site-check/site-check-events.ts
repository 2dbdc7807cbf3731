import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a site check and of its payment. */
export const siteCheckEventType = declareEvents({
  'site_check.received': 'A site check was requested.',
  'site_check.claimed': 'A customer claimed a site check by its access token.',
  'site_check.quoted': 'A quote was created for a site check.',
  'site_check.unserviceable': 'A site check was refused: the place cannot be served.',
  'site_check.offer_selected': 'An offer was selected and requires payment.',
  'site_check.awaiting_payment': 'A checkout session was opened for a site check.',
  'site_check.confirmed': 'A site check was confirmed: it is paid or free.',
  'site_check.in_progress': 'Work on a site check began, or more evidence was requested.',
  'site_check.report_ready': 'The report of a site check became available.',
  'site_check.completed': 'The requester viewed the report of a site check.',
  'site_check.disputed': 'The requester disputed the result of a site check.',
  'site_check.cancelled': 'A site check was cancelled.',
  'site_check.expired': 'A site check expired.',
  'site_check.erased': 'The content of a site check was erased.',
  'payment.pending': 'A checkout session was opened.',
  'payment.paid': 'A checkout session was paid.',
  'payment.failed': 'A payment was declined.',
  'payment.cancelled': 'A checkout session was closed without payment.',
  'payment.refunded': 'A payment was refunded.',
  'payment.mismatched':
    'A payment notice did not match its checkout session and was not recorded as paid.',
});
export type SiteCheckEventType = z.infer<typeof siteCheckEventType>;
