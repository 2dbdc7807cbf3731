import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const ticketEventType = declareEvents({
  'ticket.created': 'A director ticket was created.',
  'ticket.claimed': 'A worker claimed a director ticket.',
  'ticket.released': 'A director ticket was released, or the lease on it expired.',
  'ticket.updated': 'Something other than the status of a director ticket was updated.',
  'ticket.open': 'A director ticket became open again.',
  'ticket.in_progress': 'Work on a director ticket began.',
  'ticket.blocked': 'A director ticket became blocked.',
  'ticket.done': 'A director ticket was done.',
  'ticket.rejected': 'A director ticket was rejected.',
  'ticket.cancelled': 'A director ticket was cancelled.',
});
export type TicketEventType = z.infer<typeof ticketEventType>;
