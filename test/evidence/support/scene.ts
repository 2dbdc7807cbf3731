import { expect } from 'vitest';
import type { Job } from '../../../src/modules/job/job.js';
import { issueTaskToken } from '../../../src/modules/job/task-token.js';
import { jobBody, type TestApp } from '../../support/app.js';
import { fileIds } from '../../support/stored-files.js';
import { photo } from './photos.js';

export const site = { latitude: 52.5219, longitude: 13.4132 };

export async function createJob(app: TestApp, fields: Record<string, unknown> = {}, key?: string) {
  const { status, body } = await app.rest('POST', '/v1/jobs', {
    body: jobBody(fields),
    ...(key && { key }),
  });
  expect(status).toBe(201);
  return body.job_id as string;
}

export async function assign(app: TestApp, jobId: string): Promise<string> {
  const { status, body } = await app.rest('POST', `/v1/jobs/${jobId}/assign`, {
    body: { assignee_name: 'Ada Lovelace' },
  });
  expect(status).toBe(200);
  return body.task_token as string;
}

/** Creates an assigned job. @returns it with the token of its verifier */
export async function assignedJob(app: TestApp, fields: Record<string, unknown> = {}) {
  const jobId = await createJob(app, fields);
  return { jobId, token: await assign(app, jobId) };
}

/** Returns a capture token for an assigned job, as an invite creates it. */
export async function captureToken(app: TestApp, jobId: string): Promise<string> {
  const job = await stored(app, jobId);
  const token = {
    tokenId: `capture-${jobId}`,
    kind: 'capture' as const,
    assigneeName: 'Grace Hopper',
    createdAt: app.now(),
    expiresAt: new Date(app.now().getTime() + 3_600_000),
    revokedAt: null,
  };
  await app.jobs.updateOne({ _id: jobId }, { $push: { tokens: token } });
  return issueTaskToken(app.services.serverKeys.tokens, job, token);
}

export async function stored(app: TestApp, jobId: string): Promise<Job> {
  const job = await app.jobs.findOne({ _id: jobId });
  return job as Job;
}

export interface UploadOptions {
  token?: string | undefined;
  door?: 'provider' | 'capture';
  file?: Buffer | null;
  type?: string;
  name?: string;
  fields?: Record<string, string | undefined>;
  /** True if the file comes before the fields. */
  fileFirst?: boolean;
}

export function uploadForm(app: TestApp, options: UploadOptions, file: Buffer | null): FormData {
  const door = options.door ?? 'provider';
  const form = new FormData();
  const fields: Record<string, string | undefined> = {
    [door === 'provider' ? 'provider_task_token' : 'capture_token']: options.token,
    latitude: String(site.latitude),
    longitude: String(site.longitude),
    captured_at: app.now().toISOString(),
    ...options.fields,
  };
  const addFile = () => {
    if (!file) return;
    const blob = new Blob([new Uint8Array(file)], { type: options.type ?? 'image/jpeg' });
    form.append('file', blob, options.name ?? 'photo.jpg');
  };
  if (options.fileFirst) addFile();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  if (!options.fileFirst) addFile();
  return form;
}

/** Uploads evidence over one of the two multipart paths; a new photo by default. */
export async function upload(app: TestApp, options: UploadOptions) {
  const file = options.file === undefined ? await photo() : options.file;
  const response = await app.fetch(`/v1/${options.door ?? 'provider'}/evidence`, {
    method: 'POST',
    body: uploadForm(app, options, file),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Returns everything in storage, for tests that must leave nothing behind. */
export async function storageOf(app: TestApp) {
  const ids = async (name: string, field: string) =>
    (await app.db.collection(name).find({}).toArray()).map((one) => String(one[field])).sort();
  return {
    files: await fileIds(app, 'evidence'),
    chunks: await ids('evidence.chunks', '_id'),
    pending: await ids('evidence.pending', '_id'),
  };
}

/** Removes the outbox of a job, which the relay empties. */
export const still = ({ outbox: _, ...job }: Job) => job;

/** Runs a call that must be rejected, and asserts that job and storage are unchanged. */
export async function unchanged<T>(app: TestApp, jobId: string, run: () => Promise<T>): Promise<T> {
  const before = { job: still(await stored(app, jobId)), storage: await storageOf(app) };
  const answer = await run();
  expect({ job: still(await stored(app, jobId)), storage: await storageOf(app) }).toEqual(before);
  return answer;
}

/** Returns the types of a job's events, in order. */
export async function eventsOf(app: TestApp, jobId: string): Promise<string[]> {
  await app.services.relay.drain();
  const events = await app.services.events.list({ after: 0, limit: 1000 });
  return events.filter((event) => event.data.job_id === jobId).map((event) => event.type);
}
