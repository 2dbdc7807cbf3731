import { formatMetres } from '../../messages/format-plain.js';
import type { Language } from '../../messages/language.js';

/** Formats a distance: `430 m`, `1.2 km`, `340 km`. */
export const metresText = (metres: number, language: Language = 'en'): string =>
  formatMetres(language, metres);
