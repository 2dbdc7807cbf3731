import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { query } from '../../graphql/operations.js';
import { describePlace } from './describe-place.js';
import type { Attribution } from './geocoder.js';
import { type Place, placeKind, placeSource } from './place.js';
import type { PlaceList } from './places.js';
import { searchPlaces } from './search-places.js';

const maybe = (description: string) => ({ nullable: true, description }) as const;

const PlaceKindRef = enumType('PlaceKind', placeKind, 'Kind of a place.', {
  position: 'A position that the request states.',
  address: 'A building or a house number.',
  street: 'A street or a square.',
  landmark: 'A named object, such as a station, a shop or a monument.',
  postcode: 'The area of a postal code.',
  district: 'A part of a city or town.',
  village: 'A village; of the embedded places, one of fewer than 10,000 inhabitants.',
  town: 'A town; of the embedded places, one of 10,000 to 100,000 inhabitants.',
  city: 'A capital, or a city of at least 100,000 inhabitants.',
  region: 'A state, province or county.',
  country: 'A country.',
});

const PlaceSourceRef = enumType('PlaceSource', placeSource, 'Source of the label of a place.', {
  input: 'The request.',
  geonames: 'The embedded places, from GeoNames.',
});

const PlaceRef = builder.objectRef<Place>('Place').implement({
  extensions: { document: 'PlaceOut' },
  description: 'A place with its position (PlaceOut).',
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'The address or name for display, from the smallest part to the country.',
    }),
    latitude: t.exposeFloat('latitude', { description: 'Latitude in degrees, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { description: 'Longitude in degrees, WGS 84.' }),
    kind: t.expose('kind', { type: PlaceKindRef, description: 'Kind of the place.' }),
    country: t.exposeString(
      'country',
      maybe('ISO 3166-1 alpha-2 code of the country or territory; null on the high seas.'),
    ),
    timeZone: t.exposeString('timeZone', maybe('IANA time zone; null if it is unknown.')),
    distanceM: t.exposeInt(
      'distanceM',
      maybe('Distance in metres from `near`, or from the described position; null without one.'),
    ),
    source: t.expose('source', { type: PlaceSourceRef, description: 'Source of the label.' }),
  }),
});

const AttributionRef = builder.objectRef<Attribution>('PlaceAttribution').implement({
  extensions: { document: 'PlaceAttributionOut' },
  description: 'A text that a source of places requires next to them (PlaceAttributionOut).',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Text to show next to the places.' }),
    url: t.exposeString('url', { description: 'Page to which the text links.' }),
  }),
});

const PlaceListRef = builder.objectRef<PlaceList>('PlaceList').implement({
  extensions: { document: 'PlaceListOut' },
  description: 'Places, the best first (PlaceListOut).',
  fields: (t) => ({
    places: t.field({
      type: [PlaceRef],
      description: 'The places; empty if nothing is found.',
      resolve: ({ places }) => places,
    }),
    attribution: t.field({
      type: [AttributionRef],
      description: 'What the sources of these places require to be shown with them.',
      resolve: ({ attribution }) => attribution,
    }),
  }),
});

query(searchPlaces, PlaceListRef);
query(describePlace, PlaceListRef);
