import { distanceMetres, type Position } from '../../lib/geo.js';
import { hour, minute } from '../../lib/units.js';
import type { Check, CheckResult } from './evidence.js';
import { accuracyText, duration, metres, roundMetres, widening } from './metres-and-times.js';
import { newCheck } from './new-check.js';
import {
  type StatedLocalTime,
  type StatedPosition,
  type StatedTime,
  type Statements,
  statedSources,
} from './stated-sources.js';
import { nearestOffset, offsetText } from './stated-values.js';

export interface DeclaredFacts extends Position {
  capturedAt: Date;
  /** Radius in metres that the browser states for the position; null where none was declared. */
  accuracyMetres: number | null;
}

const toleranceMilliseconds = 5 * minute;
const toleranceMetres = 150;
/** A position can have been fixed this long before the photo: receivers hold the last one. */
const heldFixMilliseconds = hour;
/** Hours by which legal time is behind or ahead of the sun at most; more is a clock of another region. */
const sunHours = { behind: 1.5, ahead: 4 };

/** What one of the two quantities, time and position, contributes to the check. */
interface Finding {
  result: CheckResult;
  /** Null when nothing was compared. */
  measured: string | null;
  /** Sentences. */
  message: string;
}

const nothing = (message = ''): Finding => ({ result: 'not_run', measured: null, message });

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const timeText = ({ source, at }: StatedTime) =>
  `${statedSources[source].tag} ${iso(at.getTime())}`;
const localText = ({ source, reading }: StatedLocalTime) =>
  `${statedSources[source].tag} ${iso(reading).slice(0, 19)} without a time zone`;

const clockAdvice =
  'Set date, time and time zone of the camera to automatic, or use the camera on the capture page.';
const locationAdvice = 'Turn on location for the camera, or use the camera on the capture page.';

