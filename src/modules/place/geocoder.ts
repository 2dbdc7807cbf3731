import type { Position } from '../../lib/geo.js';
import type { PlaceKind, PlaceSource } from './place.js';

/** A place that a geocoder found. */
export interface FoundPlace extends Position {
  /** The address or name, from the smallest part to the country. */
  label: string;
  kind: PlaceKind;
  /** ISO 3166-1 alpha-2 code; null if the geocoder does not state it. */
  country: string | null;
}

export interface SearchOptions {
  near: Position | null;
  /** BCP 47 language tag of the labels. */
  language: string;
  limit: number;
}

/** A text that the terms of a source require next to its places, with a link. */
export interface Attribution {
  text: string;
  url: string;
}

/**
 * The port for sources of places. An implementation returns an empty list if it finds nothing, and throws any error if
 * it cannot answer; the caller then uses the embedded places.
 */
export interface Geocoder {
  source: PlaceSource;
  attribution: Attribution;
  /** Finds places by name or address, the best first. */
  search(text: string, options: SearchOptions): Promise<FoundPlace[]>;
  /** Finds the addresses or places at or near a position, the nearest first. */
  reverse(
    position: Position,
    options: Pick<SearchOptions, 'language' | 'limit'>,
  ): Promise<FoundPlace[]>;
}
