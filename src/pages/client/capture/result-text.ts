import { day } from '../../../lib/units.js';
import type { StoredPhoto } from './photo.js';
import { distanceOf, nearness } from './position-text.js';
import type { Task, UploadAnswer } from './task.js';
import { metres, t } from './text.js';

/** The result of a photo as text. */
export interface Result {
  stepName: string;
  label: string;
  accepted: boolean;
  text: string;
  /** Warnings shown with "Accepted."; empty without a warning. */
  warnings: string[];
}

/** Messages of failed checks. */
const failed = new Map([
  ['capture_time', 'capture.failed.capture_time'],
  ['hash', 'capture.failed.hash'],
  ['duplicate', 'capture.failed.duplicate'],
  ['nonce', 'capture.failed.nonce'],
  ['media', 'capture.failed.media'],
  ['exif', 'capture.failed.exif'],
  ['provenance', 'capture.failed.provenance'],
] as const);

/** Returns the message for a photo that did not pass a check. */
function failedText(check: string, task: Task, photo: StoredPhoto): string {
  if (check === 'geofence') {
    const distance = metres(distanceOf(task, photo.position!) ?? 0);
    return t('capture.failed.geofence', { distance, limit: metres(task.geofence.warn_m) });
  }
  for (const [name, key] of failed) if (name === check) return t(key);
  return t('capture.failed.other');
}

/**
 * Returns the result of a photo that the service stored.
 * @param receivedAt time of the response in milliseconds
 */
export function resultOf(
  task: Task,
  photo: StoredPhoto,
  answer: UploadAnswer,
  receivedAt: number,
): Result {
  const { stepName, label, position } = photo;
  if (!answer.validation_passed) {
    const [first = ''] = answer.validation_errors;
    const text = failedText(first.split(':', 1)[0]!, task, photo);
    return { stepName, label, accepted: false, text, warnings: [] };
  }
  const far = nearness(task, position!) === 'warn' && distanceOf(task, position!);
  const late = receivedAt - Date.parse(photo.capturedAt) > day;
  const warnings = [
    ...(far ? [t('capture.result.far', { distance: metres(far) })] : []),
    ...(late ? [t('capture.result.late')] : []),
  ];
  return { stepName, label, accepted: true, text: t('capture.result.accepted'), warnings };
}
