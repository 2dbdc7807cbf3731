import { mebibyte, second } from '../../lib/units.js';
import type { MediaType } from './media-types.js';

/** Bounds within which evidence is decoded; what breaks one fails `media`. */
export const mediaBounds = {
  /** Of one picture or frame. */
  pixels: 50_000_000,
  /** Scans of a JPEG; frames of a WebP, pictures of a HEIC. */
  scansOrFrames: 64,
  /** Processor time of decoding one file, so that a busy machine changes no verdict. */
  decodeMilliseconds: 2 * second,
  /** HEIC is decoded in WebAssembly, without vectors: 24 megapixels of a phone cost about 2 s. */
  heicMilliseconds: 6 * second,
  /** Memory of the process that decodes, its libraries included. */
  decodeBytes: 768 * mebibyte,
} as const;

/** A picture whose short side has fewer pixels than this warns. */
export const pictureSidePixelsMin = 320;

/** What decoding a file to its end showed. Lengths in pixels. */
export type MediaContent =
  | { outcome: 'picture'; width: number; height: number }
  | { outcome: 'video'; durationSeconds: number }
  | { outcome: 'document'; pages: number }
  | Refusal;

/** Why a file does not count as evidence, in our own words: nothing in them comes from the file. */
interface Refusal {
  outcome: 'refused';
  measured: string;
  /** A clause that follows "The file is a JPEG, but". */
  reason: string;
}

export const undecodable: Refusal = {
  outcome: 'refused',
  measured: 'cannot be decoded',
  reason: 'it cannot be decoded to its end',
};

export const refused = (measured: string, most: string): Refusal => ({
  outcome: 'refused',
  measured,
  reason: `it has ${measured}; at most ${most} allowed`,
});

export const decodeMillisecondsMax = (type: MediaType): number =>
  type === 'image/heic' ? mediaBounds.heicMilliseconds : mediaBounds.decodeMilliseconds;

export function tooLong(type: MediaType): Refusal {
  const seconds = decodeMillisecondsMax(type) / second;
  return {
    outcome: 'refused',
    measured: `over ${seconds} s of decoding`,
    reason: `decoding it takes over ${seconds} s`,
  };
}

export const tooBig: Refusal = {
  outcome: 'refused',
  measured: `over ${mediaBounds.decodeBytes / mebibyte} MiB of memory`,
  reason: `decoding it takes over ${mediaBounds.decodeBytes / mebibyte} MiB of memory`,
};

/** Judges the size and the number of scans or frames before anything is decoded. */
export function overBounds(picture: {
  width: number;
  height: number;
  parts: number;
  /** What the parts are. */
  unit: 'scans' | 'frames' | 'pictures';
}): Refusal | null {
  const { width, height, parts, unit } = picture;
  if (width * height > mediaBounds.pixels) {
    const millions = mediaBounds.pixels / 1e6;
    return refused(`${width} × ${height} pixels`, `${millions} million are`);
  }
  if (parts > mediaBounds.scansOrFrames) {
    return refused(`${parts} ${unit}`, `${mediaBounds.scansOrFrames} are`);
  }
  return null;
}

/** The types that are decoded in a process of their own. */
export type DecodedType = Exclude<MediaType, 'video/mp4' | 'video/quicktime'>;

export const isDecodedType = (type: MediaType): type is DecodedType => !type.startsWith('video/');
