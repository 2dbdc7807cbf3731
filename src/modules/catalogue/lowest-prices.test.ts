import { describe, expect, it } from 'vitest';
import { type Catalogue, loadCatalogue } from './catalogue.js';
import { lowestPrices, visitHours } from './lowest-prices.js';
import { quoteFor } from './quote.js';

const catalogue = loadCatalogue(undefined);

describe('lowestPrices', () => {
  it('are prices that a quote has, and no quote is cheaper', () => {
    const prices = lowestPrices(catalogue);
    expect(prices.map(({ currency }) => currency)).toContain('EUR');
    for (const { currency, amountMinor } of prices) {
      const quoted = catalogue.market_cities
        .filter((city) => city.currency === currency)
        .flatMap(({ key: marketCityKey }) =>
          catalogue.services.flatMap(({ service_key: serviceKey }) =>
            catalogue.distance_bands.flatMap(({ level }) => {
              const serviceability = { serviceable: true, level, marketCityKey };
              const quote = quoteFor(catalogue, { serviceKey, serviceability });
              return quote?.offers.flatMap((offer) => offer.amountMinor || []) ?? [];
            }),
          ),
        );
      expect(Math.min(...quoted), currency).toBeGreaterThanOrEqual(amountMinor);
    }
  });

  it('leave out currencies without a city, and a catalogue in which every offer is free', () => {
    const [city] = catalogue.market_cities;
    if (!city) throw new Error('no city');
    const inOne: Catalogue = { ...catalogue, market_cities: [city] };
    expect(lowestPrices(inOne).map(({ currency }) => currency)).toEqual([city.currency]);
    const offers = catalogue.offers.map((offer) => ({ ...offer, price_percent: 0 }));
    expect(lowestPrices({ ...inOne, offers })).toEqual([]);
  });
});

describe('visitHours', () => {
  it('are those of offers with a visit, each once', () => {
    expect(visitHours(catalogue)).toEqual([24, 72]);
    const offers = catalogue.offers.filter((offer) => offer.execution_mode !== 'operator');
    expect(visitHours({ ...catalogue, offers })).toEqual([]);
  });
});
