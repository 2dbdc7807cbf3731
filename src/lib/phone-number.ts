import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/min';
import { lazy } from './lazy.js';

/** Loaded on first use. The small metadata (83 kB) has the lengths and prefixes of every country. */
const library = lazy(
  () =>
    createRequire(import.meta.url)(
      'libphonenumber-js/min',
    ) as typeof import('libphonenumber-js/min'),
);

/** The form in which a number is sent to: `+` and at most 15 digits (ITU-T E.164). */
const e164Pattern = /^\+[1-9]\d{6,14}$/;

export const isE164 = (number: string): boolean => e164Pattern.test(number);

/**
 * Returns a typed phone number in E.164, such as `+4915112345678`. Only its length is checked: numbering plans change,
 * and the network knows which numbers receive messages.
 *
 * @param country ISO 3166-1 alpha-2 code of the country of a number without a country code; null if unknown
 * @returns null for a text that is not one number, for a number with an extension, or one without a country
 */
export function toE164(typed: string, country: string | null): string | null {
  const { isSupportedCountry, parsePhoneNumberFromString } = library();
  const isKnown = (code: string | null): code is CountryCode =>
    code !== null && isSupportedCountry(code);
  const number = parsePhoneNumberFromString(typed, {
    ...(isKnown(country) && { defaultCountry: country }),
    extract: false,
  });
  if (!number?.isPossible() || number.ext !== undefined) return null;
  return isE164(number.number) ? number.number : null;
}
