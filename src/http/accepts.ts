import Negotiator from 'negotiator';

/** Parameters of a media range other than its weight. */
const rangeParameters = /;\s*(?!q\s*=)[\w!#$%&'*+.^`|~-]+\s*=\s*("[^"]*"|[^,;]*)/gi;

/**
 * Returns the media type that an Accept header prefers, ignoring parameters.
 *
 * @returns null if the client accepts none of them
 */
export function typeFor(header: string | undefined, available: readonly string[]): string | null {
  const accept = header?.replace(rangeParameters, '').trim() || undefined;
  return new Negotiator({ headers: { accept } }).mediaType(available) ?? null;
}

/** The type in negotiator 1; its published types are older. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | null;
}

/**
 * Returns the content coding that an Accept-Encoding header prefers.
 *
 * @param available the preferred one first, for equal weights
 * @returns null if the client accepts none of them, or sends no header
 */
export function codingFor(header: string | undefined, available: readonly string[]): string | null {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const { encoding } = negotiator as unknown as EncodingNegotiator;
  return encoding.call(negotiator, available, { preferred: available }) ?? null;
}
