import { currencyExponent } from '../../lib/money.js';
import { messages } from '../messages/frame.en.js';
import { metresText, timeText } from './text.js';

export { metresText, timeText };

/** A time; the script adds the reader's time zone. */
export function Time({ at }: { at: Date | string }) {
  return <time datetime={new Date(at).toISOString()}>{timeText(at)}</time>;
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
