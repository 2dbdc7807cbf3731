import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { type Json, jobBody } from '../support/app.js';
import { filesAt, type ObjectStorage, startObjectStorage } from '../support/object-storage.js';
import { killServices, processKey } from '../support/process.js';
import { evidenceForm, type Service, startService } from './support/killed-service.js';

const script = fileURLToPath(new URL('../../dist/scripts/store.js', import.meta.url));
let folder: string;
let dataDir: string;
let storage: ObjectStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-files-'));
  dataDir = join(folder, 'data');
  storage = await startObjectStorage();
});
afterEach(async () => {
  await killServices();
  await storage.close();
  await rm(folder, { recursive: true });
});

/** Runs `npm run store -- VERB ARGUMENT` with the storage, which this process serves in the meantime. */
async function store(verb: string, argument: string) {
  // The test runner sets variables that the script reads too, so the environment is not inherited.
  const outside = { PATH: process.env['PATH'], TMPDIR: tmpdir() };
  const env = { ...outside, DATA_DIR: dataDir, ...filesAt(storage.endpoint) };
  const child = spawn(process.execPath, [script, verb, argument], { env });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, stdout, stderr: stderr.trim() };
}

async function stop({ child, ended }: Service): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

/** Creates a job with one photo. @returns it with the photo's hash */
async function withPhoto(service: Service) {
  const { job_id } = await service.call('POST', '/v1/jobs', jobBody());
  const assignee = { assignee_name: 'Kim' };
  const { task_token } = await service.call('POST', `/v1/jobs/${job_id}/assign`, assignee);
  const form = await evidenceForm('provider_task_token', task_token, 'arrival_overview');
  await service.call('POST', '/v1/provider/evidence', form);
  const [item] = await service.call('GET', `/v1/jobs/${job_id}/evidence`);
  return { jobId: job_id as string, sha256: item.media_sha256 as string };
}

/** Asserts that a service serves the unchanged photo of a job. */
async function expectPhoto(service: Service, job: { jobId: string; sha256: string }) {
  const [item]: Json[] = await service.call('GET', `/v1/jobs/${job.jobId}/evidence`);
  const { pathname, search } = new URL(item.media_url);
  const response = await fetch(service.address + pathname + search);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.sha256);
}

/** Counts the documents of GridFS in the stopped store. */
async function filesInDatabase(): Promise<number> {
  const server = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(server.uri);
  const db = client.db('verification');
  const counts = await Promise.all(
    ['files', 'chunks'].map((name) => db.collection(`evidence.${name}`).countDocuments()),
  );
  await client.close();
  await server.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

it('moves files to the bucket and back, and lists them in a backup', async () => {
  const first = await startService(dataDir, processKey);
  const job = await withPhoto(first);
  await stop(first);
  const moved = await store('move-files', 's3');
  expect(moved).toMatchObject({ status: 0, stderr: '' });
  expect(moved.stdout).toMatch(/^1 files moved to s3, /);
  expect(storage.objects.size).toBe(1);
  expect(await filesInDatabase()).toBe(0);

  const second = await startService(dataDir, processKey, filesAt(storage.endpoint));
  await expectPhoto(second, job);
  const backup = join(folder, 'backup');
  const listed = await store('backup', backup);
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  const [line, ...others] = (await readFile(join(backup, 'files.jsonl'), 'utf8'))
    .trim()
    .split('\n');
  expect(others).toEqual([]);
  const { key, bytes, sha256 } = JSON.parse(line!);
  expect(sha256).toBe(job.sha256);
  expect(storage.objects.get(key)?.length).toBe(bytes);
  await stop(second);

  expect(await store('move-files', 's3')).toMatchObject({
    status: 0,
    stdout: '0 files moved to s3, 0.0 MB\n',
  });
  const whole = storage.objects.get(key)!;
  storage.objects.set(key, Buffer.alloc(whole.length));
  const changed = await store('move-files', 'database');
  expect(changed).toMatchObject({ status: 1 });
  expect(changed.stderr).toMatch(/^evidence [0-9a-f]{24} is not the file that was stored$/);
  expect(await filesInDatabase()).toBe(0);
  storage.objects.set(key, whole);
  expect(await store('move-files', 'database')).toMatchObject({ status: 0, stderr: '' });
  expect(storage.objects.size).toBe(0);
  const third = await startService(dataDir, processKey);
  await expectPhoto(third, job);
});

it('names a file that is in neither place', async () => {
  const service = await startService(dataDir, processKey, filesAt(storage.endpoint));
  await withPhoto(service);
  await stop(service);
  storage.objects.clear();
  const answer = await store('move-files', 'database');
  expect(answer.status).toBe(1);
  expect(answer.stderr).toMatch(/^missing in both places: verification\.evidence [0-9a-f]{24}$/);
});
