import { day, hour, mebibyte, minute, second } from './lib/units.js';

/** Limits that a module enforces and the API documentation states. */

/** Maximum number of counted requests or attempts in a window of time. */
export interface RatePolicy {
  /** Name in the RateLimit fields. */
  name: string;
  /** Description of the counted requests or attempts, and of the key they are counted by. */
  counts: string;
  quota: number;
  windowSeconds: number;
}

const policy = (
  name: string,
  counts: string,
  quota: number,
  windowMilliseconds: number,
): RatePolicy => ({ name, counts, quota, windowSeconds: windowMilliseconds / second });

export const ratePolicies = {
  reads: policy('reads', 'Reads with an API key.', 600, minute),
  writes: policy('writes', 'Writes with an API key.', 120, minute),
  customerReads: policy('customer_reads', 'Reads with a session.', 300, minute),
  customerWrites: policy('customer_writes', 'Writes with a session.', 60, minute),
  address: policy('address', 'Requests from an address without a valid credential.', 120, minute),
  pages: policy('pages', 'Pages and files requested from an address.', 1200, minute),
  token: policy('token', 'Requests with a task, capture, offer or access token.', 120, minute),
  placeSearches: policy(
    'place_searches',
    'Searches for places, and descriptions of positions, from an address.',
    60,
    minute,
  ),
  creates: policy('creates', 'Site checks requested from an address.', 10, hour),
  contactChanges: policy(
    'contact_changes',
    'Changes of the email of site checks from an address.',
    10,
    hour,
  ),
  customerRequests: policy('customer_requests', 'Requests created by a customer.', 30, hour),
  misses: policy('misses', 'Wrong tokens and passwords from an address.', 20, 10 * minute),
  logins: policy(
    'logins',
    'Wrong passwords for an email from an address, from a browser that has signed in before, or in a session.',
    10,
    15 * minute,
  ),
  loginsOfEmail: policy(
    'logins_of_email',
    'Wrong passwords for an email from browsers that have not signed in before; beyond it `logins_slowed` applies.',
    100,
    15 * minute,
  ),
  loginsSlowed: policy(
    'logins_slowed',
    'Wrong passwords for an email from an address, beyond `logins_of_email`.',
    2,
    15 * minute,
  ),
  registrations: policy(
    'registrations',
    'Registrations from an address, successful or not.',
    10,
    hour,
  ),
  inviteMails: policy('invite_mails', 'Invites of a customer by email or text message.', 20, day),
  shareLinks: policy(
    'share_links',
    'Share links created by a customer, or from an address with access tokens.',
    30,
    hour,
  ),
  sharedCards: policy(
    'shared_cards',
    'Preview pictures of shared reports drawn for an address.',
    60,
    minute,
  ),
  confirmations: policy('confirmations', 'Confirmation mails to an email.', 5, hour),
  resets: policy('resets', 'Password resets requested for an email from an address.', 5, hour),
  resetMails: policy(
    'reset_mails',
    'Password reset mails to an email; beyond it requests are accepted and send nothing.',
    10,
    hour,
  ),
} as const satisfies Record<string, RatePolicy>;

/** Retention of the response stored for an Idempotency-Key, in milliseconds. */
export const keptMilliseconds = 24 * hour;

export const postMilliseconds = 15 * second;

/** Largest picture, PDF or file of an undeclared type. */
export const fileBytesMax = 20 * mebibyte;
/** Largest video. */
export const videoBytesMax = 100 * mebibyte;

/** Length of the objective of a job, in characters. */
export const objectiveLength = { min: 3, max: 500 };
