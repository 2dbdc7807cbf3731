import spellChecker from '@zootools/email-spell-checker';

/** Mailbox providers that the library does not know. */
const providers = [
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'web.de',
  't-online.de',
  'freenet.de',
  'posteo.de',
  'mailbox.org',
  'proton.me',
  'protonmail.com',
  'icloud.com',
  'mac.com',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'libero.it',
  'bluewin.ch',
  'wp.pl',
];
const domains = [...spellChecker.POPULAR_DOMAINS, ...providers];

/** Returns the address that was probably meant if the domain resembles one of a large provider; null otherwise. */
export function probableEmail(text: string): string | null {
  const suggested = spellChecker.run({ email: text.trim(), domains });
  return suggested && domains.includes(suggested.domain) ? suggested.full : null;
}
