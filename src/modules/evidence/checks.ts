import { distanceMetres, isPossiblePosition, type Position } from '../../lib/geo.js';
import { hour, minute } from '../../lib/units.js';
import { type DeclaredFacts, exifCheck } from './check-exif.js';
import { provenanceCheck } from './check-provenance.js';
import { type Similarity, similarCheck } from './check-similar.js';
import type { Check } from './evidence.js';
import {
  decodeMillisecondsMax,
  type MediaContent,
  mediaBounds,
  pictureSidePixelsMin,
  pixelsMax,
} from './media-content.js';
import type { ProbedMedia } from './media-probe.js';
import {
  type DeclaredType,
  declaredMediaType,
  isSameKind,
  type MediaType,
  mediaTypes,
} from './media-types.js';
import { accuracyText, duration, metres, roundMetres, widening } from './metres-and-times.js';
import { newCheck } from './new-check.js';
import type { Provenance } from './provenance.js';

export type { Similarity } from './check-similar.js';

export const geofencePassMetres = 150;
export const geofenceWarnMetres = 500;
export const captureToleranceMilliseconds = 5 * minute;
export const freshMilliseconds = 24 * hour;
const freshHours = freshMilliseconds / hour;

/** What the file itself says and shows. */
export interface MediaFacts extends ProbedMedia {
  /** What decoding it showed; null for a file of no known type. */
  content: MediaContent | null;
  /** Whether a picture like it was stored for another job. */
  similar: Similarity;
  provenance: Provenance;
}

/** Whether these bytes were accepted before, and where. */
export type SeenBytes = 'never' | 'on_this_job' | 'passed_on_this_job' | 'on_another_job';
export type NonceUse = 'none_given' | 'unused' | 'used';

export interface CheckInput {
  declared: DeclaredFacts & {
    /** Hex of any case; null when none was declared. */
    sha256: string | null;
    mediaType: string | null;
    /** `width x height` in pixels of the photo that the capture page made smaller; null for any other. */
    resizedFrom: string | null;
  };
  /** Hash and length of the bytes as received. */
  received: { at: Date; sha256: string; sizeBytes: number };
  media: MediaFacts;
  job: Position & { openedAt: Date };
  seen: SeenBytes;
  /** Other jobs for which the same bytes were sent without being accepted. */
  attempts: number;
  nonce: NonceUse;
}

/** Great-circle metres from the evidence to the job, to 0.1 m; null without a possible position. */
export function distanceToJob(declared: Position, job: Position): number | null {
  if (!isPossiblePosition(job.latitude, job.longitude)) return null;
  return roundMetres(distanceMetres(declared, job));
}

function geofenceCheck({ declared, job }: CheckInput): Check {
  const { accuracyMetres } = declared;
  const wider = widening(accuracyMetres);
  const [pass, warn] = [geofencePassMetres + wider, geofenceWarnMetres + wider];
  const threshold = `pass ≤ ${pass} m, warn ≤ ${warn} m`;
  const distance = distanceToJob(declared, job);
  if (distance === null) {
    return newCheck('geofence', 'not_run', null, threshold, 'The job has no valid position.');
  }
  const measured = `${metres(distance)}${accuracyText(accuracyMetres)}`;
  const where = `Taken ${measured} from the job's position`;
  if (distance <= pass) return newCheck('geofence', 'pass', measured, threshold, `${where}.`);
  const advice =
    'Take the photo at the address, with precise location turned on; if you are there, check the address of the job.';
  if (distance <= warn) {
    const message = `${where}; within ${pass} m was expected. ${advice}`;
    return newCheck('geofence', 'warn', measured, threshold, message);
  }
  const message = `${where}; at most ${warn} m is allowed. ${advice}`;
  return newCheck('geofence', 'fail', measured, threshold, message);
}

