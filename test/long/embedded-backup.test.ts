import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { type Json, jobBody } from '../support/app.js';
import { killServices, processKey } from '../support/process.js';
import { until } from '../support/until.js';
import { evidenceForm, type Service, startService } from './support/killed-service.js';

const script = fileURLToPath(new URL('../../dist/scripts/store.js', import.meta.url));
let folder: string;
let at: (name: string) => string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-backup-'));
  at = (name) => join(folder, name);
});
afterEach(async () => {
  await killServices();
  await rm(folder, { recursive: true });
});

/** Runs `npm run store -- VERB PATH` while this process continues. */
async function store(
  verb: string,
  path: string,
  dataDir: string,
  env: Record<string, string> = {},
) {
  const { MONGODB_URI: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [script, verb, path], {
    env: { ...inherited, DATA_DIR: dataDir, ...env },
  });
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

/** Makes a data folder of one document whose store is closed. */
async function makeStore(dataDir: string): Promise<void> {
  const server = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(server.uri);
  await client.db('one').collection('a').insertOne({ text: 'kept' });
  await client.close();
  await server.close();
}

/** Creates jobs with a piece of evidence until the service is killed; `count` is called after each. */
async function work(service: Service, acknowledged: Map<string, Json>, count: () => void) {
  for (;;) {
    const job = await service.call('POST', '/v1/jobs', jobBody());
    const { task_token: token } = await service.call('POST', `/v1/jobs/${job.job_id}/assign`, {
      assignee_name: 'Kim Verifier',
    });
    const form = await evidenceForm('provider_task_token', token, job.steps[0].step_name);
    await service.call('POST', '/v1/provider/evidence', form);
    acknowledged.set(job.job_id, await service.call('GET', `/v1/jobs/${job.job_id}`));
    count();
  }
}

describe('npm run store -- backup', () => {
  it('has every write acknowledged before it began, while writes continue, after a kill', async () => {
    const service = await startService(at('data'), processKey);
    const acknowledged = new Map<string, Json>();
    const workers = Array.from({ length: 4 }, () =>
      work(service, acknowledged, () => undefined).catch((error) => error.answer),
    );
    await until(() => acknowledged.size >= 8);
    const before = new Map(acknowledged);
    const backup = await store('backup', at('backup'), at('data'));
    expect(backup).toMatchObject({ status: 0, stderr: '' });
    expect(backup.stdout).toMatch(/^backup of everything acknowledged before \S+Z: \d+/);
    service.child.kill('SIGKILL');
    expect(await Promise.all(workers)).toEqual([undefined, undefined, undefined, undefined]);
    expect(acknowledged.size).toBeGreaterThan(before.size);

    expect(await store('restore', at('backup'), at('restored'))).toMatchObject({
      status: 0,
      stderr: '',
    });
    const restored = await startService(at('restored'), processKey);
    for (const [id, job] of before)
      expect(await restored.call('GET', `/v1/jobs/${id}`)).toEqual(job);
    await restored.call('POST', '/v1/jobs', jobBody());
  });

  it('rejects a folder that exists, a folder without a store, and another server', async () => {
    await makeStore(at('data'));
    await mkdir(at('backup'));
    expect(await store('backup', at('backup'), at('data'))).toMatchObject({
      status: 1,
      stderr: `${at('backup')} exists; a backup needs a new folder`,
    });
    expect(await readdir(at('backup'))).toEqual([]);
    expect(await store('backup', at('new'), at('none'))).toMatchObject({
      status: 1,
      stderr: `DATA_DIR ${at('none')} has no store`,
    });
    const env = { MONGODB_URI: 'mongodb://127.0.0.1:1' };
    expect((await store('backup', at('new'), at('data'), env)).stderr).toContain('MONGODB_URI');
    expect((await readdir(folder)).sort()).toEqual(['backup', 'data']);
  });

  it('overwrites no file when the store is asked for a copy', async () => {
    await mkdir(at('other'));
    await writeFile(at('other/store.mdb'), 'of another program');
    const server = await startEmbeddedStore({ dataDir: at('data') });
    const client = await MongoClient.connect(server.uri);
    const copyTo = (path: unknown) => client.db('admin').command({ backup: 1, folder: path });
    await expect(copyTo(at('other'))).rejects.toThrow('the copy has failed: File exists');
    await expect(copyTo('other')).rejects.toThrow('folder must be an absolute path');
    await client.close();
    await server.close();
    expect(await readFile(at('other/store.mdb'), 'utf8')).toBe('of another program');
  });
});

describe('npm run store -- restore', () => {
  it('leaves a folder that is not empty unchanged', async () => {
    await makeStore(at('data'));
    expect((await store('backup', at('backup'), at('data'))).status).toBe(0);
    await mkdir(at('target'));
    await writeFile(at('target/notes.txt'), 'of the operator');
    expect(await store('restore', at('backup'), at('target'))).toMatchObject({
      status: 1,
      stderr: `DATA_DIR ${at('target')} is not empty; nothing was changed`,
    });
    expect(await readdir(at('target'))).toEqual(['notes.txt']);
  });

  it('rejects an interrupted backup and one that has changed', async () => {
    await makeStore(at('data'));
    expect((await store('backup', at('backup'), at('data'))).status).toBe(0);
    await appendFile(at('backup/store.mdb'), 'x');
    const changed = await store('restore', at('backup'), at('target'));
    expect(changed.stderr).toContain('is not the file that was backed up; nothing was restored');
    await rm(at('backup/backup.json'));
    const incomplete = await store('restore', at('backup'), at('target'));
    expect(incomplete.stderr).toContain('is not a complete backup');
    expect(await readdir(at('target'))).toEqual([]);
  });
});
