import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stampPhoto } from '../demo-photos/stamp-photo.js';
import type { DemoClient } from './client.js';
import { projectRoot } from './service.js';

/** Photographs in the order of sending, one for each required step, and those for a second job. */
const photos = ['hall-entrance.jpg', 'facade-windows.jpg', 'visitor-outside.jpg'];
const morePhotos = ['hall-interior.jpg', 'staircase.jpg', 'hall-roof.jpg'];

interface Step {
  step_name: string;
  required: boolean;
}

/** The credential and settings with which the person on site sends photographs. */
export interface SentBy {
  path: string;
  /** Form field of the token. */
  field: string;
  token: string;
  steps: Step[];
  place: { latitude: number; longitude: number };
  /** True if photographs were sent for another job before: they must not look alike. */
  again?: boolean;
  /** Runs after the first photograph. */
  afterFirst?: () => Promise<void>;
  /** Clock of the service, if it is moved. */
  now?: () => Date;
}

/** Sends a photograph with the current time and place for each required step. */
export async function sendPhotos(
  client: Pick<DemoClient, 'upload'>,
  { path, field, token, steps, place, again = false, afterFirst, now = () => new Date() }: SentBy,
  say: (line: string) => void,
): Promise<void> {
  const required = steps.filter((step) => step.required);
  for (const [i, { step_name }] of required.entries()) {
    const photo = (again ? morePhotos : photos)[i % photos.length] ?? '';
    const takenAt = now();
    const from = { ...place, longitude: place.longitude + 0.0001 * i };
    const original = await readFile(join(projectRoot, 'scripts/demo-photos', photo));
    const fields = {
      [field]: token,
      latitude: String(from.latitude),
      longitude: String(from.longitude),
      captured_at: takenAt.toISOString(),
      step_name,
    };
    const file = await stampPhoto(original, { takenAt, offset: '+00:00', ...from });
    const sent = await client.upload(path, fields, file, photo);
    const verdict = sent.validation_passed ? 'passed' : sent.validation_errors.join('; ');
    say(`upload   ${photo} for ${step_name}: ${verdict}; job is ${sent.job_status}`);
    if (i === 0) await afterFirst?.();
  }
}
