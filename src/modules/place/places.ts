import { countryAt } from '../../lib/country.js';
import { distanceMetres, type Position } from '../../lib/geo.js';
import { timeZoneOf } from '../../lib/time-zone.js';
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

const coordinatesText = ({ latitude, longitude }: Position): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Returns places with the attribution of their source, if it names one of them. */
const listOf = (places: Place[], { source, attribution }: Geocoder): PlaceList => ({
  places,
  attribution: places.some((place) => place.source === source) ? [attribution] : [],
});

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

/** Finds places by what people type and describes positions. */
export function createPlaces({
  embedded,
  openShortLink,
}: {
  embedded: Geocoder;
  openShortLink: OpenShortLink;
}) {
  /** Returns the position itself, named after the nearest place, and the places near it. */
  async function describe(
    position: Position,
    { language, name = null }: { language: string; name?: string | null },
  ): Promise<PlaceList> {
    const nearby = await embedded.reverse(position, { language, limit: nearbyMax });
    const [nearest] = nearby;
    const label = name ?? (nearest ? `Near ${nearest.label}` : coordinatesText(position));
    const source = name === null && nearest ? embedded.source : 'input';
    const described: FoundPlace = {
      ...position,
      label,
      kind: 'position',
      country: countryAt(position),
    };
    return listOf(
      [
        complete(described, source, position),
        ...nearby.map((place) => complete(place, embedded.source, position)),
      ],
      embedded,
    );
  }

  /** Returns only the position itself, with its distance from the caller. */
  async function positionOnly(
    position: Position,
    name: string | null,
    { near, language }: SearchOptions,
  ): Promise<PlaceList> {
    const { places } = await describe(position, { language, name });
    const [first] = places;
    const distanceM = near && Math.round(distanceMetres(near, position));
    return listOf(first ? [{ ...first, distanceM }] : [], embedded);
  }

  async function searchByName(text: string, options: SearchOptions): Promise<PlaceList> {
    const places = await embedded.search(text, options);
    return listOf(
      places.map((place) => complete(place, embedded.source, options.near)),
      embedded,
    );
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
    const [town] = await embedded.search(reference, { ...options, limit: 1 });
    if (!town) return { places: [], attribution: [] };
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
