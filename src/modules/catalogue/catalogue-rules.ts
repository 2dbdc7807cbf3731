import { brokenQuestions } from './catalogue-questions.js';
import {
  type CatalogueFile,
  type ServiceabilityLevel,
  serviceabilityLevel,
} from './catalogue-schema.js';

/**
 * Checks the rules between the entries of a catalogue file.
 * @returns the errors, each starting with the member's path; empty if there are no errors
 */
export function brokenRules(file: CatalogueFile): string[] {
  const broken = [
    ...repeated('currencies', file.currencies, (entry) => entry.code),
    ...repeated('offers', file.offers, (entry) => entry.offer_key),
    ...repeated('distance_bands', file.distance_bands, (entry) => entry.level),
    ...repeated('services', file.services, (entry) => entry.service_key),
    ...repeated('market_cities', file.market_cities, (entry) => entry.key),
    ...file.offers.flatMap((offer, i) => translationRules(`offers[${i}]`, offer)),
    ...bandRules(file),
    ...serviceRules('default', file.default, file),
    ...file.services.flatMap((service, i) => [
      ...translationRules(`services[${i}]`, service),
      ...serviceRules(`services[${i}]`, service, file),
    ]),
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
  const { steps, questions, base_prices } = entry;
  const codes = new Set(currencies.map(({ code }) => code));
  const missing = [...codes].filter((code) => base_prices[code] === undefined);
  const unknown = Object.keys(base_prices).filter((code) => !codes.has(code));
  return [
    ...repeated(`${path}.steps`, steps, (step) => step.step_name),
    ...brokenQuestions(path, entry),
    ...steps.flatMap((step, i) => translationRules(`${path}.steps[${i}]`, step)),
    ...questions.flatMap((question, i) => [
      ...translationRules(`${path}.questions[${i}]`, question),
      ...(question.options ?? []).flatMap((option, o) =>
        translationRules(`${path}.questions[${i}].options[${o}]`, option),
      ),
    ]),
    ...missing.map((code) => `${path}.base_prices lacks ${code}`),
    ...unknown.map((code) => `${path}.base_prices.${code} is missing in currencies`),
  ];
}

/** An entry with texts, and those in other languages. */
interface Translatable {
  translations?: Partial<Record<string, object>> | undefined;
}

/** Reports translations of texts that the entry does not have, and lists of another length. */
function translationRules(path: string, entry: Translatable): string[] {
  const english = new Map<string, unknown>(Object.entries(entry));
  return Object.entries(entry.translations ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts ?? {}).flatMap(([member, translated]) => {
      const at = `${path}.translations.${language}.${member}`;
      const text = english.get(member);
      if (!text) return [`${at} translates a text that is missing`];
      return Array.isArray(text) && text.length !== translated.length
        ? [`${at} must have ${text.length} texts, as in English`]
        : [];
    }),
  );
}
