import type { Found } from '../../lib/find-page.js';
import type { Services } from '../../services.js';
import type { SiteCheck } from './site-check.js';

const pageLength = 100;

/** Yields the stored requests of a customer, newest first. */
export async function* siteChecksOf(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  customerId: string,
): AsyncGenerator<SiteCheck> {
  let cursor: { at: Date; id: string } | null = null;
  for (;;) {
    const range = { cursor, backwards: false, limit: pageLength };
    const { items, more }: Found<SiteCheck> = await siteChecks.list({ customerId }, range);
    yield* items;
    const last = items.at(-1);
    if (!more || !last) return;
    cursor = { at: last.createdAt, id: last._id };
  }
}
