import { earthRadiusMetres, type Position } from '../../../lib/geo.js';

const corners = 64;
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** Returns a circle as a polygon; for radii of at most a few hundred kilometres away from the poles. */
export function circleAround(
  { latitude, longitude }: Position,
  radiusMetres: number,
): GeoJSON.Feature<GeoJSON.Polygon> {
  const north = degrees(radiusMetres / earthRadiusMetres);
  const east = north / Math.cos((latitude * Math.PI) / 180);
  const ring = Array.from({ length: corners + 1 }, (_, i): [number, number] => {
    const turn = (2 * Math.PI * (i % corners)) / corners;
    return [longitude + east * Math.cos(turn), latitude + north * Math.sin(turn)];
  });
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}
