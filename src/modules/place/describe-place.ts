import { anyoneLive } from '../../access.js';
import { finite } from '../../lib/schema.js';
import { ratePolicies } from '../../limits.js';
import { get, operation } from '../../operation.js';
import type { PlaceList } from './places.js';
import { placeCacheControl, placeCost, placeLanguage } from './search-places.js';

export const describePlace = operation({
  name: 'describePlace',
  kind: 'query',
  description:
    'Describe a position: the position itself with its country, its time zone and a label made of the nearest address or place, followed by the nearest known places with their distance from it.',
  access: anyoneLive,
  args: {
    latitude: finite({ ge: -90, le: 90 }).describe('Latitude in degrees, WGS 84.'),
    longitude: finite({ ge: -180, le: 180 }).describe('Longitude in degrees, WGS 84.'),
    language: placeLanguage(),
  },
  example: { latitude: 52.5219, longitude: 13.4132 },
  errors: [],
  cost: placeCost,
  limit: ratePolicies.placeSearches,
  rest: get('/v1/public/places/at', {
    operationId: 'describe_place',
    tag: 'Site checks',
    summary: 'Describe a position',
  }),
  run({ services, notes }, { latitude, longitude, language }): Promise<PlaceList> {
    notes.headers['cache-control'] = placeCacheControl;
    return services.places.describe({ latitude, longitude }, { language });
  },
});
