import { describe, expect, it } from 'vitest';
import { toE164 } from './phone-number.js';

describe('toE164', () => {
  it.each([
    ['+49 151 12345678', null, '+4915112345678'],
    ['+49 (0)151 12345678', 'US', '+4915112345678'],
    ['0151 / 123 456 78', 'DE', '+4915112345678'],
    ['0049 151 12345678', 'DE', '+4915112345678'],
    ['(212) 555-2368', 'US', '+12125552368'],
    ['(787) 555-2368', 'PR', '+17875552368'],
    ['9123 4567', 'HK', '+85291234567'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
  ])('reads %s in %s as %s', (typed, country, number) => {
    expect(toE164(typed, country)).toBe(number);
  });

  it.each([
    ['0151 12345678', null],
    ['0151 12345678', 'AQ'],
    ['0151 12345678', 'not a country'],
    ['+49 151 12345678 ext. 7', null],
    ['+49 12', null],
    ['+999 151 12345678', null],
    ['call me: +49 151 12345678', null],
    ['+49 151 12345678, +49 151 12345679', null],
    ['no phone at all', 'DE'],
    ['', 'DE'],
  ])('rejects %s in %s', (typed, country) => {
    expect(toE164(typed, country)).toBeNull();
  });
});
