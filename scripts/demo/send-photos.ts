import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stampPhoto } from '../demo-photos/stamp-photo.js';
import type { DemoClient } from './client.js';
import { projectRoot } from './service.js';

interface Step {
  step_name: string;
  required: boolean;
}

/** An answer of the person on site, as POST /v1/provider/answers takes it. */
export interface DemoAnswer {
  question_key: string;
  value: string | number;
  comment?: string;
}

/** The credential and settings with which the person on site sends photographs. */
export interface SentBy {
  /** `provider` or `capture`, by the kind of the token. */
  by: 'provider' | 'capture';
  token: string;
  steps: Step[];
  place: { latitude: number; longitude: number };
  /** Files in demo-photos/, one for each required step, unlike those sent for other jobs. */
  photos: readonly string[];
  /** The answers that each photograph shows, by its file. */
  answers: Readonly<Record<string, readonly DemoAnswer[]>>;
  /** Clock of the service, if it is moved. */
  now?: () => Date;
}

const tokenFields = { provider: 'provider_task_token', capture: 'capture_token' };

/** Sends answers as the person on site, with the photograph received last. */
export async function sendAnswers(
  client: Pick<DemoClient, 'getAs' | 'post'>,
  { by, token }: Pick<SentBy, 'by' | 'token'>,
  answers: readonly DemoAnswer[],
  say: (line: string) => void,
): Promise<void> {
  const { evidence } = await client.getAs(token, '/v1/capture/task');
  const evidence_ids = [evidence.at(-1).evidence_id];
  await client.post(`/v1/${by}/answers`, {
    [tokenFields[by]]: token,
    answers: answers.map((answer) => ({ ...answer, evidence_ids })),
  });
  for (const { question_key, value, comment } of answers) {
    say(`answer   ${question_key}: ${value}${comment ? `, ${comment}` : ''}`);
  }
}

/** Sends a photograph with the current time and place for each required step, and the answers that it shows. */
export async function sendPhotos(
  client: Pick<DemoClient, 'getAs' | 'post' | 'upload'>,
  { by, token, steps, place, photos, answers, now = () => new Date() }: SentBy,
  say: (line: string) => void,
): Promise<void> {
  const required = steps.filter((step) => step.required);
  for (const [i, { step_name }] of required.entries()) {
    const photo = photos[i];
    if (photo === undefined) throw new Error(`no photograph for ${step_name}`);
    const takenAt = now();
    const from = { ...place, longitude: place.longitude + 0.0001 * i };
    const original = await readFile(join(projectRoot, 'scripts/demo-photos', photo));
    const fields = {
      [tokenFields[by]]: token,
      latitude: String(from.latitude),
      longitude: String(from.longitude),
      captured_at: takenAt.toISOString(),
      step_name,
    };
    const file = await stampPhoto(original, { takenAt, offset: '+00:00', ...from });
    const sent = await client.upload(`/v1/${by}/evidence`, fields, file, photo);
    const verdict = sent.validation_passed ? 'passed' : sent.validation_errors.join('; ');
    say(`upload   ${photo} for ${step_name}: ${verdict}; job is ${sent.job_status}`);
    const shown = answers[photo] ?? [];
    if (shown.length > 0) await sendAnswers(client, { by, token }, shown, say);
  }
}
