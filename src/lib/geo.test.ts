import { describe, expect, it } from 'vitest';
import { positionAt } from '../../test/support/position-at.js';
import {
  distanceMetres,
  earthRadiusMetres,
  isPossiblePosition,
  offsetMetres,
  type Position,
} from './geo.js';

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const degree = (Math.PI / 180) * earthRadiusMetres;
const alexanderplatz = at(52.5219, 13.4132);

describe('distanceMetres', () => {
  it.each([
    ['the same point', alexanderplatz, alexanderplatz, 0],
    ['a degree along the equator', at(0, 10), at(0, 11), degree],
    ['a degree along a meridian', at(40, 10), at(41, 10), degree],
    ['across the antimeridian', at(0, 179.5), at(0, -179.5), degree],
    ['+180 and −180 are one meridian', at(12, 180), at(12, -180), 0],
    ['over the north pole', at(89.5, 0), at(89.5, 180), degree],
    ['every longitude meets at the pole', at(90, 0), at(90, 123), 0],
    ['pole to pole', at(90, 0), at(-90, 77), 180 * degree],
    ['antipodes', at(12.3, 45.6), at(-12.3, -134.4), 180 * degree],
  ])('is exact for %s', (_name, a, b, metres) => {
    expect(distanceMetres(a, b)).toBeCloseTo(metres, 3);
    expect(distanceMetres(b, a)).toBeCloseTo(metres, 3);
  });

  it('is within 0.6 % of the distance on the ellipsoid', () => {
    // JFK to Heathrow on WGS 84 by Vincenty's formula: 5 554.9 km.
    const metres = distanceMetres(at(40.6413, -73.7781), at(51.47, -0.4543));
    expect(Math.abs(metres / 5_554_900 - 1)).toBeLessThan(0.006);
  });

  it('stays precise at a distance of one centimetre', () => {
    const near = at(alexanderplatz.latitude + 0.01 / degree, alexanderplatz.longitude);
    expect(distanceMetres(alexanderplatz, near)).toBeCloseTo(0.01, 6);
  });
});

describe('isPossiblePosition', () => {
  it.each([
    [0, 0, true],
    [90, 180, true],
    [-90, -180, true],
    [90.000001, 0, false],
    [-91, 0, false],
    [0, 180.000001, false],
    [0, -181, false],
    [Number.NaN, 0, false],
    [0, Number.NaN, false],
    [Number.POSITIVE_INFINITY, 0, false],
    [0, Number.NEGATIVE_INFINITY, false],
  ])('returns for %f, %f: %s', (latitude, longitude, possible) => {
    expect(isPossiblePosition(latitude, longitude)).toBe(possible);
  });
});

describe('offsetMetres', () => {
  it.each([
    ['north', at(1, 20), at(2, 20), 0, degree],
    ['south', at(1, 20), at(0, 20), 0, -degree],
    ['east', at(0, 20), at(0, 21), degree, 0],
    ['west across the antimeridian', at(0, -180), at(0, 179), -degree, 0],
    ['nowhere', alexanderplatz, alexanderplatz, 0, 0],
  ])('points %s', (_name, origin, point, east, north) => {
    const offset = offsetMetres(origin, point);
    expect(offset.east).toBeCloseTo(east, 3);
    expect(offset.north).toBeCloseTo(north, 3);
  });

  it('has the length of the distance', () => {
    for (const point of [at(52.5163, 13.3777), at(-33.87, 151.21), at(90, 0)]) {
      const { east, north } = offsetMetres(alexanderplatz, point);
      expect(Math.hypot(east, north)).toBeCloseTo(distanceMetres(alexanderplatz, point), 3);
    }
  });
});

describe('positionAt', () => {
  it.each([
    [alexanderplatz, { east: 120, north: -35 }],
    [at(-33.8688, 151.2093), { east: -400_000, north: 90_000 }],
    [at(10, 179.9999), { east: 500, north: 500 }],
    [at(0, 0), { east: 0, north: 0 }],
  ])('inverts offsetMetres for %o', (origin, offset) => {
    const position = positionAt(origin, offset);
    expect(isPossiblePosition(position.latitude, position.longitude)).toBe(true);
    const back = offsetMetres(origin, position);
    expect(back.east).toBeCloseTo(offset.east, 3);
    expect(back.north).toBeCloseTo(offset.north, 3);
  });
});
