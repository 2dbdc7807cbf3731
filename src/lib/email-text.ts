import { isEmailAddress } from './email-address.js';
import { text } from './schema.js';

/**
 * An email address that can receive mail, as parsed by `parseEmailAddress`. Do not use it for the sender of received
 * mail, which is stored as written.
 */
export const emailText = () =>
  text(5, 320).refine(isEmailAddress, 'Enter an email address such as name@example.com');
