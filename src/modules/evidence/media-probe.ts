import type { Position } from '../../lib/geo.js';
import { findExif, type ReadAt } from './exif-location.js';
import { knownMediaType, type MediaType } from './media-types.js';

/** Bytes that distinguish the known types. */
const signatureBytes = 4100;
/** All that is ever read of a file to find its EXIF data, however long the file is. */
export const probeBytesMax = 1024 * 1024;
const windowBytes = 64 * 1024;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Reads through a window, so that walking a container costs few reads; stops at the budget. */
export function bounded(read: ReadAt): ReadAt {
  let windowStart = 0;
  let window: Buffer = Buffer.alloc(0);
  let budget = probeBytesMax;
  return async (offset, length) => {
    const inWindow = offset >= windowStart && offset + length <= windowStart + window.length;
    if (!inWindow) {
      const wanted = Math.max(length, windowBytes);
      budget -= wanted;
      if (budget < 0) throw new RangeError('too much of the file would have to be read');
      window = await read(offset, wanted);
      windowStart = offset;
    }
    return window.subarray(offset - windowStart, offset - windowStart + length);
  };
}

/** Type by magic bytes; null when it is none of the known ones. */
async function sniff(head: Buffer): Promise<MediaType | null> {
  // file-type wants to see all metadata of a PNG before it decides.
  if (head.subarray(0, 8).equals(pngSignature)) return 'image/png';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return knownMediaType(found?.mime);
}

/** What a file says about itself, as far as it says anything. */
export interface ProbedMedia {
  /** Type by magic bytes; null when they are none of the known ones. */
  type: MediaType | null;
  takenAt: Date | null;
  position: Position | null;
}

type Tags = Record<string, unknown>;

const exifTime = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/;
/** With the fill behind it. Cut off alone, fill would take the square of a long text's length. */
const exifOffset = /^([+-]\d\d:\d\d)[\0 ]*$/;

function timeWithOffset(time: unknown, offset: unknown): Date | null {
  if (typeof time !== 'string' || typeof offset !== 'string') return null;
  const parts = exifTime.exec(time);
  const [, zone] = exifOffset.exec(offset) ?? [];
  if (!parts || zone === undefined) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

const threeNumbers = (value: unknown): [number, number, number] | null => {
  const list = Array.isArray(value)
    ? value
    : ArrayBuffer.isView(value)
      ? [...(value as Float64Array)]
      : [];
  return list.length === 3 && list.every((one) => Number.isFinite(one))
    ? (list as [number, number, number])
    : null;
};

/** GPS time is UTC. */
function gpsTime(tags: Tags): Date | null {
  const day = /^(\d{4}):(\d\d):(\d\d)/.exec(String(tags.GPSDateStamp ?? ''));
  const time = threeNumbers(tags.GPSTimeStamp);
  if (!day || !time) return null;
  const start = Date.parse(`${day[1]}-${day[2]}-${day[3]}T00:00:00Z`);
  const [hour, minute, second] = time;
  const date = new Date(start + ((hour * 60 + minute) * 60 + second) * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The moment of the picture: by its offset tag, else by GPS; a local time alone says nothing. */
function takenAt(tags: Tags): Date | null {
  return (
    timeWithOffset(tags.DateTimeOriginal, tags.OffsetTimeOriginal ?? tags.OffsetTime) ??
    timeWithOffset(tags.CreateDate, tags.OffsetTimeDigitized ?? tags.OffsetTime) ??
    gpsTime(tags)
  );
}

function degrees(value: unknown, ref: unknown, negative: string): number | null {
  const parts = threeNumbers(value);
  if (!parts || typeof ref !== 'string') return null;
  const size = parts[0] + parts[1] / 60 + parts[2] / 3600;
  return ref.toUpperCase().startsWith(negative) ? -size : size;
}

function position(tags: Tags): Position | null {
  // `V` marks a position that the receiver itself did not trust.
  if (String(tags.GPSStatus ?? 'A').startsWith('V')) return null;
  const latitude = degrees(tags.GPSLatitude, tags.GPSLatitudeRef, 'S');
  const longitude = degrees(tags.GPSLongitude, tags.GPSLongitudeRef, 'W');
  if (latitude === null || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

const exifTags = [
  'DateTimeOriginal',
  'CreateDate',
  'OffsetTime',
  'OffsetTimeOriginal',
  'OffsetTimeDigitized',
];
const gpsTags = [
  'GPSDateStamp',
  'GPSTimeStamp',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSStatus',
];

/** One object for all files: exifr keeps every options object that it has ever seen. */
const exifOptions = {
  tiff: true,
  ifd0: false as unknown as object,
  ifd1: false,
  interop: false,
  exif: { pick: exifTags },
  gps: { pick: gpsTags },
  xmp: false,
  icc: false,
  iptc: false,
  makerNote: false,
  userComment: false,
  translateValues: false,
  reviveValues: false,
};

async function readTags(tiff: Buffer): Promise<Tags> {
  const { default: exifr } = await import('exifr');
  const tags = await exifr.parse(tiff, exifOptions);
  return (tags as Tags | undefined) ?? {};
}

/**
 * What a file says about itself: its type by magic bytes, its time and its position by EXIF.
 * Reads at most `probeBytesMax` bytes. Damage anywhere means that less is known, never an error;
 * only a failing store is thrown on.
 *
 * @param read reads the file; its errors marked as store failures must not be RangeErrors
 */
export async function probeMedia(read: ReadAt): Promise<ProbedMedia> {
  const type = await sniff(await read(0, signatureBytes));
  if (!type) return { type: null, takenAt: null, position: null };
  let storeFailure: unknown;
  const guarded = bounded(async (offset, length) => {
    try {
      return await read(offset, length);
    } catch (error) {
      storeFailure = error;
      throw error;
    }
  });
  try {
    const tiff = await findExif(type, guarded);
    const tags = tiff ? await readTags(tiff) : {};
    return { type, takenAt: takenAt(tags), position: position(tags) };
  } catch {
    if (storeFailure !== undefined) throw storeFailure;
    return { type, takenAt: null, position: null };
  }
}
