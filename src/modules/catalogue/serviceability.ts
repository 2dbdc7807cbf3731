import { distanceMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import type { Catalogue } from './catalogue.js';
import type { ExecutionMode, ServiceabilityLevel } from './catalogue-schema.js';

/** What can be done at a place, said before any money is asked (PublicServiceabilityGuidanceOut). */
export interface Serviceability {
  /** Whether any offer is available there. */
  serviceable: boolean;
  level: ServiceabilityLevel;
  message: string;
  reasons: string[];
  /** The nearest city of the catalogue, however far it is. */
  marketCity: string;
  marketCityKey: string;
  /** Great-circle distance to it, rounded up to 0.1 km, so that it never contradicts the level. */
  distanceKm: number;
  /** How long it usually takes until the report is there; null where there will be none. */
  estimatedHoursMin: number | null;
  estimatedHoursMax: number | null;
  suggestedExecutionMode: ExecutionMode | null;
}

type City = Catalogue['market_cities'][number];
type Band = Catalogue['distance_bands'][number];

/**
 * What can be done at a place, from its distance to the nearest market city, judged to the metre; a
 * band includes its limit. Of two cities equally near, the first in the catalogue counts.
 *
 * @throws RangeError when the position is outside ±90/±180
 */
export function evaluateServiceability(catalogue: Catalogue, place: Position): Serviceability {
  if (!isPossiblePosition(place.latitude, place.longitude)) {
    throw new RangeError('the position is outside ±90/±180 degrees');
  }
  const { city, metres } = nearestCity(catalogue.market_cities, place);
  const distanceKm = Math.ceil(metres / 100) / 10;
  const band = catalogue.distance_bands.find((one) => metres <= one.up_to_km * 1000);
  const where = { marketCity: city.name, marketCityKey: city.key, distanceKm };
  const text = band
    ? wordsWithin(catalogue, band, city, distanceKm)
    : wordsBeyond(catalogue, city, distanceKm);
  const recommended = catalogue.offers.find((one) => one.offer_key === band?.recommended_offer);
  return {
    serviceable: band !== undefined,
    level: band?.level ?? 'unserviceable',
    ...text,
    ...where,
    estimatedHoursMin: band?.estimated_hours_min ?? null,
    estimatedHoursMax: band?.estimated_hours_max ?? null,
    suggestedExecutionMode: recommended?.execution_mode ?? null,
  };
}

/** The city that is nearest to a place, however far it is; null for a position that cannot be on Earth. */
export function nearestMarketCity(catalogue: Catalogue, place: Position): City | null {
  if (!isPossiblePosition(place.latitude, place.longitude)) return null;
  return nearestCity(catalogue.market_cities, place).city;
}

function nearestCity(cities: readonly City[], place: Position): { city: City; metres: number } {
  return cities
    .map((city) => ({ city, metres: Math.round(distanceMetres(city, place)) }))
    .reduce((best, one) => (one.metres < best.metres ? one : best));
}

const kilometres = (km: number) =>
  `${km.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} km`;

function wordsWithin(catalogue: Catalogue, band: Band, city: City, distanceKm: number) {
  const message = {
    covered: `We can send a verifier to this place from ${city.name}. Every offer is available.`,
    limited: `We can send a verifier to this place from ${city.name}. Some offers are not available.`,
    self_service_only: `This place is too far from ${city.name}, our nearest city, for us to send a verifier. You, or a person you trust on site, can take the photos with a link from us.`,
  }[band.level];
  const missing = catalogue.offers.filter((one) => !band.available_offers.includes(one.offer_key));
  const reasons = [
    `The place is ${kilometres(distanceKm)} from ${city.name}, within ${band.up_to_km} km.`,
    ...missing.map((offer) => `Not available at this distance: ${offer.label}.`),
  ];
  return { message, reasons };
}

function wordsBeyond(catalogue: Catalogue, city: City, distanceKm: number) {
  const limit = catalogue.distance_bands.at(-1)?.up_to_km;
  return {
    message: `We cannot serve this place: it is too far from ${city.name}, our nearest city. There is nothing to pay.`,
    reasons: [
      `The place is ${kilometres(distanceKm)} from ${city.name}; we serve places up to ${limit} km from our cities.`,
    ],
  };
}
