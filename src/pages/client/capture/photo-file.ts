import { mebibyte } from '../../../lib/units.js';
import { words } from '../../words/capture.en.js';
import { randomId, type StoredPhoto } from './photo.js';
import type { TaskStep } from './task.js';

/** What the service takes, and up to which size; its own limits, as a test holds. */
export const sentTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'video/mp4',
  'video/quicktime',
  'application/pdf',
] as const;

/** Bytes that a file of a type may have. */
export const bytesMax = (type: string) =>
  (/^video\/(mp4|quicktime|x-m4v)$/.test(type) ? 100 : 20) * mebibyte;

/**
 * What a file says before it is read.
 * @returns why it cannot be sent; null when it can
 */
export function problemOf({ size, type }: File): string | null {
  if (size === 0) return words.photo.unreadable;
  const most = bytesMax(type);
  return size > most ? words.photo.tooLarge(most / mebibyte) : null;
}

/** The record of a file that has just reached the page. */
export function draftOf(jobId: string, step: TaskStep, file: File): StoredPhoto {
  return {
    id: randomId(),
    jobId,
    stepName: step.step_name,
    label: step.label,
    name: file.name || 'photo.jpg',
    type: file.type,
    sizeBytes: file.size,
    capturedAt: new Date().toISOString(),
    nonce: randomId(),
    sha256: null,
    note: '',
    position: null,
    draft: true,
  };
}
