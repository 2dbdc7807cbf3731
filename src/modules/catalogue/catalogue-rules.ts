import { brokenQuestions } from './catalogue-questions.js';
import {
  type CatalogueFile,
  type ServiceabilityLevel,
  serviceabilityLevel,
} from './catalogue-schema.js';

/**
 * What must hold between the entries of a catalogue file.
 * @returns what is wrong, each beginning with the member's path; empty when nothing is
 */
export function brokenRules(file: CatalogueFile): string[] {
  const broken = [
    ...repeated('currencies', file.currencies, (entry) => entry.code),
    ...repeated('offers', file.offers, (entry) => entry.offer_key),
    ...repeated('distance_bands', file.distance_bands, (entry) => entry.level),
    ...repeated('services', file.services, (entry) => entry.service_key),
    ...repeated('market_cities', file.market_cities, (entry) => entry.key),
    ...bandRules(file),
    ...serviceRules('default', file.default, file),
    ...file.services.flatMap((service, i) => serviceRules(`services[${i}]`, service, file)),
  ];
  const codes = new Set(file.currencies.map(({ code }) => code));
  for (const [i, city] of file.market_cities.entries()) {
    if (!codes.has(city.currency)) {
      broken.push(`market_cities[${i}].currency ${city.currency} is missing in currencies`);
    }
  }
  return broken;
}

function repeated<T>(path: string, entries: T[], keyOf: (entry: T) => string): string[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, i) => {
    const key = keyOf(entry);
    if (seen.has(key)) return [`${path}[${i}] repeats ${key}`];
    seen.add(key);
    return [];
  });
}

function bandRules({ distance_bands, offers }: CatalogueFile): string[] {
  const rank = (level: ServiceabilityLevel) => serviceabilityLevel.options.indexOf(level);
  const mode = new Map(offers.map((offer) => [offer.offer_key, offer.execution_mode]));
  return distance_bands.flatMap((band, i) => {
    const path = `distance_bands[${i}]`;
    const before = distance_bands[i - 1];
    const broken: string[] = [];
    if (before && band.up_to_km <= before.up_to_km) {
      broken.push(`${path}.up_to_km must be greater than in the band before`);
    }
    if (before && rank(band.level) <= rank(before.level)) {
      broken.push(`${path}.level must be below that of the band before`);
    }
    if (band.estimated_hours_max < band.estimated_hours_min) {
      broken.push(`${path}.estimated_hours_max must not be less than estimated_hours_min`);
    }
    for (const offer of band.available_offers) {
      if (!mode.has(offer))
        broken.push(`${path}.available_offers names the unknown offer ${offer}`);
      else if (band.level === 'self_service_only' && mode.get(offer) === 'operator') {
        broken.push(`${path}.available_offers names ${offer}, for which somebody must be sent`);
      }
    }
    if (!band.available_offers.includes(band.recommended_offer)) {
      broken.push(`${path}.recommended_offer must be one of available_offers`);
    }
    return broken;
  });
}

function serviceRules(
  path: string,
  entry: CatalogueFile['default'],
  { currencies }: CatalogueFile,
): string[] {
  const { steps, base_prices } = entry;
  const codes = new Set(currencies.map(({ code }) => code));
  const missing = [...codes].filter((code) => base_prices[code] === undefined);
  const unknown = Object.keys(base_prices).filter((code) => !codes.has(code));
  return [
    ...repeated(`${path}.steps`, steps, (step) => step.step_name),
    ...brokenQuestions(path, entry),
    ...missing.map((code) => `${path}.base_prices lacks ${code}`),
    ...unknown.map((code) => `${path}.base_prices.${code} is missing in currencies`),
  ];
}
