import { domainToASCII, domainToUnicode } from 'node:url';

/** An address that can receive mail, in canonical form. */
export interface EmailAddress {
  /** In NFKC, case preserved. */
  local: string;
  /** A-labels in lower case. */
  domain: string;
}

/** Atext of RFC 5321 with the characters that RFC 6531 adds, except invisible ones. */
const atom = "(?:[\\w!#$%&'*+/=?^`{|}~-]|[^\\p{ASCII}\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}])+";
const dotString = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u');
/** Rejected because `domainToASCII` parses a URL's host: it would decode `%41` and read `a.com/x` as `a.com`. */
const unsafeInDomain = /(?![a-z\d.-])\p{ASCII}|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}]/iu;
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
/** At least two labels. The last one must not begin with a digit, since that would be an IP address. */
const hostname = new RegExp(`^(?:${label}\\.)+(?!\\d)${label}$`);

/** In octets, according to RFC 1035. */
const domainLengthMax = 253;

/** Returns the text in NFKC without the surrounding white space that keyboards and copying add. */
export const typedText = (text: string): string => text.normalize('NFKC').trim();

/** Returns a domain as A-labels; null if it is not a domain name. */
export function asciiDomain(domain: string): string | null {
  if (unsafeInDomain.test(domain)) return null;
  const ascii = domainToASCII(domain);
  // Node.js 24 returns an A-label that decodes to nothing as it is; earlier versions return an empty text.
  if (/(?:^|\.)xn--/.test(domainToUnicode(ascii))) return null;
  return ascii.length <= domainLengthMax && hostname.test(ascii) ? ascii : null;
}

/** Returns a domain of A-labels as U-labels. */
export const unicodeDomain = (domain: string): string => domainToUnicode(domain);

/**
 * Parses one address: a dot-string of RFC 5321 (RFC 6531 for non-ASCII characters), and a domain name of at least two
 * labels in either form. Quoted local parts, address literals and display names are not accepted. The length of the
 * local part is not checked: servers must accept 64 octets and can accept more.
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const typed = typedText(text);
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, Math.max(at, 0));
  if (!dotString.test(local)) return null;
  const domain = asciiDomain(typed.slice(at + 1));
  return domain === null ? null : { local, domain };
}

/** Returns true if the text is an address that can receive mail. */
export const isEmailAddress = (text: string): boolean => parseEmailAddress(text) !== null;

/**
 * Returns the address in the form used for sending: NFKC, with the domain in A-labels. Null if it is not an address.
 */
export function mailableAddress(text: string): string | null {
  const parsed = parseEmailAddress(text);
  return parsed && `${parsed.local}@${parsed.domain}`;
}

/** Returns an address with only the first character of its local part, such as `a…@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}…${at < 0 ? '' : address.slice(at)}`;
}

/** Returns true if an address requires a mail server with SMTPUTF8 (RFC 6531), because its local part is not ASCII. */
export const needsSmtpUtf8 = (mailable: string): boolean => /\P{ASCII}/u.test(mailable);
