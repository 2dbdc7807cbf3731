import type { Position } from '../../lib/geo.js';
import { currencyExponent } from '../../lib/money.js';
import { placeTimeText } from '../../lib/time-zone.js';
import { messages } from '../messages/frame.en.js';
import { metresText, timeText } from './text.js';

export { metresText, timeText };

/** A time; the script adds the reader's time zone. */
export function Time({ at }: { at: Date | string }) {
  return <time datetime={new Date(at).toISOString()}>{timeText(at)}</time>;
}

/** A time at a place, in its time zone and in UTC; the script keeps it. */
export function PlaceTime({ at, place }: { at: Date | string; place: Position }) {
  const time = new Date(at);
  return (
    <time datetime={time.toISOString()} data-local>
      {placeTimeText(time, place)}
    </time>
  );
}

/** Formats an amount: `€64.00`; an amount of 0 is "Free". */
export function moneyText(amountMinor: number, currency: string): string {
  if (amountMinor === 0) return messages.free;
  const digits = currencyExponent(currency);
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}
