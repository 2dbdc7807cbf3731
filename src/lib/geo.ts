/** A position on WGS 84, in decimal degrees: latitude north, longitude east. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** The offset of a point from another one, in metres; negative is west or south. */
export interface Offset {
  east: number;
  north: number;
}

/**
 * Mean radius R₁ of the Earth in metres, (2a + b) / 3 of the ellipsoid.
 * Source: H. Moritz, Geodetic Reference System 1980, adopted by the IUGG, Journal of Geodesy 74
 * (2000), 128–133: R₁ = 6 371 008.7714 m.
 */
export const earthRadiusMetres = 6_371_008.7714;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Returns the great-circle distance in metres on a sphere of mean radius, within 0.6 % of the distance on the
 * ellipsoid. Longitudes beyond ±180° are accepted: 181° is −179°.
 *
 * The haversine formula (R. W. Sinnott, Virtues of the Haversine, Sky and Telescope 68, 1984, 159) stays precise for
 * points a few metres apart, unlike the law of cosines.
 */
export function distanceMetres(a: Position, b: Position): number {
  const halfLatitude = radians(b.latitude - a.latitude) / 2;
  const halfLongitude = radians(b.longitude - a.longitude) / 2;
  const haversine =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLongitude) ** 2;
  // For antipodes, rounding can exceed 1, where asin is undefined.
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Returns true for an existing position: latitude within ±90, longitude within ±180, both finite. */
export function isPossiblePosition(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/**
 * Returns the offset of `point` from `origin`, for a plan centered on the origin, in the azimuthal equidistant
 * projection (J. P. Snyder, Map Projections: A Working Manual, USGS 1395, 1987, §25). Distance and direction from the
 * origin are true, so that the plan agrees with {@link distanceMetres}; distances between two other points are
 * distorted far from the origin.
 */
export function offsetMetres(origin: Position, point: Position): Offset {
  const distance = distanceMetres(origin, point);
  const from = radians(origin.latitude);
  const to = radians(point.latitude);
  const turn = radians(point.longitude - origin.longitude);
  const bearing = Math.atan2(
    Math.sin(turn) * Math.cos(to),
    Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn),
  );
  return { east: distance * Math.sin(bearing), north: distance * Math.cos(bearing) };
}
