import { z } from 'zod';
import type { FoundPlace } from '../geocoder.js';
import type { PlaceKind } from '../place.js';
import {
  countryCode,
  featureCollection,
  foundPlace,
  type GeocoderAdapter,
  joined,
  maybeText,
  openStreetMap,
} from './adapter.js';

/** https://github.com/komoot/photon/blob/master/docs/api-v1.md */
const properties = z.object({
  type: maybeText,
  osm_key: maybeText,
  osm_value: maybeText,
  name: maybeText,
  housenumber: maybeText,
  street: maybeText,
  locality: maybeText,
  district: maybeText,
  postcode: maybeText,
  city: maybeText,
  state: maybeText,
  country: maybeText,
  countrycode: maybeText,
});
type Properties = z.infer<typeof properties>;
const answers = featureCollection(properties);

const kinds: Record<string, PlaceKind> = {
  street: 'street',
  locality: 'district',
  district: 'district',
  city: 'city',
  county: 'region',
  state: 'region',
  country: 'country',
};
const placeKinds: Record<string, PlaceKind> = {
  postcode: 'postcode',
  hamlet: 'village',
  village: 'village',
  town: 'town',
  city: 'city',
};

function kindOf({ type, osm_key, osm_value, name, housenumber }: Properties): PlaceKind {
  if (type === 'house' && housenumber && (!name || osm_key === 'building')) return 'address';
  const known = osm_key === 'place' ? placeKinds[osm_value ?? ''] : undefined;
  return known ?? kinds[type ?? ''] ?? 'landmark';
}

function labelOf(one: Properties): string {
  const street = [one.street, one.housenumber].filter(Boolean).join(' ');
  const city = [one.postcode, one.city].filter(Boolean).join(' ');
  // A city is its own name, with the postal code of its center.
  const isCity = one.name === one.city;
  return joined(
    one.name,
    street,
    one.locality,
    one.district,
    isCity ? null : city,
    one.state,
    one.country,
  );
}

/** Languages of the names in Photon; the others are requested as the local ones. */
const languages = ['en', 'de', 'fr'];
const languageOf = (language: string) => {
  const [primary = ''] = language.split('-');
  return languages.includes(primary) ? primary : 'default';
};

export const photon: GeocoderAdapter = {
  source: 'photon',
  attribution: openStreetMap,
  keyParameter: 'key',
  intervalMilliseconds: 0,
  search: (text, { near, language, limit }) => ({
    path: '/api/',
    params: {
      q: text,
      limit,
      lang: languageOf(language),
      ...(near && { lat: near.latitude, lon: near.longitude }),
    },
  }),
  reverse: ({ latitude, longitude }, { language, limit }) => ({
    path: '/reverse',
    params: { lat: latitude, lon: longitude, limit, lang: languageOf(language) },
  }),
  read: (answer) =>
    answers.parse(answer).features.flatMap(({ geometry, properties: one }): FoundPlace[] => {
      const [longitude, latitude] = geometry.coordinates;
      const country = countryCode(one.countrycode);
      return foundPlace({ label: labelOf(one), latitude, longitude, kind: kindOf(one), country });
    }),
};
