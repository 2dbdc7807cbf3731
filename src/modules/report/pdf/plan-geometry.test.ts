import { expect, test } from 'vitest';
import { positionAt } from '../../../../test/support/position-at.js';
import { pdfWordingIn, planLabels } from './pdf-wording.js';
import { compassPoint, layoutPlan, offsetOf, shortLabel } from './plan-geometry.js';

const labels = planLabels(pdfWordingIn('en'));

const target = { latitude: 52.521918, longitude: 13.413215 };
const point = (number: number, east: number, north: number, passed = true) => ({
  number,
  passed,
  ...positionAt(target, { east, north }),
});

test('draws north up, east right, and distances to the scale of the scale bar', () => {
  const plan = layoutPlan(target, [point(1, 0, 100), point(2, 100, 0)], 200, labels);
  const perMetre = plan.scaleBar.length / plan.scaleBar.metres;
  const [north, east] = plan.dots;
  expect(north!.x).toBeCloseTo(100, 3);
  expect(100 - north!.y).toBeCloseTo(100 * perMetre, 3);
  expect(east!.x - 100).toBeCloseTo(100 * perMetre, 3);
});

test.each([
  [10, [150]],
  [100, [150]],
  [300, [150, 500]],
])('with evidence %d m away draws the circles %j', (distance, circles) => {
  expect(layoutPlan(target, [point(1, distance, 0)], 200, labels).circles).toEqual(circles);
});

test('shows one distant item as an arrow in its direction without shrinking the plan of the others', () => {
  const plan = layoutPlan(target, [point(1, 0, 20), point(2, 0, 5000)], 200, labels);
  expect(plan.radius).toBeLessThan(200);
  expect(plan.arrows).toMatchObject([{ label: 'E2 5.0 km', bearing: 0, x: 100 }]);
});

test('gives points at the same position a shared label, but never mixes passed and failed ones', () => {
  const plan = layoutPlan(
    target,
    [point(1, 5, 5), point(2, 5, 5), point(3, 5, 5, false)],
    200,
    labels,
  );
  expect(plan.dots.map(({ label, passed }) => [label, passed])).toEqual([
    ['E1–E2', true],
    ['E3', false],
  ]);
});

test('places every symbol within the plan', () => {
  const points = Array.from({ length: 120 }, (_, index) =>
    point(index + 1, Math.sin(index) * index * 40, Math.cos(index) * index * 40),
  );
  const plan = layoutPlan(target, points, 200, labels);
  for (const { x, y } of [...plan.dots, ...plan.arrows]) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(200);
  }
});

test('works across the date line and at the poles', () => {
  expect(
    offsetOf({ latitude: 0, longitude: 179.9995 }, { latitude: 0, longitude: -179.9995 }).distance,
  ).toBeCloseTo(111.2, 0);
  expect(
    offsetOf({ latitude: 90, longitude: 0 }, { latitude: 89.999, longitude: 90 }).distance,
  ).toBeCloseTo(111.2, 0);
});

test.each([
  [0, 'n'],
  [44, 'ne'],
  [90, 'e'],
  [359, 'n'],
])('names the direction of %d degrees %s', (bearing, name) => {
  expect(compassPoint(bearing)).toBe(name);
});

test.each([
  [[1], 'E1'],
  [[3, 1, 2], 'E1–E3'],
  [[1, 3, 4], 'E1, E3–E4'],
  [[1, 3, 5, 7], '4 items'],
])('labels %j as %s', (numbers, label) => {
  expect(shortLabel(numbers, labels.items)).toBe(label);
});
