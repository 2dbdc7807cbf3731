import { z } from 'zod';
import { isPossiblePosition, type Position } from '../../../lib/geo.js';
import type { Attribution, FoundPlace, SearchOptions } from '../geocoder.js';
import type { PlaceSource } from '../place.js';

/** A request to a geocoder: its path with the parameters of the query. */
export interface GeocoderRequest {
  path: string;
  params: Record<string, string | number>;
}

/** The requests to a kind of geocoder and the reading of its answers. */
export interface GeocoderAdapter {
  source: PlaceSource;
  attribution: Attribution;
  /** Name of the parameter with the key. */
  keyParameter: string;
  /** Shortest time between two requests that the terms allow; 0 without a limit. */
  intervalMilliseconds: number;
  search(text: string, options: SearchOptions): GeocoderRequest;
  reverse(position: Position, options: Pick<SearchOptions, 'language' | 'limit'>): GeocoderRequest;
  /**
   * Reads the answer to either request. Places without a position or a name are left out.
   *
   * @throws ZodError if the answer is not in the documented form
   */
  read(answer: unknown): FoundPlace[];
}

export const openStreetMap: Attribution = {
  text: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
};

const labelMax = 300;

/** Returns a place; empty if its position or label is not usable. */
export function foundPlace(place: FoundPlace): FoundPlace[] {
  const label = place.label.replace(/\s+/g, ' ').trim().slice(0, labelMax);
  const isUsable = label !== '' && isPossiblePosition(place.latitude, place.longitude);
  return isUsable ? [{ ...place, label }] : [];
}

/** Returns the code in upper case if it is one of ISO 3166-1 alpha-2. */
export const countryCode = (code: string | null | undefined): string | null =>
  code && /^[a-z]{2}$/i.test(code) ? code.toUpperCase() : null;

/** Returns the distinct parts of a label, joined by commas. */
export const joined = (...parts: (string | null | undefined)[]): string =>
  [...new Set(parts.filter(Boolean))].join(', ');

/** Features of Photon and Pelias (RFC 7946) with the given properties. */
export const featureCollection = <P extends z.ZodType>(properties: P) =>
  z.object({
    features: z.array(
      z.object({
        geometry: z.object({
          type: z.literal('Point'),
          coordinates: z.tuple([z.number(), z.number()]).rest(z.number()),
        }),
        properties,
      }),
    ),
  });

/** A text of an answer, absent or null if unknown. */
export const maybeText = z.string().nullish();