function captureTimeCheck({ declared, job, received }: CheckInput): Check {
  const from = new Date(job.openedAt.getTime() - captureToleranceMilliseconds);
  const to = new Date(received.at.getTime() + captureToleranceMilliseconds);
  const measured = declared.capturedAt.toISOString();
  const threshold = `${from.toISOString()} to ${to.toISOString()}`;
  if (declared.capturedAt < from) {
    const early = duration(from.getTime() - declared.capturedAt.getTime());
    const message = `Captured at ${measured}, ${early} before the earliest moment allowed (${duration(captureToleranceMilliseconds)} before the job was opened). Take a new photo for this job, and set the clock of the phone to automatic.`;
    return newCheck('capture_time', 'fail', measured, threshold, message);
  }
  if (declared.capturedAt > to) {
    const late = duration(declared.capturedAt.getTime() - to.getTime());
    const message = `Captured at ${measured}, ${late} after the latest moment allowed (${duration(captureToleranceMilliseconds)} after receipt). Set the clock and time zone of the phone to automatic, and take a new photo.`;
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
  const message = `Received ${measured} after it was captured; within ${freshHours} h was expected. Send photos on the day they are taken.`;
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
  const message = `The file has the SHA-256 ${received.sha256}, not the declared ${expected}: it changed on its way. Send it again.`;
  return newCheck('hash', 'fail', measured, threshold, message);
}

/** The message says that another job has the bytes, never which one. */
function duplicateCheck({ seen, attempts, media, received }: CheckInput): Check {
  const threshold = 'never accepted on another job';
  const isReadable = received.sizeBytes > 0 && media.content !== null;
  if (!isReadable || media.content?.outcome === 'refused') {
    const message = 'The file could not be read, so it was not compared with others.';
    return newCheck('duplicate', 'not_run', null, threshold, message);
  }
  switch (seen) {
    case 'on_another_job': {
      const message =
        'The same file was accepted as evidence for another job. Take a new photo for this job.';
      return newCheck('duplicate', 'fail', 'accepted on another job', threshold, message);
    }
    case 'passed_on_this_job': {
      const message =
        'The same file has passed on this job before. Take a new photo for each step.';
      return newCheck('duplicate', 'warn', 'passed before on this job', threshold, message);
    }
    default: {
      if (attempts > 0) {
        const others = attempts === 1 ? '1 other job' : `${attempts} other jobs`;
        const message = `The same file was sent for ${others} before and was not accepted there; this is attempt ${attempts + 1}. Send each photo only for the job that it was taken for.`;
        return newCheck('duplicate', 'warn', `${attempts + 1} jobs tried`, threshold, message);
      }
      const message =
        seen === 'never'
          ? 'The file is new.'
          : 'The file was submitted for this job before and did not pass.';
      const measured = seen === 'never' ? 'never seen' : 'seen on this job, not passed';
      return newCheck('duplicate', 'pass', measured, threshold, message);
    }
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
      return newCheck(
        'nonce',
        'fail',
        'used before',
        threshold,
        'The nonce was used before. Send the file again with a new one.',
      );
  }
}

/** What `media` expects of a file of this type; the time depends on its number of pixels. */
function mediaThreshold(type: DeclaredType | null, pixels: number): string {
  if (type === null || !mediaTypes.includes(type as MediaType)) {
    return `a picture, video or PDF that decodes completely within ${decodeMillisecondsMax('image/jpeg') / 1000} s`;
  }
  const known = type as MediaType;
  const decoded = `decodes completely within ${decodeMillisecondsMax(known, pixels) / 1000} s`;
  if (known.startsWith('image/')) {
    return `${known}, ${decoded}, ≤ ${pixelsMax(known) / 1e6} megapixels, ≤ ${mediaBounds.scansOrFrames} scans or frames; warn < ${pictureSidePixelsMin} px`;
  }
  if (known.startsWith('video/')) {
    return `${known}, a track with a duration and its first sample, all media data in the file`;
  }
  return `${known}, its pages counted within ${decodeMillisecondsMax(known) / 1000} s`;
}

type FoundContent = Exclude<MediaContent, { outcome: 'refused' | 'unchecked' }>;

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

/** A label that names another type of the same kind does not count: the sender did not choose it. */
function labelText(declared: DeclaredType | null, type: MediaType): string {
  if (declared === null) return '; no type was declared';
  if (declared === type) return ', as declared';
  return declared === 'image/*' || declared === 'video/*'
    ? '; another type was declared'
    : `; ${declared} was declared`;
}

function mediaCheck({ declared, media, received }: CheckInput): Check {
  const declaredType = declaredMediaType(declared.mediaType);
  const { type, content } = media;
  const pixels = content?.outcome === 'picture' ? content.width * content.height : 0;
  const threshold = mediaThreshold(type ?? declaredType, pixels);
  if (received.sizeBytes === 0) {
    const message = 'The file is empty. Send the original file again, or take a new photo.';
    return newCheck('media', 'fail', '0 bytes', threshold, message);
  }
  if (type === null || content === null) {
    const message =
      'The first bytes of the file match no JPEG, PNG, WebP, HEIC, MP4, MOV or PDF. Send a photo, video or PDF of one of these types.';
    return newCheck('media', 'fail', 'unknown type', threshold, message);
  }
  if (declaredType !== null && declaredType !== type && !isSameKind(declaredType, type)) {
    const other =
      declaredType.includes('*') || declaredType === 'unlisted'
        ? 'as another type'
        : `as ${declaredType}`;
    const message = `The file is ${type} by its first bytes, but was declared ${other}. Send it under its own type.`;
    return newCheck('media', 'fail', type, mediaThreshold(declaredType, pixels), message);
  }
  if (content.outcome === 'refused') {
    const message = `The file is ${type} by its first bytes, but ${content.reason}. ${content.advice}`;
    return newCheck('media', 'fail', `${type}, ${content.measured}`, threshold, message);
  }
  const label = labelText(declaredType, type);
  if (content.outcome === 'unchecked') {
    const message = `The file is ${type}${label}. It was not checked whether it is complete, because the decoder of the service failed; this says nothing about the file. An operator reviews it.`;
    return newCheck('media', 'warn', `${type}, not decoded`, threshold, message);
  }
  const measured = `${type}, ${shown(content)}`;
  const resized = declared.resizedFrom
    ? ` It was resized by the capture page from ${declared.resizedFrom.replace('x', ' × ')} px.`
    : '';
  if (
    content.outcome === 'picture' &&
    Math.min(content.width, content.height) < pictureSidePixelsMin
  ) {
    const message = `The file is ${type}${label}; at least ${pictureSidePixelsMin} px on the short side were expected. Send the original photo, not a preview of it.${resized}`;
    return newCheck('media', 'warn', measured, threshold, message);
  }
  const message =
    label === ', as declared'
      ? `The file is ${type}${label}, and ${tried[content.outcome]}.${resized}`
      : `The file is ${type} and ${tried[content.outcome]}${label}.${resized}`;
  return newCheck('media', 'pass', measured, threshold, message);
}

const kindOf = (type: MediaType | null) =>
  type?.startsWith('image/') ? 'picture' : type?.startsWith('video/') ? 'video' : 'other';

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
    exifCheck(input.media.stated, input.declared, kindOf(input.media.type)),
    provenanceCheck(input.media.provenance),
  ];
}

/** Passed unless a check failed; the errors name the check and what was measured. */
export function evaluateChecks(checks: readonly Check[]): {
  validationPassed: boolean;
  validationErrors: string[];
} {
  const failed = checks.filter((one) => one.result === 'fail');
  return {
    validationPassed: failed.length === 0,
    validationErrors: failed.map((one) => `${one.name}: ${one.message}`),
  };
}
