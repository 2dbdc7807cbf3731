import { domainToASCII, domainToUnicode } from 'node:url';

/** An address that mail can be sent to, in one spelling. */
export interface EmailAddress {
  /** NFKC, with its case. */
  local: string;
  /** A-labels, in lower case. */
  domain: string;
}

/** Atext of RFC 5321 with the characters that RFC 6531 adds; none of them is invisible. */
const atom = "(?:[\\w!#$%&'*+/=?^`{|}~-]|[^\\p{ASCII}\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Z}])+";
const dotString = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u');
/** `domainToASCII` parses a URL's host: it would decode `%41` and read `a.com/x` as `a.com`. */
const unsafeInDomain = /(?![a-z\d.-])\p{ASCII}|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}]/iu;
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
/** At least two labels; a last one that begins with a digit is that of an IP address. */
const hostname = new RegExp(`^(?:${label}\\.)+(?!\\d)${label}$`);

/** In octets, by RFC 1035. */
const domainLengthMax = 253;

/** A text in NFKC without surrounding white space, which keyboards and copying add. */
export const typedText = (text: string): string => text.normalize('NFKC').trim();

/** The A-labels of a domain in any spelling; null when it is not a domain name. */
export function asciiDomain(domain: string): string | null {
  if (unsafeInDomain.test(domain)) return null;
  const ascii = domainToASCII(domain);
  return ascii.length <= domainLengthMax && hostname.test(ascii) ? ascii : null;
}

/** The U-labels of a domain in A-labels. */
export const unicodeDomain = (domain: string): string => domainToUnicode(domain);

/**
 * Parses one address: a dot-string of RFC 5321 (RFC 6531 with other characters than ASCII), and a
 * domain name of at least two labels in either form. Quoted local parts, address literals and
 * display names are not accepted. The length of the local part is not checked: a server must take 64
 * octets, and may take more.
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const typed = typedText(text);
  const at = typed.lastIndexOf('@');
  const local = typed.slice(0, Math.max(at, 0));
  if (!dotString.test(local)) return null;
  const domain = asciiDomain(typed.slice(at + 1));
  return domain === null ? null : { local, domain };
}

/** Returns whether mail can be sent to an address. */
export const isEmailAddress = (text: string): boolean => parseEmailAddress(text) !== null;

/** An address as mail is sent to it: NFKC, the domain in A-labels. Null when it is not one. */
export function mailableAddress(text: string): string | null {
  const parsed = parseEmailAddress(text);
  return parsed && `${parsed.local}@${parsed.domain}`;
}

/** Returns whether an address needs a mail server with SMTPUTF8 (RFC 6531): its local part is not ASCII. */
export const needsSmtpUtf8 = (mailable: string): boolean => /\P{ASCII}/u.test(mailable);
