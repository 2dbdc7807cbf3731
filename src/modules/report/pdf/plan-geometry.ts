import { offsetMetres, type Position } from '../../../lib/geo.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../evidence/checks.js';

/** Distance and direction from one position to another. */
export interface Offset {
  distance: number;
  bearing: number;
}

export interface PlanPoint extends Position {
  /** Number of the evidence in the report, from 1. */
  number: number;
  passed: boolean;
}

/** Points so close together on the plan that they share a symbol and a label. */
export interface PlanDot {
  /** Points (1/72 inch) to the right of and below the upper left corner of the plan. */
  x: number;
  y: number;
  label: string;
  passed: boolean;
}

/** Points beyond the edge of the plan that are in the same direction. */
export interface PlanArrow extends PlanDot {
  bearing: number;
}

/** Words on a plan, in its language. */
export interface PlanLabels {
  items: (count: number) => string;
  kilometres: (distance: number) => string;
  orMore: (distance: string) => string;
  /** Joins the numbers of evidence beyond the edge and its distance. */
  beyond: (numbers: string, distance: string) => string;
}

export interface Plan {
  /** Side of the square plan in points. */
  side: number;
  /** Distance from the target to the edge in metres. */
  radius: number;
  /** Radii in metres of the circles that fit on the plan. */
  circles: number[];
  scaleBar: { metres: number; length: number };
  dots: PlanDot[];
  arrows: PlanArrow[];
}

/** Returns the great-circle distance in metres and the direction in degrees clockwise from north. */
export function offsetOf(from: Position, to: Position): Offset {
  const { east, north } = offsetMetres(from, to);
  return {
    distance: Math.hypot(east, north),
    bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  };
}

const radians = Math.PI / 180;
const compass = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type CompassPoint = (typeof compass)[number];

/** Returns the compass point of a bearing, for example `ne` for 40 degrees. */
export const compassPoint = (bearing: number): CompassPoint =>
  compass[Math.round(bearing / 45) % 8] ?? 'n';

const limits = [geofencePassMetres, geofenceWarnMetres];
const nearMax = 650;
const clusterPoints = 11;
const labelRangesMax = 3;

/**
 * Lays out a plan centred on the target, north up, in azimuthal equidistant projection: distances from the centre are
 * true to scale. The plan is as large as the points near the target require; more distant points become arrows at the
 * edge.
 *
 * @param side side of the square in points
 * @param labels words on the plan
 */
export function layoutPlan(
  target: Position,
  points: PlanPoint[],
  side: number,
  labels: PlanLabels,
): Plan {
  const placed = points.map((point) => ({ ...point, ...offsetOf(target, point) }));
  const near = placed.filter(({ distance }) => distance <= nearMax);
  const radius = planRadius(Math.max(0, ...near.map(({ distance }) => distance)));
  const perMetre = side / 2 / radius;
  return {
    side,
    radius,
    circles: limits.filter((limit) => limit <= radius),
    scaleBar: scaleBar(radius, perMetre),
    dots: dotsOf(near, side, perMetre, labels),
    arrows: arrowsOf(
      placed.filter(({ distance }) => distance > nearMax),
      side,
      labels,
    ),
  };
}

/** Returns the radius of the plan in metres; the circle within which a photo passes is always visible. */
function planRadius(farthest: number): number {
  if (farthest <= limits[0]!) return 172;
  return farthest <= limits[1]! ? 560 : 720;
}

function scaleBar(radius: number, perMetre: number) {
  const metres = [500, 200, 100, 50, 20, 10].find((length) => length <= radius / 2) ?? 10;
  return { metres, length: metres * perMetre };
}

type Placed = PlanPoint & Offset;

function dotsOf(near: Placed[], side: number, perMetre: number, { items }: PlanLabels): PlanDot[] {
  const clusters: { x: number; y: number; passed: boolean; numbers: number[] }[] = [];
  for (const { distance, bearing, passed, number } of near) {
    const x = side / 2 + Math.sin(bearing * radians) * distance * perMetre;
    const y = side / 2 - Math.cos(bearing * radians) * distance * perMetre;
    const close = clusters.find(
      (cluster) =>
        cluster.passed === passed && Math.hypot(cluster.x - x, cluster.y - y) < clusterPoints,
    );
    if (close) close.numbers.push(number);
    else clusters.push({ x, y, passed, numbers: [number] });
  }
  return clusters.map(({ numbers, ...dot }) => ({
    ...dot,
    label: shortLabel(numbers, items),
  }));
}

function arrowsOf(far: Placed[], side: number, labels: PlanLabels): PlanArrow[] {
  const sectors = new Map<number, Placed[]>();
  for (const point of far) {
    const sector = Math.round(point.bearing / 20) % 18;
    sectors.set(sector, [...(sectors.get(sector) ?? []), point]);
  }
  return [...sectors].map(([sector, points]) => {
    const bearing = sector * 20;
    const [dx, dy] = [Math.sin(bearing * radians), -Math.cos(bearing * radians)];
    const reach = (side / 2 - 9) / Math.max(Math.abs(dx), Math.abs(dy));
    return {
      x: side / 2 + dx * reach,
      y: side / 2 + dy * reach,
      bearing,
      passed: points.some(({ passed }) => passed),
      label: labels.beyond(
        shortLabel(
          points.map(({ number }) => number),
          labels.items,
        ),
        farText(points, labels),
      ),
    };
  });
}

function farText(points: Placed[], { kilometres, orMore }: PlanLabels): string {
  const nearest = Math.min(...points.map(({ distance }) => distance)) / 1000;
  const text = kilometres(Number(nearest < 10 ? nearest.toFixed(1) : nearest.toFixed(0)));
  return points.length > 1 ? orMore(text) : text;
}

/** Formats numbers as ranges; more than three ranges are replaced by their count. */
export function shortLabel(numbers: number[], items: PlanLabels['items']): string {
  const ranges = rangesOf(numbers);
  return ranges.length > labelRangesMax ? items(numbers.length) : ranges.join(', ');
}

/** Formats numbers as ranges, for example `E1–E3, E7`. */
export const numbersLabel = (numbers: number[]): string => rangesOf(numbers).join(', ');

function rangesOf(numbers: number[]): string[] {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `E${from}` : `E${from}–E${to}`));
}
