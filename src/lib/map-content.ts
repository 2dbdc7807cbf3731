import type { Position } from './geo.js';

/** A symbol on a map. */
export interface MapPoint extends Position {
  /** Text on the symbol; at most 3 characters. */
  mark: string;
  /** Name of the symbol, which a press shows or follows. */
  name: string;
  tone: 'good' | 'bad' | 'none';
  /** Address that a press opens. */
  href?: string;
}

/** The content of a map without a movable pin. */
export interface MapContent {
  /** The place in the center, with its name. */
  place: (Position & { name: string }) | null;
  /** Radii in metres of circles around the place, the smallest first. */
  circles: readonly number[];
  /** Symbols; those that would overlap are shown as one. */
  points: readonly MapPoint[];
}

/** Points farther from the place than this many metres do not make the first view of the map larger. */
export const nearMetres = 700;
