import { createHash } from 'node:crypto';

/** Values that differ between runs: ids, JSON Web Tokens, hashes, keys, secrets and signatures. */
const varying =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|whsec_[A-Za-z0-9+/]{43}=|eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b|(?<=[?&]key=)[\w-]+|(?<=\\n|[^\w+/\\])[A-Za-z0-9+/]{43,}=+|(?<![\w\\-])[A-Za-z0-9_-]{43,}(?![\w-])/g;

/** The end of every secret, and thus its hint. */
const hintEnd = 'cGU=';
const hints = /(?<="secret_hint": ")[^"]*/g;
/** The end of a ticket's code is random. */
const ticketCodes = /\b(DT-\d{8}-)[0-9A-Z]{6}\b/g;
/** A certificate in a key set, whose length varies too. */
const certificates = /(?<="x5c": \[\s*")[^"]*/g;
const someCertificate = 'MIIBWTCCAQCgAwIBAgIQExampleOfACertificate==';
/** Password reset mails are sent at a random time, so a slow run counts them differently. */
const mailCounts = /(?<="mails_(sent|failed)": )\d+/g;
const durations = /(?<="duration_ms": )\d+/g;

/** Returns a replacement with the type and length of the value, derived from a number. */
function standIn(value: string, ordinal: number): string {
  const count = String(ordinal).padStart(12, '0');
  if (value.length === 36) return `019c1000-0000-7000-8000-${count}`;
  const hash = createHash('sha512').update(count);
  if (/^[0-9a-f]{64}$/.test(value)) return hash.digest('hex').slice(0, 64);
  if (value.startsWith('whsec_')) return `whsec_${hash.digest('base64').slice(0, 40)}${hintEnd}`;
  if (value.startsWith('eyJ'))
    return `eyJhbGciOiJFZERTQSJ9.eyJleGFtcGxlIjp0cnVlfQ.${hash.digest('base64url')}`;
  const text = hash.digest('base64url').repeat(8);
  const padding = /=*$/.exec(value)?.[0] ?? '';
  return text.slice(0, value.length - padding.length) + padding;
}

/**
 * Replaces all random values in a text with values that depend only on the order of appearance; equal values stay
 * equal.
 */
export function fixedValues(text: string): string {
  const known = new Map<string, string>();
  return text
    .replace(certificates, someCertificate)
    .replace(hints, hintEnd)
    .replace(durations, '42')
    .replace(mailCounts, '14')
    .replace(ticketCodes, '$17K2M9Q')
    .replace(varying, (value) => {
      const fixed = known.get(value) ?? standIn(value, known.size + 1);
      known.set(value, fixed);
      return fixed;
    });
}
