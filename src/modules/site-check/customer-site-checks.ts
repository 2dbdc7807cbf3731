import type { Services } from '../../services.js';
import type { SiteCheck } from './site-check.js';

const pageLength = 100;

/** Every request of a customer as it is stored, newest first. */
export async function* siteChecksOf(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  customerId: string,
): AsyncGenerator<SiteCheck> {
  let cursor: { at: Date; id: string } | null = null;
  for (;;) {
    const range = { cursor, backwards: false, limit: pageLength };
    const page: SiteCheck[] = await siteChecks.list({ customerId }, range);
    yield* page;
    const last = page.at(-1);
    if (page.length < pageLength || !last) return;
    cursor = { at: last.createdAt, id: last._id };
  }
}
