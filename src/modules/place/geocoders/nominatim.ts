import { z } from 'zod';
import { second } from '../../../lib/units.js';
import type { FoundPlace } from '../geocoder.js';
import type { PlaceKind } from '../place.js';
import {
  countryCode,
  foundPlace,
  type GeocoderAdapter,
  maybeText,
  openStreetMap,
} from './adapter.js';

/** https://nominatim.org/release-docs/latest/api/Output/, format jsonv2. */
const result = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  category: maybeText,
  addresstype: maybeText,
  display_name: z.string(),
  address: z.object({ house_number: maybeText, country_code: maybeText }).nullish(),
});
/** A reverse search that finds nothing is answered with an error and status 200. */
const nothing = z.object({ error: z.unknown().refine((error) => error !== undefined) });

const kinds: Record<string, PlaceKind> = {
  road: 'street',
  postcode: 'postcode',
  neighbourhood: 'district',
  suburb: 'district',
  quarter: 'district',
  city_district: 'district',
  borough: 'district',
  residential: 'district',
  hamlet: 'village',
  village: 'village',
  isolated_dwelling: 'village',
  town: 'town',
  city: 'city',
  municipality: 'city',
  county: 'region',
  state: 'region',
  state_district: 'region',
  province: 'region',
  region: 'region',
  country: 'country',
  building: 'address',
  house: 'address',
  house_number: 'address',
};

function placeOf(one: z.infer<typeof result>): FoundPlace[] {
  const { addresstype, category, address } = one;
  const isAddress = address?.house_number && ['building', 'place'].includes(category ?? '');
  return foundPlace({
    label: one.display_name,
    latitude: one.lat,
    longitude: one.lon,
    kind: isAddress ? 'address' : (kinds[addresstype ?? ''] ?? 'landmark'),
    country: countryCode(address?.country_code),
  });
}

/** Degrees around a position within which Nominatim prefers places. */
const nearDegrees = 0.5;
const common = { format: 'jsonv2', addressdetails: 1 };

export const nominatim: GeocoderAdapter = {
  source: 'nominatim',
  attribution: openStreetMap,
  keyParameter: 'key',
  // https://operations.osmfoundation.org/policies/nominatim/
  intervalMilliseconds: second,
  search: (text, { near, language, limit }) => ({
    path: '/search',
    params: {
      q: text,
      ...common,
      limit,
      'accept-language': language,
      ...(near && {
        viewbox: [
          near.longitude - nearDegrees,
          near.latitude + nearDegrees,
          near.longitude + nearDegrees,
          near.latitude - nearDegrees,
        ].join(','),
      }),
    },
  }),
  reverse: ({ latitude, longitude }, { language }) => ({
    path: '/reverse',
    params: { lat: latitude, lon: longitude, ...common, 'accept-language': language },
  }),
  read(answer) {
    if (nothing.safeParse(answer).success) return [];
    const results = Array.isArray(answer) ? answer : [answer];
    return z.array(result).parse(results).flatMap(placeOf);
  },
};
