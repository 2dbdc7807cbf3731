import type { Language } from '../messages/language.js';

/** Adds a name to Vary. */
export function varyOn(headers: Headers, name: string): void {
  const vary = headers.get('vary');
  const names = vary?.toLowerCase().split(/\s*,\s*/) ?? [];
  if (!names.includes(name.toLowerCase())) headers.set('vary', vary ? `${vary}, ${name}` : name);
}

/** Names the language of a response that depends on Accept-Language. */
export function nameLanguage(headers: Headers, language: Language): void {
  headers.set('content-language', language);
  varyOn(headers, 'Accept-Language');
}
