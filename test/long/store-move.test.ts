import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { jobBody } from '../support/app.js';
import { killServices, processKey } from '../support/process.js';
import { evidenceForm, type Service, startService } from './support/killed-service.js';

const script = fileURLToPath(new URL('../../dist/scripts/store.js', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-move-'));
});
afterEach(async () => {
  await killServices();
  await rm(folder, { recursive: true });
});

/** Runs `npm run store -- VERB FILE`, which must succeed. */
function store(verb: string, file: string, env: Record<string, string>): string {
  const { MONGODB_URI: _, ...inherited } = process.env;
  const options = { encoding: 'utf8', env: { ...inherited, ...env } } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, verb, file], options);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
}

/** Returns every document and index of a folder without an owner, by database and collection. */
async function everythingIn(dataDir: string): Promise<Record<string, Document>> {
  const server = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(server.uri, { promoteValues: false });
  const found: Record<string, Document> = {};
  for (const { name } of (await client.db().admin().listDatabases()).databases) {
    const db = client.db(String(name));
    for (const collection of await db.collections())
      found[collection.namespace] = {
        documents: await collection.find().sort({ _id: 1 }).toArray(),
        indexes: await collection.indexes(),
      };
  }
  await client.close();
  await server.close();
  return found;
}

async function stop(service: Service): Promise<void> {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

/** Starts a service on a folder, reads an existing job, and creates another. @returns its id */
async function serve(dataDir: string, jobId: string | null): Promise<string> {
  const service = await startService(dataDir, processKey);
  if (jobId) {
    expect((await service.call('GET', `/v1/jobs/${jobId}`)).status).toBe('in_progress');
    expect(await service.call('GET', `/v1/jobs/${jobId}/evidence`)).toMatchObject([
      { step_name: 'arrival_overview' },
    ]);
  }
  const body = jobBody();
  const { job_id } = await service.call('POST', '/v1/jobs', body);
  await expect(service.call('POST', '/v1/jobs', { ...body, notes: 'Others.' })).rejects.toThrow(
    'nonce_conflict',
  );
  const { task_token } = await service.call('POST', `/v1/jobs/${job_id}/assign`, {
    assignee_name: 'Kim',
  });
  const form = await evidenceForm('provider_task_token', task_token, 'arrival_overview');
  await service.call('POST', '/v1/provider/evidence', form);
  await stop(service);
  return job_id;
}

test('a stopped service moves to another store and back, and runs on both', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const jobId = await serve(first, null);
  const before = await everythingIn(first);
  expect(before['verification.leases']).toMatchObject({ documents: [] });

  const there = join(folder, 'there');
  const exported = store('export', there, { DATA_DIR: first });
  const target = await startEmbeddedStore({ dataDir: second });
  expect(store('import', there, { MONGODB_URI: target.uri })).toBe(exported);
  await target.close();
  expect(await everythingIn(second)).toEqual(before);

  const next = await serve(second, jobId);
  const changed = await everythingIn(second);
  expect(changed).not.toEqual(before);

  const back = join(folder, 'back');
  store('export', back, { DATA_DIR: second });
  store('import', back, { DATA_DIR: third });
  expect(await everythingIn(third)).toEqual(changed);
  await serve(third, next);
});
