import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of dispatch runs, which integrators cannot see. */
export const dispatchEventType = declareEvents({
  'dispatch.started': 'A dispatch run was started for an open job.',
  'dispatch.offered': 'A job was offered to a verifier.',
  'dispatch.accepted': 'A verifier accepted an offer; the job is assigned.',
  'dispatch.declined': 'A verifier declined an offer, or gave the job back.',
  'dispatch.offer_expired': 'An offer expired, or the assignment that followed from it.',
  'dispatch.assigned': 'The job of a dispatch run was assigned.',
  'dispatch.exhausted': 'Nobody is left to whom a dispatch run could offer its job.',
  'dispatch.cancelled': 'A dispatch run was cancelled.',
});
export type DispatchEventType = z.infer<typeof dispatchEventType>;
