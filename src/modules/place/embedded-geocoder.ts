import { fold } from './gazetteer/fold.js';
import type { Gazetteer, GazetteerPlace } from './gazetteer/gazetteer.js';
import { openGazetteer } from './gazetteer/open-gazetteer.js';
import type { FoundPlace, Geocoder } from './geocoder.js';
import { placeKind } from './place.js';

/** Largest distance of a place that a position is described by. */
const nearbyMetres = 50_000;

/** Returns a name with its region, unless that repeats it, and its country in a language. */
function labelOf({ name, region, country }: GazetteerPlace, language: string): string {
  const countries = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const isRepeated = region !== null && ` ${fold(region)} `.includes(` ${fold(name)} `);
  const parts = [name, isRepeated ? null : region, countries.of(country)];
  return [...new Set(parts.filter(Boolean))].join(', ');
}

const found = (place: GazetteerPlace, language: string): FoundPlace => ({
  label: labelOf(place, language),
  latitude: place.latitude,
  longitude: place.longitude,
  kind: placeKind.parse(place.kind),
  country: place.country,
});

/** Searches the places that the service ships. The index is opened on the first call. */
export function createEmbeddedGeocoder(open: () => Promise<Gazetteer> = openGazetteer): Geocoder {
  let opened: Promise<Gazetteer> | undefined;
  function gazetteer(): Promise<Gazetteer> {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }
  return {
    source: 'geonames',
    attribution: { text: 'Places: GeoNames, CC BY 4.0', url: 'https://www.geonames.org/' },
    async search(text, { near, language, limit }) {
      const places = (await gazetteer()).search(text, { near, limit });
      return places.map((place) => found(place, language));
    },
    async reverse(position, { language, limit }) {
      const places = (await gazetteer()).nearest(position, { limit, metres: nearbyMetres });
      return places.map(({ place }) => found(place, language));
    },
  };
}
