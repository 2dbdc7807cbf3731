import { earthRadiusMetres, type Offset, type Position } from '../../src/lib/geo.js';

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Returns the position at `offset` metres from `origin` along a great circle, the inverse of `offsetMetres`; longitude
 * within ±180.
 */
export function positionAt(origin: Position, offset: Offset): Position {
  const angle = Math.hypot(offset.east, offset.north) / earthRadiusMetres;
  const bearing = Math.atan2(offset.east, offset.north);
  const from = radians(origin.latitude);
  const sine =
    Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing);
  const to = Math.asin(Math.max(-1, Math.min(1, sine)));
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  const longitude = origin.longitude + (turn * 180) / Math.PI;
  return {
    latitude: (to * 180) / Math.PI,
    longitude: longitude - 360 * Math.round(longitude / 360),
  };
}
