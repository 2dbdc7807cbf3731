import { request } from 'undici';
import { expect } from 'vitest';
import { openBucket } from '../../../src/lib/files/bucket.js';
import { openObjectStorage } from '../../../src/lib/files/object-storage.js';
import { storedJob } from '../../report/support/flow.js';
import { pilotKey, type TestApp } from '../../support/app.js';
import { photo } from './photos.js';
import { assignedJob, stored, upload } from './scene.js';

/** The parts of a media link below the service's address. */
export const pathOf = (mediaUrl: string) => {
  const { pathname, search } = new URL(mediaUrl);
  return pathname + search;
};

/** Creates a completed job with three photos and the PDF of its report. */
export async function reportedJob(app: TestApp) {
  const { jobId, token } = await assignedJob(app);
  const photos: Buffer[] = [];
  for (let step = 0; step < 3; step++) {
    const file = await photo();
    photos.push(file);
    expect(await upload(app, { token, file })).toMatchObject({ status: 201 });
  }
  expect((await app.rest('POST', `/v1/jobs/${jobId}/reality-report`)).status).toBe(200);
  const pdf = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, {
    headers: { 'x-api-key': pilotKey },
  });
  expect(pdf.status).toBe(200);
  return { jobId, photos, pdf: Buffer.from(await pdf.arrayBuffer()) };
}

/** Returns the paths of the job's media links. */
export async function mediaOf(app: TestApp, jobId: string): Promise<string[]> {
  const { body } = await app.rest('GET', `/v1/jobs/${jobId}/evidence`);
  return body.map((item: { media_url: string }) => pathOf(item.media_url));
}

export type ReportedJob = Awaited<ReturnType<typeof reportedJob>>;

/** Asserts that evidence and PDF of a job are stored in the bucket alone and served from it, then erases the job. */
export async function expectFilesInBucket(
  app: TestApp,
  { jobId, photos, pdf }: ReportedJob,
  erase: () => Promise<unknown>,
): Promise<void> {
  const { files } = app.services.config;
  const bucket = openBucket(files!.bucket, app.services.log);
  const open = openObjectStorage(bucket, true);
  const place = { database: app.db.databaseName };
  const evidence = open({ ...place, kind: 'evidence' });
  const pdfs = open({ ...place, kind: 'pdfs' });
  const read = async (store: typeof pdfs, fileId: string, size: number) =>
    Buffer.concat(await (await store.open(fileId, 0, size)).toArray());

  const { evidence: items } = await stored(app, jobId);
  for (const [index, item] of items.entries())
    expect((await read(evidence, item.fileId, item.sizeBytes)).equals(photos[index]!)).toBe(true);
  const storedPdf = (await storedJob(app, jobId)).reports[0]!.pdf!;
  expect((await read(pdfs, storedPdf.fileId, storedPdf.sizeBytes)).equals(pdf)).toBe(true);
  expect(await app.db.collection('evidence.files').countDocuments()).toBe(0);
  expect(await app.db.collection('pdfs.files').countDocuments()).toBe(0);
  const pending = app.db.collection('evidence.pending');
  expect(await pending.countDocuments({ jobId })).toBe(0);

  const [media] = await mediaOf(app, jobId);
  const whole = await app.fetch(media!, { headers: { 'sec-fetch-mode': 'cors' } });
  expect(Buffer.from(await whole.arrayBuffer()).equals(photos[0]!)).toBe(true);
  const headers = { range: 'bytes=5-9', 'sec-fetch-mode': 'cors' };
  const part = await app.fetch(media!, { headers });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(photos[0]!.subarray(5, 10))).toBe(true);

  const url = await evidence.link!(items[0]!.fileId, {
    expiresSeconds: 60,
    contentType: 'image/jpeg',
    contentDisposition: 'inline;filename="photo"',
  });
  const linked = await request(url);
  expect(linked.headers['content-type']).toBe('image/jpeg');
  expect(Buffer.from(await linked.body.arrayBuffer()).equals(photos[0]!)).toBe(true);

  await erase();
  for (const item of items) expect(await evidence.has(item.fileId)).toBe(false);
  expect(await pdfs.has(storedPdf.fileId)).toBe(false);
  bucket.close();
}
