import type { Services } from '../../services.js';

/** Id of the quote that the requester accepted; null while there is none. */
export async function acceptedQuoteId(
  { siteChecks }: Pick<Services, 'siteChecks'>,
  requestId: string,
): Promise<string | null> {
  const request = await siteChecks.peek(requestId);
  return request?.quoteStatus === 'accepted' ? (request.quote?.quoteId ?? null) : null;
}
