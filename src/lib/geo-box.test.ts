import { describe, expect, it } from 'vitest';
import { distanceMetres } from './geo.js';
import { type Box, boxAround, cellOf, cellsOf, longitudesOf } from './geo-box.js';

const isIn = (box: Box, { latitude, longitude }: { latitude: number; longitude: number }) =>
  latitude >= box.south &&
  latitude <= box.north &&
  longitudesOf(box).some(([west, east]) => longitude >= west && longitude <= east);

const isCovered = (box: Box, cell: string | undefined) =>
  cellsOf(box).some(([first, last]) => cell !== undefined && cell >= first && cell <= last);

let seed = 7;
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const anywhere = () => ({ latitude: random() * 180 - 90, longitude: random() * 360 - 180 });

describe('cellsOf', () => {
  it.each<Box>([
    { west: 13.3, south: 52.4, east: 13.5, north: 52.6 },
    { west: 170, south: -20, east: -170, north: 10 },
    { west: -180, south: -90, east: 180, north: 90 },
    { west: 0, south: 0, east: 0, north: 0 },
    { west: 179, south: 89, east: 180, north: 90 },
  ])('covers the box %o with few ranges', (box) => {
    expect(cellsOf(box).length).toBeLessThanOrEqual(48);
    const points = [
      { latitude: box.south, longitude: box.west },
      { latitude: box.north, longitude: box.east },
      ...Array.from({ length: 2_000 }, anywhere).filter((point) => isIn(box, point)),
    ];
    for (const point of points) expect(isCovered(box, cellOf(point)), `${point}`).toBe(true);
  });

  it('excludes most of the Earth for a small box', () => {
    const box = { west: 13.3, south: 52.4, east: 13.5, north: 52.6 };
    const covered = Array.from({ length: 2_000 }, anywhere).filter((point) =>
      isCovered(box, cellOf(point)),
    );
    expect(covered.length).toBeLessThan(5);
  });

  it('treats 180 and -180 as one meridian', () => {
    const box = { west: 170, south: -10, east: 180, north: 10 };
    const point = { latitude: 0, longitude: -180 };
    expect(isIn(box, point)).toBe(true);
    expect(isCovered(box, cellOf(point))).toBe(true);
  });
});

describe('cellOf', () => {
  it('has no cell for a position outside of the Earth', () => {
    expect(cellOf({ latitude: 91, longitude: 0 })).toBeUndefined();
    expect(cellOf({ latitude: 90, longitude: 180 })).toMatch(/^3{18}$/);
  });
});

describe('boxAround', () => {
  it.each([
    { latitude: 52.5, longitude: 13.4, radiusMetres: 1_000 },
    { latitude: 0, longitude: 179.99, radiusMetres: 50_000 },
    { latitude: -89.9, longitude: 0, radiusMetres: 100_000 },
    { latitude: 60, longitude: -180, radiusMetres: 500_000 },
  ])('contains every point of the circle %o', (circle) => {
    const box = boxAround(circle);
    const near = Array.from({ length: 20_000 }, () => ({
      latitude: Math.max(-90, circle.latitude + (random() - 0.5) * 12),
      longitude: ((circle.longitude + (random() - 0.5) * 40 + 540) % 360) - 180,
    })).filter((point) => distanceMetres(circle, point) <= circle.radiusMetres);
    for (const point of near) expect(isIn(box, point), JSON.stringify(point)).toBe(true);
  });
});
