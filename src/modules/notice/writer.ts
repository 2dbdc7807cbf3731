import type { Position } from '../../lib/geo.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import {
  formatAmount,
  formatClock,
  formatDistance,
  formatTime,
  isolated,
  type TimeLength,
} from '../../messages/format.js';
import type { Language } from '../../messages/language.js';
import { type MailTranslate, translator } from '../../messages/translate.js';
import { quoted } from './letter.js';
import { textName } from './text-message.js';

/** The means to write mails and text messages in the language of their recipient. */
export interface Writer {
  readonly language: Language;
  /** Name of the operator, for a sentence. */
  readonly operator: string;
  readonly t: MailTranslate;
  /** Returns text that a user typed on one line without links, of at most 200 characters by default. */
  quote(text: string, max?: number): string;
  /** Returns the name of a person, an operator or a city for a text message; empty if it would make it longer. */
  smsName(name: string): string;
  /** Returns a time in UTC. */
  time(time: Date): string;
  /** Returns a time in the zone of a place and in UTC; in UTC alone if the zone is unknown or equals UTC. */
  placeTime(time: Date, place: Position, length?: TimeLength): string;
  money(amountMinor: number, currency: string): string;
  distance(km: number): string;
}

/** @param operatorName OPERATOR_NAME; undefined: the name of the service in the language */
export function createWriter(language: Language, operatorName: string | undefined): Writer {
  const t = translator(language);
  const timeIn = (time: Date, zone: string, length?: TimeLength) =>
    formatTime(language, time, zone, length);
  const isOneDay = (time: Date, zone: string) => {
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
    return dayIn(zone) === dayIn('UTC');
  };
  return {
    language,
    operator: isolated(language, operatorName ?? t('mail.service_name')),
    t,
    quote: (text, max) => isolated(language, quoted(text, max, t('mail.link_removed'))),
    smsName: (name) => isolated(language, textName(name, language)),
    time: (time) => t('mail.utc', { time: timeIn(time, 'UTC') }),
    placeTime(time, place, length) {
      const zone = timeZoneOf(place);
      const utc = timeIn(time, 'UTC', length);
      const local = zone === null ? utc : timeIn(time, zone, length);
      if (zone === null || local === utc) return t('mail.utc', { time: utc });
      const short = isOneDay(time, zone) ? formatClock(language, time, 'UTC') : utc;
      return t('mail.local_time', { local, utc: short });
    },
    money: (amountMinor, currency) => formatAmount(language, amountMinor, currency),
    distance: (km) => formatDistance(language, km),
  };
}
