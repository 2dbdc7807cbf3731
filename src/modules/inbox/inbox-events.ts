import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const inboxEventType = declareEvents({
  'email.received': 'A message of a mailbox was stored in the inbox.',
  'email.status_changed': 'The processing status of an inbox message changed.',
});
export type InboxEventType = z.infer<typeof inboxEventType>;
