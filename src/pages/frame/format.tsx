import { currencyExponent } from '../../lib/money.js';
import { messages } from '../messages/frame.en.js';
import { metresText, timeText } from './text.js';

export { metresText, timeText };

/** A time; script adds the reader's own. */
export function Time({ at }: { at: Date | string }) {
  return <time datetime={new Date(at).toISOString()}>{timeText(at)}</time>;
}

/** `€64.00`; nothing to pay is "Free". */
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
