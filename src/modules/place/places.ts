import type { Logger } from 'pino';
import { countryAt } from '../../lib/country.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import { createTranslator } from '../../messages/create-translator.js';
import { languageFor } from '../../messages/match-language.js';
import { placeCatalogue } from '../../messages/place/catalogue.js';
import type { Attribution, FoundPlace, Geocoder, SearchOptions } from './geocoder.js';
import type { Place, PlaceSource } from './place.js';
import { type PlaceInput, readPlaceInput } from './place-input.js';
import { shortCodePosition } from './plus-code.js';
import type { OpenShortLink } from './short-links.js';
import { unreadablePlace } from './unreadable-place.js';

/** Places, and the texts that their sources require next to them. */
export interface PlaceList {
  places: Place[];
  attribution: Attribution[];
}

/** Places near a position that describe it. */
const nearbyMax = 3;
/** Distance up to which a position has the address of a place. */
const addressMetres = 100;

const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Places of one source. */
interface Found {
  places: FoundPlace[];
  by: Geocoder;
}

/** Completes a place with its country, its time zone and its distance. */
function complete(found: FoundPlace, source: PlaceSource, from: Position | null): Place {
  const { label, latitude, longitude, kind } = found;
  return {
    label,
    latitude,
    longitude,
    kind,
    country: found.country ?? countryAt(found),
    timeZone: timeZoneOf(found),
    distanceM: from && Math.round(distanceMetres(from, found)),
    source,
  };
}

export type Places = ReturnType<typeof createPlaces>;

interface PlacesNeeds {
  embedded: Geocoder;
  /** The configured geocoder; null without one. */
  geocoder: Geocoder | null;
  openShortLink: OpenShortLink;
  log: Logger;
}

/** Finds places by what people type and describes positions. */
export function createPlaces({ embedded, geocoder, openShortLink, log }: PlacesNeeds) {
  /** Requests places from the configured geocoder; empty if it finds nothing or cannot answer. */
  async function requestFrom(send: (by: Geocoder) => Promise<FoundPlace[]>): Promise<FoundPlace[]> {
    if (!geocoder) return [];
    try {
      return await send(geocoder);
    } catch (error) {
      // The text and the position are personal data, so only the reason is logged.
      log.debug({ reason: String(error), source: geocoder.source }, 'geocoder: not used');
      return [];
    }
  }

  async function named(text: string, options: SearchOptions): Promise<Found> {
    const places = await requestFrom((by) => by.search(text, options));
    return geocoder && places.length > 0
      ? { places, by: geocoder }
      : { places: await embedded.search(text, options), by: embedded };
  }

  const listOf = (places: Place[]): PlaceList => ({
    places,
    attribution: [geocoder, embedded].flatMap((one) =>
      one && places.some(({ source }) => source === one.source) ? [one.attribution] : [],
    ),
  });

  /**
   * Returns the position itself, named after the nearest place, and the places near it.
   *
   * @param options.name name that the request gives the position
   */
  async function describe(
    position: Position,
    { language, name = null }: { language: string; name?: string | null },
  ): Promise<PlaceList> {
    const [addresses, towns] = await Promise.all([
      requestFrom((by) => by.reverse(position, { language, limit: 1 })),
      embedded.reverse(position, { language, limit: nearbyMax }),
    ]);
    const nearby = [
      ...addresses.map((place) => complete(place, geocoder?.source ?? 'input', position)),
      ...towns.map((place) => complete(place, embedded.source, position)),
    ];
    const [nearest] = nearby;
    const isAt = nearest && addresses.length > 0 && (nearest.distanceM ?? 0) <= addressMetres;
    const t = createTranslator(placeCatalogue, languageFor(language));
    const derived = nearest && (isAt ? nearest.label : t('place.near', { place: nearest.label }));
    const label = name ?? derived ?? coordinatesText(position);
    const source = name === null && nearest ? nearest.source : 'input';
    const described: FoundPlace = { ...position, label, kind: 'position', country: null };
    return listOf([complete(described, source, position), ...nearby]);
  }

  /** Returns only the position itself, with its distance from the caller. */
  async function positionOnly(
    position: Position,
    name: string | null,
    { near, language }: SearchOptions,
  ): Promise<PlaceList> {
    const { places } = await describe(position, { language, name });
    const distanceM = near && Math.round(distanceMetres(near, position));
    return listOf(places.slice(0, 1).map((place) => ({ ...place, distanceM })));
  }

  async function searchByName(text: string, options: SearchOptions): Promise<PlaceList> {
    const { places, by } = await named(text, options);
    return listOf(places.map((place) => complete(place, by.source, options.near)));
  }

  async function searchShortCode(
    { code, reference }: { code: string; reference: string | null },
    options: SearchOptions,
  ): Promise<PlaceList> {
    if (reference === null) {
      if (options.near) return positionOnly(shortCodePosition(code, options.near), null, options);
      throw unreadablePlace(
        `the plus code ${code} is short. Add its town, such as ${code} Berlin, or enter the whole code`,
      );
    }
    const { places } = await named(reference, { ...options, limit: 1 });
    const [town] = places;
    if (!town) return listOf([]);
    return positionOnly(shortCodePosition(code, town), null, options);
  }

  async function searchInput(input: PlaceInput, options: SearchOptions): Promise<PlaceList> {
    switch (input.kind) {
      case 'position':
        return positionOnly(input.position, input.name, options);
      case 'short_code':
        return searchShortCode(input, options);
      case 'short_link':
        return searchInput(await openShortLink(input.url), options);
      case 'unreadable':
        throw unreadablePlace(input.message);
      case 'name': {
        const near = input.near ?? options.near;
        const found = await searchByName(input.text, { ...options, near });
        if (found.places.length > 0 || !input.near) return found;
        // The link shows the place, whose name is unknown.
        return positionOnly(input.near, input.text, options);
      }
    }
  }

  return {
    /**
     * Returns the places that a text names: the position of coordinates, a code or a link, or what a search by name
     * finds, the best first.
     *
     * @throws ApiError `bad_user_input` for a text that names no place
     */
    search: (text: string, options: SearchOptions): Promise<PlaceList> =>
      searchInput(readPlaceInput(text), options),

    /** Returns a position with its country and time zone, named after the nearest place, and the places near it. */
    describe,
  };
}
