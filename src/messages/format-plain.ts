import { type Language, locales } from './language.js';

/** Formats a duration in words: `30 seconds`. */
export const formatSeconds = (language: Language, seconds: number): string =>
  new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    useGrouping: false,
  }).format(seconds);

/** Formats a distance: `430 m`, `1.2 km`, `340 km`. */
export function formatMetres(language: Language, metres: number): string {
  const form = (unit: 'meter' | 'kilometer', value: number, digits: number) =>
    new Intl.NumberFormat(locales[language], {
      style: 'unit',
      unit,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    }).format(value);
  if (metres < 999.5) return form('meter', metres, 0);
  const kilometres = metres / 1000;
  return form('kilometer', kilometres, kilometres < 99.95 ? 1 : 0);
}
