import { describe, expect, it } from 'vitest';
import { currencyExponent, formatMoney, isCurrency } from './money.js';

describe('currencyExponent', () => {
  it.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['IQD', 3],
  ])('returns for %s: %i', (currency, digits) => {
    expect(currencyExponent(currency)).toBe(digits);
  });

  it.each(['', 'eur', 'DEM', 'XXX', 'EURO'])('rejects %j', (currency) => {
    expect(isCurrency(currency)).toBe(false);
    expect(() => currencyExponent(currency)).toThrow(RangeError);
  });
});

describe('formatMoney', () => {
  it.each([
    [0, 'EUR', 'EUR 0.00'],
    [5, 'EUR', 'EUR 0.05'],
    [3900, 'EUR', 'EUR 39.00'],
    [123_450, 'USD', 'USD 1,234.50'],
    [100_000_000, 'INR', 'INR 1,000,000.00'],
    [4800, 'JPY', 'JPY 4,800'],
    [0, 'JPY', 'JPY 0'],
    [12_500, 'KWD', 'KWD 12.500'],
    [-3900, 'USD', 'USD -39.00'],
    [Number.MAX_SAFE_INTEGER, 'EUR', 'EUR 90,071,992,547,409.91'],
  ])('formats %i minor units of %s as %j', (amountMinor, currency, text) => {
    expect(formatMoney(amountMinor, currency)).toBe(text);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects %d', (amountMinor) => {
    expect(() => formatMoney(amountMinor, 'EUR')).toThrow(RangeError);
  });
});
