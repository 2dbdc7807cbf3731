import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { type Json, jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';
import { until } from '../support/until.js';
import { startCutStore } from './support/cut-store.js';

const script = fileURLToPath(new URL('../../dist/scripts/store.js', import.meta.url));
const jobCount = 6;

afterEach(killServices);

const startOn = (MONGODB_URI: string) => spawnService({ MONGODB_URI, PILOT_API_KEY: processKey });

async function call(url: string, key: string, body?: object): Promise<Json> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

it('an advance interrupted by a kill is completed by the next one, and nothing is done twice', async () => {
  const dataDir = newDataDir();
  const store = await startEmbeddedStore({ dataDir });
  const cut = await startCutStore(store.uri);
  const first = startOn(cut.uri);
  const address = await first.listening;
  const query =
    'mutation { createApiKey(input: {integrator: "a b", label: "x", mode: TEST, scopes: [JOBS_READ, JOBS_WRITE]}) { secret } }';
  const { data } = await call(`${address}/graphql`, processKey, { query });
  const key: string = data.createApiKey.secret;
  const jobs = await Promise.all(
    Array.from({ length: jobCount }, () => call(`${address}/v1/jobs`, key, jobBody())),
  );
  const read = (at: string) =>
    Promise.all(jobs.map(({ job_id }) => call(`${at}/v1/jobs/${job_id}`, key)));
  const advance = (at: string) => call(`${at}/v1/sandbox/clock/advance`, key, { seconds: 10_800 });

  // Between two photos.
  cut.killAt(first.child, 'update', 'jobs', { text: 'evidence.received', nth: 3 });
  const interrupted = advance(address).catch(() => 'killed');
  await first.ended;
  cut.stop();
  expect(await interrupted).toBe('killed');

  const second = startOn(store.uri);
  const again = await second.listening;
  const left = await read(again);
  expect(left.some(({ evidence_count }) => evidence_count > 0)).toBe(true);
  expect(left.some(({ status }) => status !== 'completed')).toBe(true);
  expect((await call(`${again}/v1/sandbox/clock`, key)).offset_seconds).toBe(0);
  expect((await advance(again)).offset_seconds).toBe(10_800);
  for (const { job_id } of jobs) {
    const job = await call(`${again}/v1/jobs/${job_id}`, key);
    expect(job).toMatchObject({ status: 'completed', evidence_count: 3 });
  }
  let types: string[] = [];
  // The killed process's lease must expire before another process relays.
  await until(async () => {
    const { data: answered } = await call(`${again}/graphql`, key, {
      query: '{ events(first: 200) { nodes { type } } }',
    });
    types = answered.events.nodes.map(({ type }: Json) => type);
    return types.filter((type) => type === 'EVIDENCE_RECEIVED').length >= 3 * jobCount;
  });
  expect(types.filter((type) => type === 'JOB_ASSIGNED')).toHaveLength(jobCount);
  expect(types.filter((type) => type === 'EVIDENCE_RECEIVED')).toHaveLength(3 * jobCount);

  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
  await store.close();
  const { MONGODB_URI: _, ...env } = process.env;
  const exported = spawnSync(process.execPath, [script, 'export', join(dataDir, 'all')], {
    encoding: 'utf8',
    env: { ...env, DATA_DIR: dataDir },
  });
  expect(exported.stdout).toContain('verification.integrators: ');
  expect(exported.stdout).toMatch(
    new RegExp(`^verification-sandbox.jobs: ${jobCount} documents`, 'm'),
  );
});
