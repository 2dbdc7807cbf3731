import { X509Certificate } from 'node:crypto';

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/**
 * Returns the certificates in a text (PEM, RFC 7468), at least one. Text between them is ignored.
 *
 * @throws Error if the text has no certificate or a damaged one; the message completes a sentence about the text
 */
export function readCertificates(text: string): X509Certificate[] {
  const [, ...parts] = text.split(begin);
  if (parts.length === 0) throw new Error('has no certificate in PEM');
  return parts.map((part, index) => {
    try {
      const length = part.indexOf(end);
      if (length < 0) throw new Error('it has no end');
      return new X509Certificate(begin + part.slice(0, length) + end);
    } catch {
      const place = `${index + 1} of ${parts.length}`;
      throw new Error(`has a certificate that is cut off or damaged: ${place}`);
    }
  });
}

const stepsMax = 8;

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date) =>
  at >= new Date(validFrom) && at <= new Date(validTo);

/**
 * Returns true if the first certificate of a chain is in a list or leads to a certificate in it. Each certificate must
 * be issued by the next: by name, by signature, and by a certificate that is allowed to issue others. The issuers can
 * appear anywhere in the chain. A certificate of the list does not need to be self-signed.
 *
 * @param at time at which every certificate on the path must be valid; null skips this check
 */
export function leadsTo(
  chain: readonly X509Certificate[],
  list: readonly X509Certificate[],
  at: Date | null = null,
): boolean {
  const usable = (one: X509Certificate) => at === null || isValidAt(one, at);
  const issues = (issuer: X509Certificate, one: X509Certificate) =>
    issuer.ca && usable(issuer) && one.checkIssued(issuer) && one.verify(issuer.publicKey);
  let [current] = chain;
  const left = chain.slice(1, stepsMax);
  while (current && usable(current)) {
    const one: X509Certificate = current;
    if (list.some((listed) => listed.raw.equals(one.raw) || issues(listed, one))) return true;
    const next = left.findIndex((other) => issues(other, one));
    current = next < 0 ? undefined : left.splice(next, 1)[0];
  }
  return false;
}
