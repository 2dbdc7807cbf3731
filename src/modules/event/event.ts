import { z } from 'zod';
import type { LoggedEvent } from '../../aggregate/event-log.js';

/** Every kind of thing that is told; a change and its event are one write. */
export const eventType = z.enum([
  'job.created',
  'job.assigned',
  'job.in_progress',
  'job.submitted',
  'job.completed',
  'job.disputed',
  'job.failed',
  'job.expired',
  'job.cancelled',
  'job.opened',
  'evidence.received',
  'evidence.validated',
  'evidence.rejected',
  'report.version_created',
  'report.delivered',
  'report.viewed',
  'report.withdrawn',
  'feedback.received',
  'site_check.received',
  'site_check.quoted',
  'site_check.unserviceable',
  'site_check.offer_selected',
  'site_check.awaiting_payment',
  'site_check.confirmed',
  'site_check.in_progress',
  'site_check.report_ready',
  'site_check.completed',
  'site_check.disputed',
  'site_check.cancelled',
  'site_check.expired',
  'payment.pending',
  'payment.paid',
  'payment.failed',
  'payment.cancelled',
  'payment.refunded',
  'payment.mismatched',
]);
export type EventType = z.infer<typeof eventType>;

/** An event as it is listed and streamed. */
export interface StoredEvent extends LoggedEvent {
  type: EventType;
}
