import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

export const mailEventType = declareEvents({
  'email.sent': 'The mail server accepted a mail.',
  'email.failed': 'A mail was refused, or given up after its last attempt.',
  'email.bounced': 'A delivery report about a sent mail arrived.',
});
export type MailEventType = z.infer<typeof mailEventType>;
