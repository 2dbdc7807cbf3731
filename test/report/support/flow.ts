import type { Job } from '../../../src/modules/job/job.js';
import { photo } from '../../evidence/support/photos.js';
import {
  assignedJob,
  eventsOf as eventTypes,
  upload as uploadFile,
} from '../../evidence/support/scene.js';
import type { TestApp } from '../../support/app.js';

export { assignedJob, eventTypes };

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
  const file = await photo();
  const fields = { latitude: String(latitude), step_name: stepName, notes };
  return uploadFile(app, { token, file, name: `${label}.jpg`, fields });
}

let labels = 0;

/** Creates a job whose every required step has passing evidence. */
export async function completedJob(app: TestApp, fields: Record<string, unknown> = {}) {
  const { jobId, token } = await assignedJob(app, fields);
  for (let step = 0; step < 3; step++) await upload(app, token, { label: `photo-${++labels}` });
  return { jobId, token };
}

export const storedJob = (app: TestApp, jobId: string): Promise<Job> =>
  app.services.jobs.get(jobId, {});
