import { type Language, locales } from './language.js';

const units = [
  { unit: 'second', seconds: 1, below: 90 },
  { unit: 'minute', seconds: 60, below: 90 * 60 },
  { unit: 'hour', seconds: 3600, below: Number.POSITIVE_INFINITY },
] as const;

/** Formats a duration in words, in one unit, and rounded up: `30 seconds`, `60 minutes`, `24 hours`. */
export function formatSeconds(language: Language, seconds: number): string {
  const { unit, seconds: each } = units.find(({ below }) => seconds < below) ?? units[0];
  return new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  }).format(Math.ceil(seconds / each));
}

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
