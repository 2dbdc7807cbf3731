import Negotiator from 'negotiator';
import type { Language } from './language.js';
import { matchLanguage } from './match-language.js';

/** Characters of a header that are read, more than any browser sends: to match thousands of tags takes a second. */
const lengthMax = 500;

/** Returns the language that an Accept-Language header asks for; null if it asks for none that the service writes. */
export function acceptedLanguage(header: string | null): Language | null {
  if (header === null) return null;
  const headers = { 'accept-language': header.slice(0, lengthMax) };
  const requested = new Negotiator({ headers }).languages();
  return matchLanguage(requested.filter((tag) => tag !== '*'));
}

/** Returns the language that a request asks for; English by default. */
export const requestedLanguage = (header: string | null | undefined): Language =>
  acceptedLanguage(header ?? null) ?? 'en';
