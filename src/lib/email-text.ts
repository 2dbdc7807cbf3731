import { isEmailAddress } from './email-address.js';
import { text } from './schema.js';

/**
 * An email address that mail can be sent to, as `parseEmailAddress` reads it. Input that is stored as the
 * sender of a mail received is no such field: it says what the mail says.
 */
export const emailText = () =>
  text(5, 320).refine(isEmailAddress, 'Enter an email address such as name@example.com');
