import { day } from '../../../lib/units.js';
import { messages } from '../../messages/capture.en.js';
import type { StoredPhoto } from './photo.js';
import { distanceOf, nearness } from './position-text.js';
import type { Task, UploadAnswer } from './task.js';

/** The result of a photo as text. */
export interface Result {
  stepName: string;
  label: string;
  accepted: boolean;
  text: string;
  /** Warnings shown with "Accepted."; empty without a warning. */
  warnings: string[];
}

type Failed = keyof typeof messages.result.failed;

function why(check: string, task: Task, photo: StoredPhoto): string {
  const { failed } = messages.result;
  if (check === 'geofence') {
    return failed.geofence(distanceOf(task, photo.position!) ?? 0, task.geofence.warn_m);
  }
  const known = Object.hasOwn(failed, check) ? failed[check as Failed] : failed.other;
  return known as string;
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
  const { result } = messages;
  const { stepName, label, position } = photo;
  if (!answer.validation_passed) {
    const [first = ''] = answer.validation_errors;
    const text = result.notAccepted(why(first.split(':', 1)[0]!, task, photo));
    return { stepName, label, accepted: false, text, warnings: [] };
  }
  const far = nearness(task, position!) === 'warn' && distanceOf(task, position!);
  const late = receivedAt - Date.parse(photo.capturedAt) > day;
  const warnings = [far ? result.farAway(far) : '', late ? result.late : ''].filter(Boolean);
  return { stepName, label, accepted: true, text: result.accepted, warnings };
}
