import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect } from 'vitest';
import { stampPhoto } from '../../../scripts/demo-photos/stamp-photo.js';
import { settle } from '../../delivery/support/scene.js';
import { assign, stored as storedJob, uploadForm } from '../../evidence/support/scene.js';
import type { TestApp } from '../../support/app.js';

export interface Reported {
  id: string;
  jobId: string;
  token: string;
}

const place = { latitude: 52.5219, longitude: 13.4132 };
const photos = ['hall-entrance.jpg', 'facade-windows.jpg', 'visitor-outside.jpg', 'hall-roof.jpg'];
const folder = new URL('../../../scripts/demo-photos/', import.meta.url);

/** Photos of each job are mirrored differently, so that none resembles those of another. */
const jobs: string[] = [];
async function ofJob(token: string, original: Buffer): Promise<Buffer> {
  if (!jobs.includes(token)) jobs.push(token);
  const number = jobs.indexOf(token);
  if (number === 0) return original;
  const mirrored = sharp(original).rotate();
  if (number & 1) mirrored.flop();
  if (number & 2) mirrored.flip();
  if (number & 4) mirrored.negate();
  return mirrored.jpeg({ quality: 90 }).toBuffer();
}

/** Sends a photo taken now, near the address or far away. */
async function sendPhotograph(
  app: TestApp,
  token: string,
  { name, step, away, notes }: { name: string; step: string; away: number; notes?: string },
): Promise<void> {
  const takenAt = app.now();
  const north = away > 0.01 ? -0.004 : away * (away > 0.0009 ? -0.7 : 0.4);
  const from = { latitude: place.latitude + north, longitude: place.longitude + away };
  const original = await ofJob(token, await readFile(fileURLToPath(new URL(name, folder))));
  const file = await stampPhoto(original, { takenAt, offset: '+00:00', ...from });
  const fields = {
    latitude: String(from.latitude),
    longitude: String(from.longitude),
    captured_at: takenAt.toISOString(),
    step_name: step,
    notes,
  };
  const body = uploadForm(app, { token, fields, name }, file);
  const answer = await app.fetch('/v1/provider/evidence', { method: 'POST', body });
  expect(answer.status).toBe(201);
}

/**
 * Sends a photo for every required step, after one from far away that does not count.
 * @param beforeLast runs before the last photo, which completes the work
 */
export async function sendPhotographs(
  app: TestApp,
  jobId: string,
  token: string,
  beforeLast?: () => Promise<void>,
): Promise<void> {
  const { steps } = await storedJobOf(app, jobId);
  const required = steps.filter((step) => step.required);
  const [first] = required;
  const far = { name: 'staircase.jpg', step: first?.stepName ?? '', away: 0.02 };
  await sendPhotograph(app, token, far);
  for (const [index, step] of required.entries()) {
    if (index === required.length - 1) await beforeLast?.();
    await sendPhotograph(app, token, {
      name: photos[index % photos.length] ?? '',
      step: step.stepName,
      away: 0.0004 * (index + 1),
      ...(index === 0 && { notes: 'The name stands above the doors; people walk in and out.' }),
    });
  }
}

const storedJobOf = (app: TestApp, jobId: string) => app.services.jobs.get(jobId, {});

export { assign, storedJob };

/** An answer of the verifier, without its photo. */
type SentAnswer = { question_key: string } & Record<string, unknown>;

/** Sends answers of the verifier; each names the first photo that passed. */
export async function sendAnswers(
  app: TestApp,
  { jobId, token }: { jobId: string; token: string },
  answers: readonly SentAnswer[],
): Promise<void> {
  const { evidence } = await storedJobOf(app, jobId);
  const photo = evidence.find(({ validationPassed }) => validationPassed)?.evidenceId;
  const { status, body } = await app.rest('POST', '/v1/provider/answers', {
    key: null,
    body: {
      provider_task_token: token,
      answers: answers.map((answer) => ({ evidence_ids: [photo], ...answer })),
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

export interface Answered {
  objective?: string;
  questions?: readonly object[];
  answers?: readonly SentAnswer[];
  /** Body of the review that accepts the job. */
  review?: object;
}

/** Creates a guest's request whose report is ready, with photos and the given answers. */
export async function reportedRequest(app: TestApp, given: Answered = {}): Promise<Reported> {
  const made = await app.rest('POST', '/v1/public/site-checks', {
    key: null,
    body: {
      service_key: 'storefront_open',
      objective:
        given.objective ?? 'Is the exhibition hall open to visitors, and can its name be read?',
      ...(given.questions && { questions: given.questions }),
      address: 'Alexanderplatz 1, 10178 Berlin',
      ...place,
      notes: 'The main entrance is on the square.',
      requester_name: 'Robin Requester',
      requester_email: 'robin@example.com',
    },
  });
  expect(made.status).toBe(201);
  const { request_id: id, job_id: jobId, access_token: token } = made.body;
  const path = `/v1/public/site-checks/${id}`;
  const body = { access_token: token, offer_key: 'standard_72h' };
  expect((await app.rest('POST', `${path}/select-offer`, { key: null, body })).status).toBe(200);
  const session = await app.rest('POST', `${path}/checkout-session`, {
    key: null,
    body: { access_token: token },
  });
  const url = new URL(session.body.checkout.checkout_url);
  const paid = await app.fetch(url.pathname + url.search, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid', do: 'pay' }),
  });
  expect(paid.status).toBe(200);
  const taskToken = await assign(app, jobId);
  const { answers } = given;
  await sendPhotographs(app, jobId, taskToken, async () => {
    if (answers) await sendAnswers(app, { jobId, token: taskToken }, answers);
  });
  const review = { decision: 'accept', ...given.review };
  const reviewed = await app.rest('POST', `/v1/jobs/${jobId}/review`, { body: review });
  if (given.review) expect(reviewed.status).toBe(200);
  await settle(app);
  return { id, jobId, token };
}
