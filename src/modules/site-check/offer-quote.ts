import { newId } from '../../lib/ids.js';
import { hour } from '../../lib/units.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { quoteFor } from '../catalogue/quote.js';
import type { Serviceability } from '../catalogue/serviceability.js';
import type { Quote } from './site-check.js';

/** A quote that is not accepted expires after this time. */
export const quoteMilliseconds = 72 * hour;

/** Returns a new quote for a place with its serviceability; null if the place cannot be served. */
export function makeQuote(
  catalogue: Catalogue,
  input: { serviceKey: string | null; serviceability: Serviceability },
  now: Date,
): Quote | null {
  const offers = quoteFor(catalogue, input);
  return (
    offers && {
      quoteId: newId(),
      ...offers,
      createdAt: now,
      expiresAt: new Date(now.getTime() + quoteMilliseconds),
    }
  );
}
