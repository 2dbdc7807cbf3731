import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a customer's account; sign-ins emit none. */
export const customerEventType = declareEvents({
  'customer.registered': 'A customer created an account.',
  'customer.email_confirmed': 'A customer confirmed the email address of the account.',
  'customer.password_changed': 'A customer changed or reset the password.',
  'customer.erasing': 'The erasure of an account began.',
  'customer.erased': 'An account was erased.',
});
export type CustomerEventType = z.infer<typeof customerEventType>;
