import type { Services } from '../../services.js';

/** Returns the id of the quote that the requester accepted; null if none is accepted. */
export async function acceptedQuoteId(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  requestId: string,
): Promise<string | null> {
  const request = await siteChecks.peek(requestId);
  return request?.quoteStatus === 'accepted' ? (request.quote?.quoteId ?? null) : null;
}
