import { ObjectId } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import { sweepEvidence } from '../../src/modules/evidence/sweep-evidence.js';
import { contentPolicy, withFiles } from '../../src/pages/frame/headers.js';
import { hours, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { filesAt, type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import {
  expectFilesInBucket,
  mediaOf,
  type ReportedJob,
  reportedJob,
} from './support/file-storage.js';
import { assignedJob, stored, upload } from './support/scene.js';

let storage: ObjectStorage;
let app: TestApp;
let reported: ReportedJob;
beforeAll(async () => {
  storage = await startObjectStorage();
  app = await startTestApp({ ...filesAt(storage.endpoint), FILES_REDIRECT: 'on' });
  reported = await reportedJob(app);
});
afterEach(() => storage.fail(null));
afterAll(async () => {
  await app.stop();
  await storage.close();
});

const unavailable = { status: 503, code: 'unavailable' };
const keyOf = (fileId: string) => `${app.db.databaseName}/evidence/${fileId}`;
/** Fails every request except the check at the start of a service. */
const all = (request: string) => !request.startsWith('HEAD /files/ ');

it('redirects media links to the bucket, and lets scripts read the file itself', async () => {
  const [media] = await mediaOf(app, reported.jobId);
  const redirect = await app.fetch(media!, { redirect: 'manual' });
  expect(redirect.status).toBe(302);
  expect(redirect.headers.get('cache-control')).toBe('private, max-age=3540');
  const location = new URL(redirect.headers.get('location')!);
  expect(location.origin).toBe(storage.endpoint);
  expect(location.searchParams.get('X-Amz-Expires')).toBe('3600');
  expect(location.searchParams.get('response-content-type')).toBe('image/jpeg');
  expect((await app.fetch(`${media}&preview=640`)).status).toBe(200);
  const read = await app.fetch(media!, { headers: { 'sec-fetch-mode': 'cors' } });
  expect(Buffer.from(await read.arrayBuffer()).equals(reported.photos[0]!)).toBe(true);
  const altered = media!.replace(/signature=.{4}/, 'signature=AAAA');
  expect((await app.fetch(altered)).status).toBe(404);
});

it('permits pictures and videos of the bucket on pages', async () => {
  const page = await app.fetch('/', { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toContain(`img-src 'self' ${storage.endpoint} blob: data:`);
  expect(policy).toContain(`media-src 'self' ${storage.endpoint} blob:`);
  expect(policy).toContain("connect-src 'self';");
  const { files } = app.services.config;
  expect(withFiles(contentPolicy, { ...files!, redirect: false })).toBe(contentPolicy);
});

it('returns 503 with Retry-After while the bucket cannot be reached', async () => {
  const { jobId: other, token } = await assignedJob(app);
  const [media] = await mediaOf(app, reported.jobId);
  const counters = app.db.collection('report_counters');
  const before = await counters.find().toArray();
  storage.fail(all);
  const answers = await Promise.all([
    app.fetch(media!, { headers: { 'sec-fetch-mode': 'cors' } }),
    app.fetch(`/v1/jobs/${reported.jobId}/report.pdf`, { headers: { 'x-api-key': pilotKey } }),
  ]);
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject(unavailable);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('etag')).toBeNull();
  }
  expect(await counters.find().toArray()).toEqual(before);
  const sent = await upload(app, { token });
  expect(sent).toMatchObject({ status: 503, body: unavailable });
  expect((await stored(app, other)).evidence).toEqual([]);
  // The storage could still receive the file: its record is left to the sweep.
  const pending = app.db.collection('evidence.pending');
  expect(await pending.countDocuments({ jobId: other })).toBe(1);
  storage.fail(null);
  expect(await upload(app, { token })).toMatchObject({ status: 201 });
});

it('keeps files in the bucket alone, and erases them once it is reachable', () =>
  expectFilesInBucket(app, reported, async () => {
    const { jobId } = reported;
    const files = storage.objects.size;
    storage.fail(all);
    expect((await app.rest('POST', `/v1/jobs/${jobId}/erase`)).status).toBe(200);
    expect((await stored(app, jobId)).erasePending).toBe(true);
    storage.fail(null);
    expect(storage.objects.size).toBe(files);
    await sweepErasures(app.services);
    expect((await stored(app, jobId)).erasePending).toBeFalsy();
  }));

describe('the sweep', () => {
  it('deletes files and unfinished uploads that no job names after an hour', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token });
    const [kept] = (await stored(app, jobId)).evidence;
    const orphan = new ObjectId();
    const pending = app.db.collection('evidence.pending');
    await pending.insertMany([
      { _id: orphan, jobId, startedAt: app.now() },
      { _id: new ObjectId(kept!.fileId), jobId, startedAt: app.now() },
    ]);
    storage.objects.set(keyOf(orphan.toHexString()), Buffer.from('x'));
    storage.uploads.set('left', { key: keyOf(orphan.toHexString()), parts: new Map() });
    await sweepEvidence(app.services);
    expect(storage.uploads.size).toBe(1);
    app.advance(hours(1) + 1000);
    await sweepEvidence(app.services);
    expect(storage.uploads.size).toBe(0);
    expect(storage.objects.has(keyOf(orphan.toHexString()))).toBe(false);
    expect(storage.objects.has(keyOf(kept!.fileId))).toBe(true);
    expect(await pending.countDocuments({ jobId })).toBe(0);
  });
});

describe('at the start', () => {
  it('a bucket that does not exist is named in one line', async () => {
    const FILES_URL = `s3://missing?endpoint=${storage.endpoint}`;
    await expect(startTestApp({ ...filesAt(storage.endpoint), FILES_URL })).rejects.toThrow(
      /^FILES_URL cannot be opened: HEAD of the file storage: 404 $/,
    );
  });

  it('a bucket that cannot be reached makes only its files unavailable', async () => {
    const own = await startTestApp(filesAt('http://127.0.0.1:1'));
    const { token } = await assignedJob(own);
    expect(await upload(own, { token })).toMatchObject({ status: 503, body: unavailable });
    await own.stop();
  });
});
