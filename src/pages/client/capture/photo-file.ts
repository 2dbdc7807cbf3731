import { mebibyte } from '../../../lib/units.js';
import { randomId, type StoredPhoto } from './photo.js';
import type { PhotoHeader } from './photo-header.js';
import type { TaskStep } from './task.js';
import { plainNumber, t } from './text.js';

/** File types that the service accepts; a test keeps them equal to the service's. */
export const sentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'video/mp4',
  'video/quicktime',
  'application/pdf',
] as const;

/** Returns the maximum size in bytes of a file type. */
export const bytesMax = (type: string) =>
  (/^video\/(mp4|quicktime|x-m4v)$/.test(type) ? 100 : 20) * mebibyte;

/** Returns the maximum number of pixels that the service decodes; a test keeps it equal to the service's limits. */
export const pixelsMax = (type: string) => (type === 'image/jpeg' ? 216e6 : 52e6);

/**
 * Checks a file before it is sent.
 * @param header of a picture; null for any other file
 * @returns why it cannot be sent, and whether a smaller copy could be; null if it can be sent
 */
export function problemOf(
  { size, type }: Pick<File, 'size' | 'type'>,
  header: PhotoHeader | null,
): { text: string; canShrink: boolean } | null {
  if (size === 0) return { text: t('capture.photo.unreadable'), canShrink: false };
  const canShrink = type.startsWith('image/');
  const most = bytesMax(type);
  if (size > most) {
    const key = canShrink ? 'capture.photo.too_large_shrink' : 'capture.photo.too_large';
    return { text: t(key, { megabytes: most / mebibyte }), canShrink };
  }
  const { width, height } = header?.size ?? { width: 0, height: 0 };
  if (canShrink && width * height > pixelsMax(type)) {
    const megapixels = pixelsMax(type) / 1e6;
    const pixels = { width: plainNumber(width), height: plainNumber(height), megapixels };
    return { text: t('capture.photo.too_many_pixels', pixels), canShrink };
  }
  return null;
}

/**
 * Returns the capture time of a file: now for a picture that the camera took for this page; for one from the gallery,
 * the time in its EXIF data, else the time of its last change.
 */
export function capturedAtOf(
  { lastModified }: Pick<File, 'lastModified'>,
  header: PhotoHeader | null,
  isFresh: boolean,
  now: number,
): string {
  const own = header?.takenAt ?? (lastModified > 0 ? lastModified : now);
  return new Date(isFresh ? now : own).toISOString();
}

/** Returns the record of a file that has just reached the page. */
export function draftOf(
  jobId: string,
  step: TaskStep,
  file: File,
  made: { capturedAt: string; resizedFrom: string | null },
): StoredPhoto {
  return {
    id: randomId(),
    jobId,
    stepName: step.step_name,
    label: step.label,
    name: file.name || 'photo.jpg',
    type: file.type,
    sizeBytes: file.size,
    ...made,
    nonce: randomId(),
    sha256: null,
    note: '',
    position: null,
    draft: true,
  };
}