/** Returns whether an offset from UTC can be in use at a position; true without one. */
function isPlausibleOffset(offset: number, position: Position | undefined): boolean {
  if (!position) return true;
  const ahead = offset / hour - position.longitude / 15;
  const turned = ((((ahead + 12) % 24) + 24) % 24) - 12;
  return turned >= -sunHours.behind && turned <= sunHours.ahead;
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= toleranceMilliseconds;
/** Returns whether a position can have been fixed at `fix` for a photo of `taken`. */
const isFixOf = (taken: number, fix: number) =>
  taken - fix <= heldFixMilliseconds && taken - fix >= -toleranceMilliseconds;

const contradiction = (apart: number, values: string[]): Finding => ({
  result: 'warn',
  measured: `time ${duration(apart)} apart`,
  message: `The file states times that contradict each other: ${values.join('; ')}. ${clockAdvice}`,
});

const timeMatches = (apart: number, value: string, how = ''): Finding => ({
  result: 'pass',
  measured: `time ${duration(apart)} apart`,
  message: `${value} matches the declared time${how}.`,
});

const timeDiffers = (
  result: 'fail' | 'warn',
  apart: number,
  value: string,
  declared: number,
): Finding => ({
  result,
  measured: `time ${duration(apart)} apart`,
  message: `${value} is ${duration(apart)} from the declared time ${iso(declared)}; within ${duration(toleranceMilliseconds)} was expected. ${clockAdvice}`,
});

/** A time without a time zone, with the time of a GPS fix or without. */
function compareLocal(
  local: StatedLocalTime,
  gps: StatedTime | undefined,
  declared: number,
  position: Position | undefined,
): Finding {
  const fits = nearestOffset(local.reading - declared, toleranceMilliseconds);
  const isPossible = fits !== null && isPlausibleOffset(fits, position);
  if (!gps) {
    const difference = local.reading - declared;
    const isBeyondZones =
      difference < -12 * hour - toleranceMilliseconds ||
      difference > 14 * hour + toleranceMilliseconds;
    if (isBeyondZones) {
      const found = timeDiffers('warn', Math.abs(difference), localText(local), declared);
      return { ...found, message: `${found.message} No time zone explains the difference.` };
    }
    return nothing(`${localText(local)} does not decide.`);
  }
  const fix = gps.at.getTime();
  const offset = nearestOffset(local.reading - fix, toleranceMilliseconds);
  const values = [localText(local), timeText(gps)];
  if (offset !== null) {
    const taken = local.reading - offset;
    const apart = Math.abs(taken - declared);
    const zone = offsetText(offset);
    if (isNear(taken, declared) && !isPlausibleOffset(offset, position)) {
      return contradiction(apart, [
        ...values,
        `the time zone between them, ${zone}, is not in use at the position`,
      ]);
    }
    if (isNear(taken, declared)) {
      return timeMatches(apart, localText(local), `; the GPS time gives its time zone, ${zone}`);
    }
    // A fix that was held for an hour looks like another time zone.
    if (isPossible) return contradiction(apart, values);
    return timeDiffers('fail', apart, `${localText(local)}, by the GPS time ${zone},`, declared);
  }
  if (isPossible && isFixOf(declared, fix)) {
    return timeMatches(
      Math.abs(local.reading - fits - declared),
      localText(local),
      ` at ${offsetText(fits)}; the position was fixed ${duration(declared - fix)} before`,
    );
  }
  return contradiction(Math.abs(fix - declared), values);
}

/** The strongest time of the file with the others beside it. */
function compareTime(stated: Statements, declared: number): Finding {
  const { times, localTimes, positions } = stated;
  const of = (...sources: StatedTime['source'][]) =>
    times.find(({ source }) => sources.includes(source));
  const gps = of('gps_time');
  const own = of('exif_original', 'quicktime_creation');
  const [local] = localTimes;
  const others = [of('exif_digitized'), of('xmp_time')].filter((time) => time !== undefined);
  const [position] = positions;
  if (own) {
    const taken = own.at.getTime();
    const apart = Math.abs(taken - declared);
    const against = [
      ...(gps && !isFixOf(taken, gps.at.getTime()) ? [gps] : []),
      ...others.filter(({ source, at }) => source === 'xmp_time' && !isNear(taken, at.getTime())),
    ];
    if (against.length > 0) return contradiction(apart, [own, ...against].map(timeText));
    if (isNear(taken, declared)) return timeMatches(apart, timeText(own));
    return timeDiffers('fail', apart, timeText(own), declared);
  }
  const [other] = others;
  if (local && other && nearestOffset(local.reading - other.at.getTime(), minute) === null) {
    const apart = Math.abs(other.at.getTime() - declared);
    return contradiction(apart, [localText(local), timeText(other)]);
  }
  if (other && !gps) {
    const apart = Math.abs(other.at.getTime() - declared);
    return apart <= toleranceMilliseconds
      ? timeMatches(apart, timeText(other))
      : timeDiffers('warn', apart, timeText(other), declared);
  }
  if (local) return withHeader(compareLocal(local, gps, declared, position), stated, declared);
  if (gps) {
    const fix = gps.at.getTime();
    const apart = Math.abs(fix - declared);
    if (isNear(fix, declared)) return timeMatches(apart, timeText(gps));
    if (isFixOf(declared, fix)) {
      return nothing(`${timeText(gps)} is when the position was fixed and does not decide.`);
    }
    return timeDiffers('warn', apart, timeText(gps), declared);
  }
  return withHeader(nothing(), stated, declared);
}

/** `mvhd` can only confirm: it is UTC by the standard and local time from some vendors. */
function withHeader(finding: Finding, { times }: Statements, declared: number): Finding {
  const header = times.find(({ source }) => source === 'mvhd_creation');
  if (!header || finding.result !== 'not_run') return finding;
  const apart = Math.abs(header.at.getTime() - declared);
  if (apart <= toleranceMilliseconds) return timeMatches(apart, timeText(header));
  return nothing(
    `${finding.message} ${timeText(header)} can only confirm a time and does not decide.`.trim(),
  );
}

const positionText = ({ source, latitude, longitude, accuracyMetres }: StatedPosition) =>
  `${statedSources[source].tag} ${latitude.toFixed(5)}, ${longitude.toFixed(5)}${accuracyText(accuracyMetres)}`;

function comparePosition({ positions }: Statements, declared: DeclaredFacts): Finding {
  const [first, ...others] = [...positions].sort((a, b) => Number(isWeak(a)) - Number(isWeak(b)));
  if (!first) return nothing();
  const tolerance =
    toleranceMetres + widening(first.accuracyMetres) + widening(declared.accuracyMetres);
  const apart = roundMetres(distanceMetres(declared, first));
  const measured = `position ${metres(apart)} apart${accuracyText(first.accuracyMetres)}`;
  const against = others.filter(
    (other) =>
      distanceMetres(first, other) >
      toleranceMetres + widening(first.accuracyMetres) + widening(other.accuracyMetres),
  );
  if (against.length > 0) {
    const values = [first, ...against].map(positionText).join('; ');
    const message = `The file states positions that contradict each other: ${values}. ${locationAdvice}`;
    return { result: 'warn', measured, message };
  }
  if (apart <= tolerance) {
    const message = `${positionText(first)} matches the declared position.`;
    return { result: 'pass', measured, message };
  }
  const message = `${positionText(first)} is ${metres(apart)} from the declared position${accuracyText(declared.accuracyMetres)}; within ${metres(tolerance)} was expected. ${locationAdvice}`;
  return { result: isWeak(first) ? 'warn' : 'fail', measured, message };
}

const isWeak = ({ source }: StatedPosition) => statedSources[source].strength !== 'fail';

const rank: CheckResult[] = ['fail', 'warn', 'pass', 'not_run'];

/** Compares what a picture or video states about its time and position with what was declared. */
export function exifCheck(
  stated: Statements,
  declared: DeclaredFacts,
  kind: 'picture' | 'video' | 'other',
): Check {
  const threshold = `time within ${duration(toleranceMilliseconds)}, position within ${toleranceMetres} m of the declared values${declared.accuracyMetres === null && stated.positions.every(({ accuracyMetres }) => accuracyMetres === null) ? '' : ', and its accuracy'}`;
  const findings = [
    compareTime(stated, declared.capturedAt.getTime()),
    comparePosition(stated, declared),
  ];
  const result = rank.find((one) => findings.some((finding) => finding.result === one))!;
  const measured = findings.flatMap((finding) => finding.measured ?? []).join(', ') || null;
  // The reasons for a result come first; what passes beside it is left out.
  const reported = findings.filter((finding) => finding.message && finding.result === result);
  const asides =
    result === 'not_run' || result === 'pass'
      ? findings.filter((finding) => finding.result === 'not_run' && !reported.includes(finding))
      : [];
  const voids = stated.voids.map(
    ({ source, reason }) => `${statedSources[source].tag} was not used: ${reason}.`,
  );
  const messages = [...reported, ...asides].map(({ message }) => message).filter(Boolean);
  const nothingFound =
    kind === 'other'
      ? 'Time and position are read from pictures and videos only.'
      : `Neither a time with a time zone nor a position was found in the ${kind}.`;
  const start = result === 'not_run' && messages.length === 0 ? [nothingFound] : messages;
  return newCheck('exif', result, measured, threshold, [...start, ...voids].join(' '));
}
