import { dayAndTime } from '../../lib/day-and-time.js';
import type { Position } from '../../lib/geo.js';
import { placeTimeText, timeZoneOf } from '../../lib/time-zone.js';
import { createTranslator, type Translate } from '../../messages/create-translator.js';
import { formatTime, isolated } from '../../messages/format.js';
import { formatMetres } from '../../messages/format-plain.js';
import { type Language, locales } from '../../messages/language.js';
import { contentCatalogue } from '../../messages/report-content/catalogue.js';
import type { ContentEnglish } from '../../messages/report-content/en.js';
import { type Labels, labelsIn, noTexts, type ServiceTexts } from '../catalogue/service-texts.js';
import { isSentence, readableInstant } from './wording.js';

export type ContentKey = keyof ContentEnglish;

/** Messages and formats of a report in one language. Signed content is written in English. */
export interface Wording {
  language: Language;
  /** Labels of the service's steps, questions and options in the language. */
  labels: Labels;
  t: Translate<ContentEnglish>;
  /** Joins items: `a, b and c`. */
  list: (items: readonly string[]) => string;
  /** Joins two statements of a list: `a, b`. */
  pair: (first: string, second: string) => string;
  /** Joins sentences, with a full stop after each that has none. */
  prose: (sentences: readonly string[]) => string;
  /** Formats a distance: `12 m`, `2.4 km`. */
  metres: (distance: number) => string;
  /** Formats an instant in UTC: `2026-11-20 13:52:54 UTC`. */
  instant: (instant: string) => string;
  /** Formats an instant in the time zone of a place. */
  placeTime: (instant: string, place: Position) => string;
  /** Returns text that keeps its direction in a sentence: of a user, or a number with its unit. */
  own: (text: string) => string;
}

/** Joins two sentences; after a full-width full stop, without a space. */
const joined = (text: string, next: string): string =>
  text === '' || /[。！？]$/.test(text) ? text + next : `${text} ${next}`;

/**
 * Returns messages and formats of reports in a language.
 * @param service texts of the report's service; without them, its labels stay in English
 */
export function wordingIn(language: Language, service: ServiceTexts = noTexts): Wording {
  const t = createTranslator(contentCatalogue, language);
  // Signed content has no isolates; English pages quote text of others.
  const own = (text: string) => (language === 'en' ? text : isolated(language, text));
  const lists = new Intl.ListFormat(locales[language], { type: 'conjunction' });
  return {
    language,
    labels: labelsIn(service, language),
    t,
    own,
    list: (items) => lists.format(items),
    pair: (first, second) => t('content.pair', { first, second }),
    prose: (sentences) =>
      sentences
        .map((text) => (isSentence(text) ? text : t('content.sentence', { text })))
        .reduce(joined, ''),
    metres: (distance) => own(formatMetres(language, distance)),
    instant: (instant) => own(readableInstant(instant)),
    placeTime(instant, place) {
      const time = new Date(instant);
      const zone = timeZoneOf(place);
      if (language === 'en') return placeTimeText(time, place);
      const utc = formatTime(language, time, 'UTC');
      if (zone === null || dayAndTime(time, zone) === dayAndTime(time, 'UTC')) return `${utc} UTC`;
      return t('content.local_time', { local: formatTime(language, time, zone), utc });
    },
  };
}

/** Signed content is written with these. */
export const english = wordingIn('en');
