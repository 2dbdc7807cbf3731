import type { Catalogue } from './catalogue.js';
import { quoteFor } from './quote.js';

export interface LowestPrice {
  currency: string;
  /** Whole minor units, more than 0. */
  amountMinor: number;
}

/** Returns the lowest price of a visit in each currency that a market city has, in the order of the currencies. */
export function lowestPrices(catalogue: Catalogue): LowestPrice[] {
  const services = [null, ...catalogue.services.map(({ service_key }) => service_key)];
  return catalogue.currencies.flatMap(({ code: currency }) => {
    const city = catalogue.market_cities.find((one) => one.currency === currency);
    if (!city) return [];
    const amounts = services.flatMap((serviceKey) =>
      catalogue.distance_bands.flatMap(({ level }) => {
        const serviceability = { serviceable: true, level, marketCityKey: city.key };
        const quote = quoteFor(catalogue, { serviceKey, serviceability });
        return (quote?.offers ?? []).flatMap(({ amountMinor }) => amountMinor || []);
      }),
    );
    return amounts.length > 0 ? [{ currency, amountMinor: Math.min(...amounts) }] : [];
  });
}

/** Returns the times in hours from the payment to the report that the offers with a visit promise, shortest first. */
export const visitHours = ({ offers }: Catalogue): number[] =>
  [
    ...new Set(
      offers.flatMap((offer) =>
        offer.execution_mode === 'operator' ? offer.turnaround_hours : [],
      ),
    ),
  ].sort((one, other) => one - other);
