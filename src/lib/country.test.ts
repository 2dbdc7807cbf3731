import { describe, expect, it } from 'vitest';
import { countryAt } from './country.js';

describe('countryAt', () => {
  it.each([
    ['Berlin', 52.52, 13.41, 'DE'],
    ['Słubice, across the river from Germany', 52.3506, 14.5605, 'PL'],
    ['Hong Kong', 22.2783, 114.1747, 'HK'],
    ['San Juan, Puerto Rico', 18.4663, -66.1057, 'PR'],
    ['Pristina', 42.6727, 21.1669, 'XK'],
    ['the Pacific', 30, -150, null],
    ['an impossible position', 91, 0, null],
  ])('returns the country of %s', (_place, latitude, longitude, country) => {
    expect(countryAt({ latitude, longitude })).toBe(country);
  });
});
