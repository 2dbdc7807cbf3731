import { distanceMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import { hour, minute } from '../../lib/units.js';
import { provenanceCheck } from './check-provenance.js';
import { type Similarity, similarCheck } from './check-similar.js';
import type { Check } from './evidence.js';
import { type MediaContent, mediaBounds, pictureSidePixelsMin } from './media-content.js';
import type { ProbedMedia } from './media-probe.js';
import { declaredMediaType, isPictureType, unlistedType } from './media-types.js';
import { newCheck } from './new-check.js';
import type { Provenance } from './provenance.js';

export type { Similarity } from './check-similar.js';

export const geofencePassMetres = 150;
export const geofenceWarnMetres = 500;
export const captureToleranceMilliseconds = 5 * minute;
export const freshMilliseconds = 24 * hour;
const freshHours = freshMilliseconds / hour;
const exifToleranceMilliseconds = 5 * minute;
const exifToleranceMetres = 150;

/** What the file itself says and shows. */
export interface MediaFacts extends ProbedMedia {
  /** What decoding it showed; null for a file of no known type. */
  content: MediaContent | null;
  /** Whether a picture like it was stored for another job. */
  similar: Similarity;
  provenance: Provenance;
}

/** Whether these bytes were stored before, and where. */
export type SeenBytes = 'never' | 'on_this_job' | 'passed_on_this_job' | 'on_another_job';
export type NonceUse = 'none_given' | 'unused' | 'used';

export interface CheckInput {
  declared: Position & {
    capturedAt: Date;
    /** Hex of any case; null when none was declared. */
    sha256: string | null;
    mediaType: string | null;
  };
  /** Hash and length of the bytes as received. */
  received: { at: Date; sha256: string; sizeBytes: number };
  media: MediaFacts;
  job: Position & { openedAt: Date };
  seen: SeenBytes;
  nonce: NonceUse;
}

/** A length in metres as people read it; checks judge the number that they show. */
const metres = (value: number) => `${roundMetres(value).toFixed(1)} m`;
const roundMetres = (value: number) => Math.round(value * 10) / 10;

/** A length of time, rounded down to seconds: `1 h 2 min 3 s`. */
function duration(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length > 0 ? shown.join(' ') : '0 s';
}

/** Great-circle metres from the evidence to the job, to 0.1 m; null without a possible position. */
export function distanceToJob(declared: Position, job: Position): number | null {
  if (!isPossiblePosition(job.latitude, job.longitude)) return null;
  return roundMetres(distanceMetres(declared, job));
}

function geofenceCheck({ declared, job }: CheckInput): Check {
  const threshold = `pass ≤ ${geofencePassMetres} m, warn ≤ ${geofenceWarnMetres} m`;
  const distance = distanceToJob(declared, job);
  if (distance === null) {
    return newCheck('geofence', 'not_run', null, threshold, 'The job has no valid position.');
  }
  const measured = metres(distance);
  const where = `Taken ${measured} from the job's position`;
  if (distance <= geofencePassMetres) {
    return newCheck('geofence', 'pass', measured, threshold, `${where}.`);
  }
  if (distance <= geofenceWarnMetres) {
    const message = `${where}; within ${geofencePassMetres} m was expected.`;
    return newCheck('geofence', 'warn', measured, threshold, message);
  }
  const message = `${where}; at most ${geofenceWarnMetres} m is allowed.`;
  return newCheck('geofence', 'fail', measured, threshold, message);
}

function captureTimeCheck({ declared, job, received }: CheckInput): Check {
  const from = new Date(job.openedAt.getTime() - captureToleranceMilliseconds);
  const to = new Date(received.at.getTime() + captureToleranceMilliseconds);
  const measured = declared.capturedAt.toISOString();
  const threshold = `${from.toISOString()} to ${to.toISOString()}`;
  if (declared.capturedAt < from) {
    const early = duration(from.getTime() - declared.capturedAt.getTime());
    const message = `Captured at ${measured}, ${early} before the earliest moment allowed (${duration(captureToleranceMilliseconds)} before the job was opened).`;
    return newCheck('capture_time', 'fail', measured, threshold, message);
  }
  if (declared.capturedAt > to) {
    const late = duration(declared.capturedAt.getTime() - to.getTime());
    const message = `Captured at ${measured}, ${late} after the latest moment allowed (${duration(captureToleranceMilliseconds)} after receipt).`;
    return newCheck('capture_time', 'fail', measured, threshold, message);
  }
  const message = `Captured at ${measured}, while the job was open.`;
  return newCheck('capture_time', 'pass', measured, threshold, message);
}

const freshThreshold = `≤ ${freshHours} h`;

function freshnessCheck({ declared, received }: CheckInput): Check {
  const age = Math.max(0, received.at.getTime() - declared.capturedAt.getTime());
  const measured = duration(age);
  if (age <= freshMilliseconds) {
    const message = `Received ${measured} after it was captured.`;
    return newCheck('freshness', 'pass', measured, freshThreshold, message);
  }
  const message = `Received ${measured} after it was captured; within ${freshHours} h was expected.`;
  return newCheck('freshness', 'warn', measured, freshThreshold, message);
}

function hashCheck({ declared, received }: CheckInput): Check {
  const measured = `sha256 ${received.sha256}`;
  if (declared.sha256 === null) {
    return newCheck('hash', 'not_run', measured, null, 'No hash was declared.');
  }
  const expected = declared.sha256.toLowerCase();
  const threshold = `sha256 ${expected}`;
  if (expected === received.sha256) {
    return newCheck('hash', 'pass', measured, threshold, 'The file has the declared SHA-256.');
  }
  const message = `The file has the SHA-256 ${received.sha256}, not the declared ${expected}.`;
  return newCheck('hash', 'fail', measured, threshold, message);
}

/** The message says that another job has the bytes, never which one. */
function duplicateCheck({ seen }: CheckInput): Check {
  const threshold = 'never stored on another job';
  switch (seen) {
    case 'never':
      return newCheck('duplicate', 'pass', 'never seen', threshold, 'The file is new.');
    case 'on_this_job':
      return newCheck(
        'duplicate',
        'pass',
        'seen on this job, not passed',
        threshold,
        'The file was submitted for this job before and did not pass.',
      );
    case 'passed_on_this_job':
      return newCheck(
        'duplicate',
        'warn',
        'passed before on this job',
        threshold,
        'The same file has passed on this job before.',
      );
    case 'on_another_job':
      return newCheck(
        'duplicate',
        'fail',
        'seen on another job',
        threshold,
        'The same file was used as evidence elsewhere.',
      );
  }
}

function nonceCheck({ nonce }: CheckInput): Check {
  const threshold = 'not used before';
  switch (nonce) {
    case 'none_given':
      return newCheck('nonce', 'not_run', null, threshold, 'No nonce was given.');
    case 'unused':
      return newCheck('nonce', 'pass', 'unused', threshold, 'The nonce is new.');
    case 'used':
      return newCheck('nonce', 'fail', 'used before', threshold, 'The nonce was used before.');
  }
}

/** What `media` asks of a file, by the kind that was declared. */
function mediaThreshold(declaredType: string | null): string {
  const { pixels, scansOrFrames, decodeMilliseconds, heicMilliseconds } = mediaBounds;
  const isHeic = declaredType === 'image/heic';
  const seconds = (isHeic ? heicMilliseconds : decodeMilliseconds) / 1000;
  const decoded = `decodes completely within ${seconds} s`;
  if (declaredType?.startsWith('image/')) {
    return `${declaredType}, ${decoded}, ≤ ${pixels / 1e6} megapixels, ≤ ${scansOrFrames} scans or frames; warn < ${pictureSidePixelsMin} px`;
  }
  if (declaredType?.startsWith('video/')) {
    return `${declaredType}, a track with a duration and its first sample`;
  }
  if (declaredType === 'application/pdf')
    return `${declaredType}, its pages counted within ${seconds} s`;
  return `a picture, video or PDF that ${decoded}`;
}

type FoundContent = Exclude<MediaContent, { outcome: 'refused' }>;

/** What was tried with a file that passes: only a picture is decoded to its end. */
const tried: Record<FoundContent['outcome'], string> = {
  picture: 'decodes completely',
  video: 'has a duration and a first sample',
  document: 'its pages can be counted',
};

/** What was found in a file that passes. */
function shown(content: FoundContent): string {
  switch (content.outcome) {
    case 'picture':
      return `${content.width} × ${content.height} px`;
    case 'video':
      return `${content.durationSeconds.toFixed(1)} s`;
    case 'document':
      return content.pages === 1 ? '1 page' : `${content.pages} pages`;
  }
}

function mediaCheck({ declared, media, received }: CheckInput): Check {
  const declaredType = declaredMediaType(declared.mediaType);
  const { type, content } = media;
  const threshold = mediaThreshold(declaredType ?? type);
  if (received.sizeBytes === 0) {
    return newCheck('media', 'fail', '0 bytes', threshold, 'The file is empty.');
  }
  if (type === null || content === null) {
    const message = 'The first bytes of the file match no JPEG, PNG, WebP, HEIC, MP4, MOV or PDF.';
    return newCheck('media', 'fail', 'unknown type', threshold, message);
  }
  if (declaredType !== null && declaredType !== type) {
    const other = declaredType === unlistedType ? 'as another type' : `as ${declaredType}`;
    const message = `The file is ${type} by its first bytes, but was declared ${other}.`;
    return newCheck('media', 'fail', type, threshold, message);
  }
  if (content.outcome === 'refused') {
    const message = `The file is ${type} by its first bytes, but ${content.reason}.`;
    return newCheck('media', 'fail', `${type}, ${content.measured}`, threshold, message);
  }
  const measured = `${type}, ${shown(content)}`;
  if (
    content.outcome === 'picture' &&
    Math.min(content.width, content.height) < pictureSidePixelsMin
  ) {
    const declaration = declaredType === null ? '; no type was declared' : ', as declared';
    const message = `The file is ${type}${declaration}; at least ${pictureSidePixelsMin} px on the short side were expected.`;
    return newCheck('media', 'warn', measured, threshold, message);
  }
  const message =
    declaredType === null
      ? `The file is ${type} and ${tried[content.outcome]}; no type was declared.`
      : `The file is ${type}, as declared, and ${tried[content.outcome]}.`;
  return newCheck('media', 'pass', measured, threshold, message);
}

function exifCheck({ declared, media }: CheckInput): Check {
  const threshold = `time within ${duration(exifToleranceMilliseconds)}, position within ${exifToleranceMetres} m of the declared values`;
  const measured: string[] = [];
  const disagreements: string[] = [];
  if (media.takenAt) {
    const apart = Math.abs(media.takenAt.getTime() - declared.capturedAt.getTime());
    measured.push(`time ${duration(apart)} apart`);
    if (apart > exifToleranceMilliseconds) {
      disagreements.push(
        `its time ${media.takenAt.toISOString()} is ${duration(apart)} from the declared time`,
      );
    }
  }
  if (media.position) {
    const apart = roundMetres(distanceMetres(declared, media.position));
    measured.push(`position ${metres(apart)} apart`);
    if (apart > exifToleranceMetres) {
      disagreements.push(`its position is ${metres(apart)} from the declared position`);
    }
  }
  if (measured.length === 0) {
    const isPicture = media.type !== null && isPictureType(media.type);
    const message = isPicture
      ? 'Neither a time with a time zone nor a position was found in the file.'
      : 'Time and position are read from pictures only.';
    return newCheck('exif', 'not_run', null, threshold, message);
  }
  if (disagreements.length > 0) {
    const message = `The metadata in the file differs: ${disagreements.join('; ')}.`;
    return newCheck('exif', 'fail', measured.join(', '), threshold, message);
  }
  const message = 'The metadata in the file matches the declared values.';
  return newCheck('exif', 'pass', measured.join(', '), threshold, message);
}

/** All checks of one item, in the order in which they are shown. */
export function runChecks(input: CheckInput): Check[] {
  return [
    geofenceCheck(input),
    captureTimeCheck(input),
    freshnessCheck(input),
    hashCheck(input),
    duplicateCheck(input),
    similarCheck(input.media.similar),
    nonceCheck(input),
    mediaCheck(input),
    exifCheck(input),
    provenanceCheck(input.media.provenance),
  ];
}

/** Passed unless a check failed; the errors name the check and what was measured. */
export function judgeChecks(checks: readonly Check[]): {
  validationPassed: boolean;
  validationErrors: string[];
} {
  const failed = checks.filter((one) => one.result === 'fail');
  return {
    validationPassed: failed.length === 0,
    validationErrors: failed.map((one) => `${one.name}: ${one.message}`),
  };
}
