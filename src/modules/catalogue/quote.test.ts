import { describe, expect, it } from 'vitest';
import { loadCatalogue } from './catalogue.js';
import { quoteFor } from './quote.js';

const shipped = loadCatalogue(undefined);

const quote = (
  level: 'covered' | 'limited' | 'self_service_only',
  marketCityKey = 'berlin',
  serviceKey: string | null = 'storefront_open',
) =>
  quoteFor(shipped, { serviceKey, serviceability: { serviceable: true, level, marketCityKey } })!;

describe('quoteFor', () => {
  it.each([
    ['covered', [0, 4000, 7200], [true, true, true], 'standard_72h'],
    ['limited', [0, 6400, null], [true, true, false], 'standard_72h'],
    ['self_service_only', [0, null, null], [true, false, false], 'self_service'],
  ] as const)(
    '%s in Berlin: amounts %j, available %j',
    (level, amounts, available, recommended) => {
      const { currency, offers } = quote(level);
      expect(currency).toBe('EUR');
      expect(offers.map((offer) => offer.offerKey)).toEqual([
        'self_service',
        'standard_72h',
        'express_24h',
      ]);
      expect(offers.map((offer) => offer.amountMinor)).toEqual(amounts);
      expect(offers.map((offer) => offer.available)).toEqual(available);
      expect(offers.filter((offer) => offer.recommended).map((offer) => offer.offerKey)).toEqual([
        recommended,
      ]);
    },
  );

  it('has no price for a place that cannot be served', () => {
    const serviceability = {
      serviceable: false,
      level: 'unserviceable',
      marketCityKey: 'cape_town',
    } as const;
    expect(quoteFor(shipped, { serviceKey: null, serviceability })).toBeNull();
  });

  it('contains every field of an offer', () => {
    expect(quote('covered').offers[1]).toEqual({
      offerKey: 'standard_72h',
      label: 'Verifier within 72 hours',
      description: expect.any(String),
      executionMode: 'operator',
      amountMinor: 4000,
      currency: 'EUR',
      turnaroundHours: 72,
      includes: expect.arrayContaining(['Visit by a verifier']),
      recommended: true,
      available: true,
    });
  });

  it.each([
    ['tokyo', 'JPY', [0, 5800, 10_400]],
    ['kuwait_city', 'KWD', [0, 12_500, 22_500]],
    ['nairobi', 'KES', [0, 400_000, 720_000]],
    ['new_york', 'USD', [0, 4500, 8100]],
  ])('prices %s in %s', (city, currency, amounts) => {
    const { offers } = quote('covered', city);
    expect(offers.map((offer) => offer.amountMinor)).toEqual(amounts);
    expect(new Set(offers.map((offer) => offer.currency))).toEqual(new Set([currency]));
  });

  it('uses the default prices for a missing or unknown service', () => {
    expect(quote('covered', 'berlin', 'moon_landing')).toEqual(quote('covered', 'berlin', null));
    expect(quote('covered', 'berlin', null).offers[1]!.amountMinor).toBe(
      shipped.default.base_prices.EUR,
    );
  });

  it('is a positive multiple of the step everywhere, with self_service free and express dearer', () => {
    const steps = new Map(shipped.currencies.map((one) => [one.code, one.price_step_minor]));
    const keys = [null, ...shipped.services.map((service) => service.service_key)];
    for (const city of shipped.market_cities) {
      for (const key of keys) {
        for (const level of ['covered', 'limited', 'self_service_only'] as const) {
          const { offers, currency } = quote(level, city.key, key);
          expect(currency).toBe(city.currency);
          for (const { executionMode, amountMinor, available } of offers) {
            expect(amountMinor === null).toBe(!available);
            if (amountMinor === null) continue;
            expect(amountMinor % steps.get(currency)!).toBe(0);
            expect(amountMinor > 0).toBe(executionMode === 'operator');
          }
        }
        const [, standard, express] = quote('covered', city.key, key).offers;
        expect(express!.amountMinor!).toBeGreaterThan(standard!.amountMinor!);
      }
    }
  });

  it('is the same every time, and a copy', () => {
    const first = quote('covered');
    first.offers[0]!.includes.push('changed');
    expect(quote('covered')).toEqual(quote('covered'));
    expect(quote('covered').offers[0]!.includes).not.toContain('changed');
  });

  it.each([
    [1, [0, 50, 50]],
    [4024, [0, 4000, 7250]],
    [4026, [0, 4050, 7250]],
  ])('rounds to the nearest step and costs at least one: %d', (base, amounts) => {
    const catalogue = structuredClone(shipped);
    catalogue.default.base_prices.EUR = base;
    const serviceability = {
      serviceable: true,
      level: 'covered',
      marketCityKey: 'berlin',
    } as const;
    const offers = quoteFor(catalogue, { serviceKey: null, serviceability })!.offers;
    expect(offers.map((offer) => offer.amountMinor)).toEqual(amounts);
  });

  it('says so if only some offers are available', () => {
    expect(quote('covered').message).toBe('Select one of these offers.');
    expect(quote('limited').message).toContain('The others are not available');
    expect(quote('self_service_only').message).toContain('You can take the photos yourself');
  });

  it('rejects a serviceability of another catalogue', () => {
    expect(() => quote('covered', 'atlantis')).toThrow('atlantis');
  });
});
