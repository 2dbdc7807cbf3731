import { z } from 'zod';
import { jobStatus } from '../job/job.js';
import { paymentEvent, siteCheckStatus } from '../site-check/states.js';

/** Every kind of thing that is told; a change and its event are one write. */
export const eventType = z.enum([
  ...jobStatus.options
    .filter((status) => status !== 'open')
    .map((status) => `job.${status}` as const),
  'job.opened',
  'evidence.received',
  'evidence.validated',
  'evidence.rejected',
  'report.version_created',
  'report.delivered',
  'report.viewed',
  'report.withdrawn',
  'feedback.received',
  ...siteCheckStatus.options.map((status) => `site_check.${status}` as const),
  ...paymentEvent.options.map((event) => `payment.${event}` as const),
]);
export type EventType = z.infer<typeof eventType>;

/** What an event says: snake_case ids, and status with the one before where it moved. */
export type EventData = Record<string, string | number | boolean | null>;

/** An event as it waits in the outbox of the document it belongs to. */
export interface OutboxEvent {
  id: string;
  type: EventType;
  timestamp: Date;
  data: EventData;
  /** Revision of the document after the write that told it. */
  revision: number;
}
