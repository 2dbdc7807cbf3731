import { earthRadiusMetres, isPossiblePosition, type Position } from './geo.js';

/** A part of the Earth between two meridians and two parallels; it crosses the antimeridian if `west` exceeds `east`. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A circle on the Earth. */
export interface Circle extends Position {
  radiusMetres: number;
}

/** A range of longitudes or of texts, from the first up to and including the last. */
type Span<T> = readonly [first: T, last: T];

const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Returns the smallest box around a circle. */
export function boxAround({ latitude, longitude, radiusMetres }: Circle): Box {
  // Slightly larger, so that rounding excludes no point at the edge.
  const angle = (radiusMetres / earthRadiusMetres) * (1 + 1e-9) + 1e-12;
  const south = Math.max(-90, latitude - degrees(angle));
  const north = Math.min(90, latitude + degrees(angle));
  const sine = Math.sin(angle) / Math.cos((latitude * Math.PI) / 180);
  // A circle around a pole has points at every longitude.
  if (south === -90 || north === 90 || !(sine < 1)) return { west: -180, south, east: 180, north };
  const half = degrees(Math.asin(sine));
  const around = (value: number) => ((value + 540) % 360) - 180;
  return { west: around(longitude - half), south, east: around(longitude + half), north };
}

/** Returns the longitudes of a box; -180 and 180 are the same meridian. */
export function longitudesOf({ west, east }: Box): Span<number>[] {
  const spans: Span<number>[] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  const reaches = (meridian: number) => spans.some((span) => span.includes(meridian));
  if (reaches(180) && !reaches(-180)) spans.push([-180, -180]);
  if (reaches(-180) && !reaches(180)) spans.push([180, 180]);
  return spans;
}

/** The smallest cells have 360° / 2¹⁸ of longitude and half of that of latitude: 153 by 76 m at the equator. */
const levels = 18;
/** Maximum number of cells that cover one span of longitudes. */
const coveringMax = 16;

/** Returns the row or column of a cell of a level. */
const placeIn = (value: number, least: number, range: number, level: number) =>
  Math.min(2 ** level - 1, Math.floor(((value - least) / range) * 2 ** level));

/** Returns the name of a cell: one digit per level, so that a cell's name begins with that of the cell around it. */
function nameOf(column: number, row: number, level: number): string {
  let name = '';
  for (let bit = level - 1; bit >= 0; bit--) {
    name += ((column >> bit) & 1) + 2 * ((row >> bit) & 1);
  }
  return name;
}

/** Returns the smallest cell at a position; undefined for a position that cannot be on Earth. */
export function cellOf({ latitude, longitude }: Position): string | undefined {
  if (!isPossiblePosition(latitude, longitude)) return undefined;
  const column = placeIn(longitude, -180, 360, levels);
  return nameOf(column, placeIn(latitude, -90, 180, levels), levels);
}

/** Returns ranges of names that contain the smallest cells of all positions in a box, and of some around it. */
export function cellsOf(box: Box): Span<string>[] {
  return longitudesOf(box).flatMap(([west, east]) => {
    for (let level = levels; ; level--) {
      const [left, right] = [west, east].map((value) => placeIn(value, -180, 360, level)) as [
        number,
        number,
      ];
      const [low, high] = [box.south, box.north].map((value) =>
        placeIn(value, -90, 180, level),
      ) as [number, number];
      if ((right - left + 1) * (high - low + 1) > coveringMax) continue;
      const names: string[] = [];
      for (let row = low; row <= high; row++) {
        for (let column = left; column <= right; column++) names.push(nameOf(column, row, level));
      }
      // After every longer name that begins with this one.
      return names.map((name): Span<string> => [name, `${name}4`]);
    }
  });
}
