import { distanceMetres, isPossiblePosition, type Position } from '../../../lib/geo.js';
import { readDegrees } from '../../../lib/place-text.js';
import { messages } from '../../messages/capture.en.js';
import { messages as frame } from '../../messages/frame.en.js';
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
  const checked = Math.round(distance * 10) / 10;
  if (checked <= task.geofence.pass_m) return 'pass';
  return checked <= task.geofence.warn_m ? 'warn' : 'fail';
}

/** What is said about a position, before a photo is taken. */
export function positionText(task: Task, fix: Fix): { level: Nearness; text: string } {
  const level = nearness(task, fix);
  const distance = distanceOf(task, fix) ?? 0;
  const { accuracy } = fix;
  const { position } = messages;
  const sentences = {
    pass: accuracy === null ? position.enterByHand(distance) : position.here(distance, accuracy),
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

/** Reads a coordinate as people type it (`readDegrees`). */
export function readCoordinate(
  axis: Axis,
  typed: string,
): { value: number; problem: null } | { value: null; problem: string } {
  const limit = axisLimits[axis];
  const rejected = (problem: string) => ({ value: null, problem });
  if (typed.trim() === '') return rejected(frame.fillIn);
  const text = readDegrees(typed);
  if (text === null) return rejected(frame.number);
  const value = Number(text);
  return Math.abs(value) <= limit ? { value, problem: null } : rejected(frame.range(-limit, limit));
}
