import { readDegrees } from '../../../lib/coordinates.js';
import { distanceMetres, isPossiblePosition, type Position } from '../../../lib/geo.js';
import type { Task } from './task.js';
import { metres, t } from './text.js';

/** A position that the phone measured or the user entered. */
export interface Fix extends Position {
  /** In meters; null for a position entered by hand. */
  accuracy: number | null;
  /** Time in milliseconds of the phone's clock. */
  at: number;
}

export type Nearness = 'pass' | 'warn' | 'fail' | 'unknown';

/** Metres by which a stated accuracy widens the distances at most; the limit of the service, as a test verifies. */
export const accuracyMetresMax = 100;
const inaccurateMetres = 100;

/** Returns the distance from the address in meters; null if the task has no possible position. */
export function distanceOf(task: Task, position: Position): number | null {
  if (!isPossiblePosition(task.latitude, task.longitude)) return null;
  return distanceMetres(task, position);
}

const tenths = (metres: number) => Math.round(metres * 10) / 10;

/** Returns whether a photo from here counts, rounded to 0.1 m and widened by the accuracy as in the service. */
export function nearness(task: Task, position: Pick<Fix, 'accuracy'> & Position): Nearness {
  const distance = distanceOf(task, position);
  if (distance === null) return 'unknown';
  const wider = Math.min(Math.max(0, tenths(position.accuracy ?? 0)), accuracyMetresMax);
  if (tenths(distance) <= task.geofence.pass_m + wider) return 'pass';
  return tenths(distance) <= task.geofence.warn_m + wider ? 'warn' : 'fail';
}

/** Returns the message about a position before a photo is taken. */
export function positionText(task: Task, fix: Fix): { level: Nearness; text: string } {
  const level = nearness(task, fix);
  const distance = distanceOf(task, fix) ?? 0;
  const { accuracy } = fix;
  const values = { distance: metres(distance), accuracy: metres(accuracy ?? 0) };
  const isAway = level === 'warn' || level === 'fail';
  // The phone can be at the address: its position is too vague to tell.
  if (isAway && accuracy !== null && distance - accuracy <= task.geofence.pass_m) {
    return { level: 'warn', text: t('capture.position.uncertain', values) };
  }
  const sentences = {
    pass: t(accuracy === null ? 'capture.position.here_entered' : 'capture.position.here', values),
    warn: t('capture.position.near', values),
    fail: t('capture.position.far', values),
    unknown: t('capture.position.known'),
  };
  const first = sentences[level];
  if (accuracy === null || accuracy <= inaccurateMetres) return { level, text: first };
  const second = t('capture.position.inaccurate', values);
  return { level, text: t('capture.position.two_sentences', { first, second }) };
}

const axisLimits = { latitude: 90, longitude: 180 } as const;
export type Axis = keyof typeof axisLimits;

/** Parses a coordinate as people type it (`readDegrees`). */
export function readCoordinate(
  axis: Axis,
  typed: string,
): { value: number; problem: null } | { value: null; problem: string } {
  const limit = axisLimits[axis];
  const rejected = (problem: string) => ({ value: null, problem });
  if (typed.trim() === '') return rejected(t('frame.fill_in'));
  const text = readDegrees(typed);
  if (text === null) return rejected(t('frame.number'));
  const value = Number(text);
  return Math.abs(value) <= limit
    ? { value, problem: null }
    : rejected(t('frame.range', { least: String(-limit), most: String(limit) }));
}
