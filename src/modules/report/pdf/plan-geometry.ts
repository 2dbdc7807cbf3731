import { offsetMetres, type Position } from '../../../lib/geo.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../evidence/checks.js';

/** Where a position lies as seen from another. */
export interface Offset {
  distance: number;
  bearing: number;
}

export interface PlanPoint extends Position {
  /** As the evidence is numbered in the report, from 1. */
  number: number;
  passed: boolean;
}

/** Points so close together on the plan that they share a sign and a label. */
export interface PlanDot {
  /** Points (1/72 inch) right of and below the upper left corner of the plan. */
  x: number;
  y: number;
  label: string;
  passed: boolean;
}

/** Points beyond the edge of the plan, in one direction. */
export interface PlanArrow extends PlanDot {
  bearing: number;
}

export interface Plan {
  /** Side of the square plan, in points. */
  side: number;
  /** Metres from the target to the edge. */
  radius: number;
  /** Radii in metres of the circles that fit. */
  circles: number[];
  scaleBar: { metres: number; length: number };
  dots: PlanDot[];
  arrows: PlanArrow[];
}

/** Great-circle distance in metres, and the direction in degrees clockwise from north. */
export function offsetOf(from: Position, to: Position): Offset {
  const { east, north } = offsetMetres(from, to);
  return {
    distance: Math.hypot(east, north),
    bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  };
}

const radians = Math.PI / 180;
const compass = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** `NE` for 40 degrees. */
export const compassPoint = (bearing: number): string =>
  compass[Math.round(bearing / 45) % 8] as string;

const limits = [geofencePassMetres, geofenceWarnMetres];
const nearMax = 650;
const clusterPoints = 11;
const labelRangesMax = 3;

/**
 * Lays out a plan centred on the target, north up, in azimuthal equidistant projection: distances
 * from the centre are true. It is as large as the points near the target need; what lies farther
 * is an arrow at the edge.
 *
 * @param side side of the square in points
 */
export function layoutPlan(target: Position, points: PlanPoint[], side: number): Plan {
  const placed = points.map((point) => ({ ...point, ...offsetOf(target, point) }));
  const near = placed.filter(({ distance }) => distance <= nearMax);
  const radius = planRadius(Math.max(0, ...near.map(({ distance }) => distance)));
  const perMetre = side / 2 / radius;
  return {
    side,
    radius,
    circles: limits.filter((limit) => limit <= radius),
    scaleBar: scaleBar(radius, perMetre),
    dots: dotsOf(near, side, perMetre),
    arrows: arrowsOf(
      placed.filter(({ distance }) => distance > nearMax),
      side,
    ),
  };
}

/** The circle within which a photo counts as taken there is always in sight: near is near to it. */
function planRadius(farthest: number): number {
  if (farthest <= limits[0]!) return 172;
  return farthest <= limits[1]! ? 560 : 720;
}

function scaleBar(radius: number, perMetre: number) {
  const metres = [500, 200, 100, 50, 20, 10].find((length) => length <= radius / 2) ?? 10;
  return { metres, length: metres * perMetre };
}

type Placed = PlanPoint & Offset;

function dotsOf(near: Placed[], side: number, perMetre: number): PlanDot[] {
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
    label: numbersLabel(numbers, labelRangesMax),
  }));
}

function arrowsOf(far: Placed[], side: number): PlanArrow[] {
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
      label: `${numbersLabel(
        points.map(({ number }) => number),
        labelRangesMax,
      )} ${farLabel(points)}`,
    };
  });
}

function farLabel(points: Placed[]): string {
  const nearest = Math.min(...points.map(({ distance }) => distance)) / 1000;
  const text = nearest < 10 ? nearest.toFixed(1) : nearest.toFixed(0);
  return points.length > 1 ? `${text} km or more` : `${text} km`;
}

/** `E1–E3, E7`; more than `rangesMax` ranges are only counted. */
export function numbersLabel(numbers: number[], rangesMax = Number.POSITIVE_INFINITY): string {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  if (ranges.length > rangesMax) return `${numbers.length} items`;
  return ranges.map(([from, to]) => (from === to ? `E${from}` : `E${from}–E${to}`)).join(', ');
}
