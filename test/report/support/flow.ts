import { randomUUID } from 'node:crypto';
import type { Job } from '../../../src/modules/job/job.js';
import { jobBody, type TestApp } from '../../support/app.js';
import { samplePhoto } from './sample.js';

let base: Buffer | undefined;

/** Uploads a photo as the verifier, taken at the job's place. */
export async function upload(
  app: TestApp,
  token: string,
  {
    label,
    stepName,
    notes,
    latitude = 52.5219,
  }: { label: string; stepName?: string; notes?: string; latitude?: number },
) {
  const form = new FormData();
  form.set('provider_task_token', token);
  form.set('latitude', String(latitude));
  form.set('longitude', '13.4132');
  form.set('captured_at', app.now().toISOString());
  if (stepName) form.set('step_name', stepName);
  if (notes) form.set('notes', notes);
  base ??= await samplePhoto(480, 360, { label: 'photo' });
  // Bytes behind the end of a JPEG are not shown, but make it another file.
  const photo = Buffer.concat([base, Buffer.from(`${label} ${randomUUID()}`)]);
  form.set('file', new File([new Uint8Array(photo)], `${label}.jpg`, { type: 'image/jpeg' }));
  const response = await app.fetch('/v1/provider/evidence', { method: 'POST', body: form });
  return { status: response.status, body: await response.json() };
}

/** Creates a job and assigns it. */
export async function assignedJob(app: TestApp, fields: Record<string, unknown> = {}) {
  const created = await app.rest('POST', '/v1/jobs', { body: jobBody(fields) });
  const jobId: string = created.body.job_id;
  const assigned = await app.graphql(
    'mutation($id: ID!) { assignJob(id: $id, input: {assigneeName: "Vera"}) { taskToken } }',
    { id: jobId },
  );
  return { jobId, token: assigned.data.assignJob.taskToken as string };
}

let labels = 0;

/** A job whose every required step has passing evidence. */
export async function completedJob(app: TestApp, fields: Record<string, unknown> = {}) {
  const { jobId, token } = await assignedJob(app, fields);
  for (let step = 0; step < 3; step++) await upload(app, token, { label: `photo-${++labels}` });
  return { jobId, token };
}

export const storedJob = (app: TestApp, jobId: string): Promise<Job> =>
  app.services.jobs.get(jobId, {});

/** Events of a job that wait or were delivered, oldest first, by type. */
export async function eventTypes(app: TestApp, jobId: string): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  const events = await app.db
    .collection('events')
    .find({ 'data.job_id': jobId })
    .sort({ seq: 1 })
    .toArray();
  return events.map((event) => event['type'] as string);
}
