import addressparser, { type Address } from 'nodemailer/lib/addressparser';
import { asciiDomain } from '../../lib/email-address.js';

const flat = (entries: readonly Address[]): { name: string; address: string }[] =>
  entries.flatMap((entry) => (entry.group ? flat(entry.group) : [entry]));

/** Returns the first address in a header field, without its name; null if there is no address. */
export function firstAddress(field: string): string | null {
  const [first] = flat(addressparser(field));
  return first?.address.includes('@') ? first.address : null;
}

/** Returns the key for comparing domains; received mail can contain an address literal or a single label. */
function domainKey(domain: string): string | null {
  const relative = domain.replace(/\.+$/, '');
  const other = /^(?:[a-z\d-]+|\[[^[\]\\\s]+\])$/i.test(relative) ? relative.toLowerCase() : null;
  return asciiDomain(relative) ?? other;
}

/**
 * Returns the mailbox of an address: NFKC, in lower case, without quotes, tag (`+…`) and the dot of the root domain.
 * @returns null if it cannot be read
 */
export function mailboxKey(address: string): string | null {
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const unquoted = text.slice(0, Math.max(at, 0)).replace(/["\\]/g, '').trim();
  // Some programs also decode encoded words (`=?…?=`) in an address.
  if (unquoted === '' || /[\p{Cc}\p{Cf}]|=\?/u.test(unquoted)) return null;
  const domain = domainKey(text.slice(at + 1).trim());
  return domain && `${unquoted.replace(/(?!^)\+.*$/su, '').toLowerCase()}@${domain}`;
}

/** Returns everything that looks like an address in a text, including names, comments and broken quotes. */
const mentions = (field: string): string[] =>
  field.normalize('NFKC').match(/[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/g) ?? [];

/** Mailboxes in a header field. */
export interface NamedMailboxes {
  /** As `mailboxKey` returns them. */
  keys: Set<string>;
  /** False if a part of the field could not be read as an address; an empty group is complete. */
  isComplete: boolean;
}

/** Reads a header field of addresses (RFC 5322), including those in names and comments. */
export function mailboxesIn(field: string): NamedMailboxes {
  const entries = addressparser(field);
  const addresses = flat(entries).map(({ address }) => mailboxKey(address));
  const texts = [field, field.replace(/["\\]/g, '')];
  const keys = [...addresses, ...texts.flatMap(mentions).map(mailboxKey)].filter(
    (key) => key !== null,
  );
  return { keys: new Set(keys), isComplete: entries.length > 0 && !addresses.includes(null) };
}
