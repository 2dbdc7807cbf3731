import { type Child, createContext, useContext } from 'hono/jsx';
import type { Position } from '../../lib/geo.js';
import { currencyExponent } from '../../lib/money.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import { directionOf, type Language, locales } from '../../messages/language.js';
import { frameText, useFrameText } from './frame-text.js';
import { capitalized, momentText, utcText } from './moment-text.js';
import { SiteContext } from './site.js';
import { metresText } from './text.js';

export { metresText };

/** IANA time zone of the page's place; null for a page without one. */
const PlaceZone = createContext<string | null>(null);

interface TimeProps {
  at: Date | string;
  /** True for what happens on site: the script keeps the zone of the place. */
  onSite?: boolean;
  /** True if the time begins a line: "Today 12:00". */
  first?: boolean;
}

/**
 * A time, with UTC in its title. Without script it is in the zone of the page's place, or in UTC; the script shows all
 * times but those on site in the reader's zone.
 */
export function Time({ at, onSite = false, first = false }: TimeProps) {
  const zone = useContext(PlaceZone);
  const { language } = useContext(SiteContext);
  const text = useMomentText()(at);
  return (
    <time
      datetime={new Date(at).toISOString()}
      title={utcText(at, language)}
      data-zone={(onSite && zone) || undefined}
      data-first={first ? '' : undefined}
    >
      {first ? capitalized(text) : text}
    </time>
  );
}

/** Returns the function that formats times as `Time` does without script. */
export function useMomentText(): (at: Date | string) => string {
  const timeZone = useContext(PlaceZone) ?? 'UTC';
  const { now, language } = useContext(SiteContext);
  return (at) => momentText(at, { now, timeZone, language });
}

/**
 * Shows the times of its content in the zone of a place, and names that zone once. The script hides the note if the
 * reader's zone has the same times. Without a place, times are in UTC.
 */
export function Times({ place, children }: { place?: Position; children?: Child }) {
  const t = useFrameText();
  const zone = place ? timeZoneOf(place) : null;
  return (
    <PlaceZone.Provider value={zone}>
      {children}
      <p class="zones soft small" data-zones={zone ? t('frame.zones.apart', { zone }) : ''}>
        {zone ? t('frame.zones.place', { zone }) : t('frame.zones.utc')}
      </p>
    </PlaceZone.Provider>
  );
}

/** Formats an amount: `€64.00`; an amount of 0 is "Free". */
export function moneyText(
  amountMinor: number,
  currency: string,
  language: Language = 'en',
): string {
  if (amountMinor === 0) return frameText(language)('frame.free');
  const digits = currencyExponent(currency);
  const text = new Intl.NumberFormat(language === 'en' ? 'en' : locales[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
  // Otherwise the sign of a currency such as US$ would be reordered.
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;
}
