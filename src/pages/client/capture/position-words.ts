import { distanceMetres, isPossiblePosition, type Position } from '../../../lib/geo.js';
import { words } from '../../words/capture.en.js';
import { words as frame } from '../../words/frame.en.js';
import type { Task } from './task.js';

/** A position that the phone measured, or that was entered. */
export interface Fix extends Position {
  /** Metres; null for a position entered by hand. */
  accuracy: number | null;
  /** When, in milliseconds of the phone's clock. */
  at: number;
}

export type Nearness = 'pass' | 'warn' | 'fail' | 'unknown';

const inaccurateMetres = 100;

/** Metres from the address; null where the task has no possible position. */
export function distanceOf(task: Task, position: Position): number | null {
  if (!isPossiblePosition(task.latitude, task.longitude)) return null;
  return distanceMetres(task, position);
}

/** Whether a photo from here counts, judged to 0.1 m as the service judges it. */
export function nearness(task: Task, position: Position): Nearness {
  const distance = distanceOf(task, position);
  if (distance === null) return 'unknown';
  const judged = Math.round(distance * 10) / 10;
  if (judged <= task.geofence.pass_m) return 'pass';
  return judged <= task.geofence.warn_m ? 'warn' : 'fail';
}

/** What is said about a position, before a photo is taken. */
export function positionWords(task: Task, fix: Fix): { level: Nearness; text: string } {
  const level = nearness(task, fix);
  const distance = distanceOf(task, fix) ?? 0;
  const { accuracy } = fix;
  const { position } = words;
  const sentences = {
    pass: accuracy === null ? position.hereByHand(distance) : position.here(distance, accuracy),
    warn: position.near(distance),
    fail: position.far(distance),
    unknown: position.known,
  };
  const vague = accuracy !== null && accuracy > inaccurateMetres;
  const text = [sentences[level], vague && position.inaccurate(accuracy)].filter(Boolean);
  return { level, text: text.join(' ') };
}

const axisLimits = { latitude: 90, longitude: 180 } as const;
export type Axis = keyof typeof axisLimits;

/** Reads a coordinate as people type it, with a comma or a point. */
export function readCoordinate(
  axis: Axis,
  typed: string,
): { value: number; problem: null } | { value: null; problem: string } {
  const limit = axisLimits[axis];
  const refused = (problem: string) => ({ value: null, problem });
  const text = typed.trim().replace('−', '-').replace(',', '.').replace(/°$/, '');
  if (text === '') return refused(frame.fillIn);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return refused(frame.number);
  const value = Number(text);
  return Math.abs(value) <= limit ? { value, problem: null } : refused(frame.range(-limit, limit));
}

const degrees = String.raw`([+\-−]?\d+(?:\.\d+)?)°?`;
const fraction = String.raw`([+\-−]?\d+\.\d+)°?`;
/** With a bare comma between them both need a point: `52,5219` is one number with a decimal comma. */
const pairs = [
  new RegExp(`^\\s*${degrees}(?:\\s*[,;]\\s+|\\s+|;)${degrees}\\s*$`),
  new RegExp(`^\\s*${fraction},${fraction}\\s*$`),
];

/** `52.5, 13.4` as a map shows it, for both fields at once; null for anything else. */
export function readPair(typed: string): [latitude: string, longitude: string] | null {
  const pair = pairs.map((form) => form.exec(typed)).find(Boolean);
  return pair ? [pair[1]!, pair[2]!] : null;
}
