import { z } from 'zod';
import type { Position } from '../../lib/geo.js';

/** Kinds of places, from a point to a country. */
export const placeKind = z.enum([
  'position',
  'address',
  'street',
  'landmark',
  'postcode',
  'district',
  'village',
  'town',
  'city',
  'region',
  'country',
]);
export type PlaceKind = z.infer<typeof placeKind>;

/** Origins of the name and position of a place. */
export const placeSource = z.enum(['input', 'geonames']);
export type PlaceSource = z.infer<typeof placeSource>;

/** A place that a search or a position names. */
export interface Place extends Position {
  label: string;
  kind: PlaceKind;
  /** ISO 3166-1 alpha-2 code; null on the high seas. */
  country: string | null;
  /** IANA name; null if it is unknown. */
  timeZone: string | null;
  /** Distance from the position in the request, in whole metres; null without one. */
  distanceM: number | null;
  source: PlaceSource;
}
