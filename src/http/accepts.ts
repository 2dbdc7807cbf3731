import Negotiator from 'negotiator';

/** Parameters of a media range other than its weight. */
const rangeParameters = /;\s*(?!q\s*=)[\w!#$%&'*+.^`|~-]+\s*=\s*("[^"]*"|[^,;]*)/gi;

/**
 * The media type that an Accept header weighs most, whatever parameters it names.
 *
 * @returns null where the client takes none of them
 */
export function typeFor(header: string | undefined, available: readonly string[]): string | null {
  const accept = header?.replace(rangeParameters, '').trim() || undefined;
  return new Negotiator({ headers: { accept } }).mediaType(available) ?? null;
}

/** As negotiator 1 has it; its published types are older. */
interface EncodingNegotiator {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | null;
}

/**
 * The content coding that an Accept-Encoding header weighs most.
 *
 * @param available the better one first, for where the weights are equal
 * @returns null where the client takes none of them, or sends no header
 */
export function codingFor(header: string | undefined, available: readonly string[]): string | null {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const { encoding } = negotiator as unknown as EncodingNegotiator;
  return encoding.call(negotiator, available, { preferred: available }) ?? null;
}
