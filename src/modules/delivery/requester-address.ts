import type { SiteCheck } from '../site-check/site-check.js';

/** Where mail about a site check goes; null where its requester gave no address. */
export const requesterAddress = ({ requesterEmail }: Pick<SiteCheck, 'requesterEmail'>) =>
  requesterEmail;
