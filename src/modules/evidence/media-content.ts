import { mebibyte, second } from '../../lib/units.js';
import type { MediaType } from './media-types.js';

/**
 * Bounds within which evidence is decoded; a file that exceeds one fails `media`. They follow from
 * measurements (`npm run bench evidence`): a JPEG is decoded at an eighth of its size, so that 200
 * megapixels fit into 150 MB; a HEIC takes 6 bytes a pixel.
 */
export const mediaBounds = {
  /** Scans of a JPEG; frames of a WebP, pictures of a HEIC. */
  scansOrFrames: 64,
  /** Memory of the process that decodes, its libraries included. */
  decodeBytes: 768 * mebibyte,
} as const;

/** Pixels of one picture or frame: phones deliver JPEGs of 16320 × 12240 and HEICs of 8192 × 6144. */
export const pixelsMax = (type: MediaType): number => (type === 'image/jpeg' ? 216e6 : 52e6);

/**
 * Processor time for one file, which is independent of how busy the machine is: a base, and more for each
 * megapixel above those that the base covers.
 */
const decodeTimes = {
  heic: { base: 6 * second, megapixels: 24, perMegapixel: 0.25 * second },
  other: { base: 2 * second, megapixels: 50, perMegapixel: 0.04 * second },
} as const;

/** Milliseconds of processor time for a file of this type and number of pixels; 0 where unknown. */
export function decodeMillisecondsMax(type: MediaType, pixels = 0): number {
  const { base, megapixels, perMegapixel } = decodeTimes[type === 'image/heic' ? 'heic' : 'other'];
  const above = Math.max(0, Math.min(pixels, pixelsMax(type)) / 1e6 - megapixels);
  return base + Math.ceil((above * perMegapixel) / second) * second;
}

/** A picture whose short side has fewer pixels than this warns. */
export const pictureSidePixelsMin = 320;

/** The result of decoding a file to its end. Lengths in pixels. */
export type MediaContent =
  | { outcome: 'picture'; width: number; height: number }
  | { outcome: 'video'; durationSeconds: number }
  | { outcome: 'document'; pages: number }
  | RejectedMedia
  /** The decoder failed with an internal error, which says nothing about the file. */
  | { outcome: 'unchecked' };

/** Why a file does not count as evidence. No part of the texts comes from the file. */
export interface RejectedMedia {
  outcome: 'refused';
  measured: string;
  /** A clause that follows "The file is a JPEG, but". */
  reason: string;
  /** What the sender can do, as a sentence. */
  advice: string;
}

const sendOriginal =
  'Send the original file again, or take a new photo with the camera on this page.';

const cannotBeDecoded = (reason: string, advice = sendOriginal): RejectedMedia => ({
  outcome: 'refused',
  measured: 'cannot be decoded',
  reason,
  advice,
});

export const undecodable = cannotBeDecoded('it cannot be decoded to its end');
/** A part of the picture or video is missing: the file was probably cut off while it was copied. */
export const incomplete = cannotBeDecoded('a part of it is missing or damaged');
export const unsupported = cannotBeDecoded(
  'it is coded in a way that the service cannot decode',
  'Send it as JPEG.',
);
export const unchecked: MediaContent = { outcome: 'unchecked' };

const sendSmaller = 'Send a smaller copy.';

export const rejected = (measured: string, most: string): RejectedMedia => ({
  outcome: 'refused',
  measured,
  reason: `it has ${measured}; at most ${most} allowed`,
  advice: sendSmaller,
});

export function tooLong(milliseconds: number): RejectedMedia {
  const seconds = milliseconds / second;
  return {
    outcome: 'refused',
    measured: `over ${seconds} s of decoding`,
    reason: `decoding it takes over ${seconds} s`,
    advice: sendSmaller,
  };
}

export const tooBig: RejectedMedia = {
  outcome: 'refused',
  measured: `over ${mediaBounds.decodeBytes / mebibyte} MiB of memory`,
  reason: `decoding it takes over ${mediaBounds.decodeBytes / mebibyte} MiB of memory`,
  advice: sendSmaller,
};

/** Checks the size and the number of scans or frames before anything is decoded. */
export function overBounds(
  type: MediaType,
  picture: {
    width: number;
    height: number;
    parts: number;
    /** What the parts are. */
    unit: 'scans' | 'frames' | 'pictures';
  },
): RejectedMedia | null {
  const { width, height, parts, unit } = picture;
  if (width * height > pixelsMax(type)) {
    return rejected(`${width} × ${height} pixels`, `${pixelsMax(type) / 1e6} million are`);
  }
  if (parts > mediaBounds.scansOrFrames) {
    return rejected(`${parts} ${unit}`, `${mediaBounds.scansOrFrames} are`);
  }
  return null;
}

/** The types that are decoded in a separate process. */
export type DecodedType = Exclude<MediaType, 'video/mp4' | 'video/quicktime'>;

export const isDecodedType = (type: MediaType): type is DecodedType => !type.startsWith('video/');
