import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { basePriceMinor, type Catalogue } from './catalogue.js';
import type { ExecutionMode } from './catalogue-schema.js';
import type { Serviceability } from './serviceability.js';

/** An offer of a quote. */
export interface Offer {
  offerKey: string;
  label: string;
  description: string;
  executionMode: ExecutionMode;
  /** Whole minor units, 0 if free; null if and only if the offer is not available. */
  amountMinor: number | null;
  currency: string;
  turnaroundHours: number;
  includes: string[];
  recommended: boolean;
  available: boolean;
}

/** The offers for a place, with their prices. */
export interface QuotedOffers {
  currency: string;
  /** Every offer of the catalogue, in its order, including unavailable ones. */
  offers: Offer[];
  message: string;
}

const offerPolicies: FieldPolicies<Offer> = {
  offerKey: kept,
  label: kept,
  description: kept,
  executionMode: kept,
  amountMinor: kept,
  currency: kept,
  turnaroundHours: kept,
  includes: kept,
  recommended: kept,
  available: kept,
};

export const quotedOffersPolicies: FieldPolicies<QuotedOffers> = {
  currency: kept,
  offers: { fields: offerPolicies, export: false },
  message: kept,
};

/**
 * Returns the offers for a service at a place: a pure function of service, distance band and turnaround, in the
 * currency of the nearest market city. The price is base price × the band's percentage × the offer's, to the nearest
 * step of the currency.
 *
 * @returns null for a place that cannot be served, which has no price
 * @throws Error if the city or level is not of this catalogue; evaluate the place again then
 */
export function quoteFor(
  catalogue: Catalogue,
  {
    serviceKey,
    serviceability,
  }: {
    serviceKey: string | null | undefined;
    serviceability: Pick<Serviceability, 'serviceable' | 'level' | 'marketCityKey'>;
  },
): QuotedOffers | null {
  if (!serviceability.serviceable) return null;
  const { level, marketCityKey } = serviceability;
  const city = catalogue.market_cities.find((one) => one.key === marketCityKey);
  const band = catalogue.distance_bands.find((one) => one.level === level);
  if (!city || !band) throw new Error(`not in this catalogue: ${marketCityKey}, ${level}`);

  const { code, price_step_minor } = currencyOf(catalogue, city.currency);
  const base = basePriceMinor(catalogue, serviceKey, code);
  const offers = catalogue.offers.map((offer): Offer => {
    const available = band.available_offers.includes(offer.offer_key);
    const share = band.price_percent * offer.price_percent;
    return {
      offerKey: offer.offer_key,
      label: offer.label,
      description: offer.description,
      executionMode: offer.execution_mode,
      amountMinor: available ? priceMinor(base, share, price_step_minor) : null,
      currency: code,
      turnaroundHours: offer.turnaround_hours,
      includes: [...offer.includes],
      recommended: offer.offer_key === band.recommended_offer,
      available,
    };
  });
  return { currency: code, offers, message: messageOf(offers) };
}

function currencyOf(catalogue: Catalogue, code: string) {
  const found = catalogue.currencies.find((one) => one.code === code);
  if (!found) throw new Error(`not in this catalogue: ${code}`);
  return found;
}

/** `share` in ten-thousandths; a non-zero price is at least one step. */
function priceMinor(baseMinor: number, share: number, stepMinor: number): number {
  if (share === 0) return 0;
  return Math.max(1, Math.round((baseMinor * share) / (10_000 * stepMinor))) * stepMinor;
}

function messageOf(offers: Offer[]): string {
  const available = offers.filter((offer) => offer.available);
  const operators = available.filter((offer) => offer.executionMode === 'operator');
  if (operators.length === 0) {
    return 'We cannot send a verifier this far. You can take the photos yourself.';
  }
  if (available.length === offers.length) return 'Select one of these offers.';
  return 'Select one of the available offers. The others are not available at this distance.';
}
