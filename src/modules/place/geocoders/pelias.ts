import { z } from 'zod';
import type { FoundPlace } from '../geocoder.js';
import type { PlaceKind } from '../place.js';
import {
  countryCode,
  featureCollection,
  foundPlace,
  type GeocoderAdapter,
  maybeText,
} from './adapter.js';

/** https://github.com/pelias/documentation/blob/master/response.md */
const answers = featureCollection(
  z.object({ layer: maybeText, label: z.string(), country_code: maybeText }),
);

const kinds: Record<string, PlaceKind> = {
  address: 'address',
  street: 'street',
  postalcode: 'postcode',
  neighbourhood: 'district',
  borough: 'district',
  locality: 'city',
  localadmin: 'town',
  county: 'region',
  macrocounty: 'region',
  region: 'region',
  macroregion: 'region',
  country: 'country',
  dependency: 'country',
};

export const pelias: GeocoderAdapter = {
  source: 'pelias',
  attribution: {
    text: '© OpenStreetMap contributors, OpenAddresses, Who’s On First, GeoNames',
    url: 'https://github.com/pelias/documentation/blob/master/data-licenses.md',
  },
  keyParameter: 'api_key',
  intervalMilliseconds: 0,
  search: (text, { near, language, limit }) => ({
    path: '/v1/search',
    params: {
      text,
      size: limit,
      lang: language,
      ...(near && { 'focus.point.lat': near.latitude, 'focus.point.lon': near.longitude }),
    },
  }),
  reverse: ({ latitude, longitude }, { language, limit }) => ({
    path: '/v1/reverse',
    params: { 'point.lat': latitude, 'point.lon': longitude, size: limit, lang: language },
  }),
  read: (answer) =>
    answers.parse(answer).features.flatMap(({ geometry, properties: one }): FoundPlace[] => {
      const [longitude, latitude] = geometry.coordinates;
      return foundPlace({
        label: one.label,
        latitude,
        longitude,
        kind: kinds[one.layer ?? ''] ?? 'landmark',
        country: countryCode(one.country_code),
      });
    }),
};
