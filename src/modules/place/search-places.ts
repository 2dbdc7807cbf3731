import { anyoneLive } from '../../access.js';
import { isPossiblePosition, type Position } from '../../lib/geo.js';
import { pattern, text, whole } from '../../lib/schema.js';
import { ratePolicies } from '../../limits.js';
import { get, operation } from '../../operation.js';
import { readPlaceInput } from './place-input.js';
import type { PlaceList } from './places.js';

/** Length of a text that names a place; links of maps have up to some hundred characters. */
const textLength = { min: 1, max: 2_000 };
/** Cost of a search or a description in GraphQL. */
export const placeCost = 20;

export const placeLanguage = () =>
  pattern('^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$')
    .default('en')
    .describe('Language of the labels as a BCP 47 tag; untranslated names stay as they are.');

/** Reads `latitude,longitude`; null for a position outside Earth. */
function readNear(typed: string): Position | null {
  const [latitude = Number.NaN, longitude = Number.NaN] = typed.split(',').map(Number);
  return isPossiblePosition(latitude, longitude) ? { latitude, longitude } : null;
}

/** Lets a browser reuse suggestions while a person types. */
export const placeCacheControl = 'private, max-age=300';

export const searchPlaces = operation({
  name: 'searchPlaces',
  kind: 'query',
  description:
    'Find places by what people type or paste: an address, a place name, coordinates, a plus code, a `geo:` URI, or a link of Google Maps, Apple Maps, OpenStreetMap, Bing or HERE. Returns the best place first, and an empty list if nothing is found. Without a configured geocoder only towns and districts are known by name.',
  access: anyoneLive,
  args: {
    text: text(textLength.min, textLength.max)
      .superRefine((typed, ctx) => {
        const input = readPlaceInput(typed);
        if (input.kind === 'unreadable') ctx.addIssue({ code: 'custom', message: input.message });
      })
      .describe('Address, place name, coordinates, plus code, `geo:` URI or link of a map.'),
    near: pattern('^-?[0-9]+(\\.[0-9]+)?,\\s*-?[0-9]+(\\.[0-9]+)?$')
      .refine(
        (typed) => readNear(typed) !== null,
        'must be a latitude from -90 to 90 and a longitude from -180 to 180',
      )
      .nullish()
      .describe('Position as `latitude,longitude` in degrees; nearer places come first.'),
    language: placeLanguage(),
    limit: whole({ ge: 1, le: 10 }).default(5).describe('Maximum number of places to return.'),
  },
  example: { text: 'Alexandria', near: '30.05,31.24', limit: 2 },
  errors: [],
  cost: placeCost,
  limit: ratePolicies.placeSearches,
  rest: get('/v1/public/places', {
    tool: { name: 'find_place' },
    operationId: 'search_places',
    tag: 'Site checks',
    summary: 'Search places',
  }),
  run({ services, notes }, { text: typed, near, language, limit }): Promise<PlaceList> {
    notes.headers['cache-control'] = placeCacheControl;
    return services.places.search(typed, { near: near ? readNear(near) : null, language, limit });
  },
});
