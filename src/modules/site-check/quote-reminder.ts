import { hour } from '../../lib/units.js';
import type { Quote, SiteCheck } from './site-check.js';

/** Time before the end of a quote at which its requester is reminded. */
const reminderMilliseconds = 6 * hour;

/** Returns the quote that waits for a selection; null without one. */
export const openQuote = ({ status, quoteStatus, quote }: SiteCheck): Quote | null =>
  status === 'quoted' && quoteStatus === 'ready' ? quote : null;

/** Returns when the requester is reminded of a quote. */
export const reminderAt = ({ expiresAt }: Quote): Date =>
  new Date(expiresAt.getTime() - reminderMilliseconds);
