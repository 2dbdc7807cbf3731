/**
 * Extrapolates the storage of many jobs from documents that a short run of the service stores: `npm run simulate --
 * --jobs 100e6 --evidence 3`. It prints bytes per job by collection, disk, memory, cost and the first limit.
 *
 * `--evidence` is the number of photos per job (3 to 20), `--days` the days in which the jobs arrive (365), `--hot` the
 * days for which a job is read often (30), `--sample` the number of jobs to run (3).
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { connect } from '../src/lib/mongo.js';
import { startServices } from '../src/start.js';
import { projectRoot } from './demo/service.js';
import { stampPhoto } from './demo-photos/stamp-photo.js';
import { sampleJob } from './sample-job.js';
import { extrapolate, prices } from './simulate/extrapolate.js';
import { costOf, growthPerJob, measure } from './simulate/measure.js';
import { shardedIndexes, shardKeys } from './simulate/shard-keys.js';

const key = 'key-of-the-simulation';
const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100e6' },
    evidence: { type: 'string', default: '3' },
    days: { type: 'string', default: '365' },
    hot: { type: 'string', default: '30' },
    sample: { type: 'string', default: '3' },
  },
});
const bounds = {
  jobs: [1, 1e12],
  evidence: [3, 20],
  days: [1, 36_500],
  hot: [1, 36_500],
  sample: [1, 100],
} as const;
const given = (name: keyof typeof bounds): number => {
  const number = Number(values[name]);
  const [least, most] = bounds[name];
  if (number >= least && number <= most) return number;
  throw new Error(`--${name} must be a number from ${least} to ${most}`);
};

type Call = (path: string, body: object | FormData) => Promise<Record<string, unknown>>;

/** Plays a job with photos and the PDF of its report. */
async function playJob(call: Call, photo: Buffer, evidence: number): Promise<string> {
  const { job_id } = await call('/v1/jobs', sampleJob());
  const assigned = await call(`/v1/jobs/${job_id}/assign`, { assignee_name: 'Ada Lovelace' });
  const { steps } = assigned['job'] as { steps: { step_name: string; required: boolean }[] };
  const required = steps.filter((step) => step.required);
  for (let item = 0; item < evidence; item++) {
    const place = { latitude: 52.5219, longitude: 13.4132 };
    const takenAt = new Date();
    const stamped = await stampPhoto(photo, { takenAt, offset: '+00:00', ...place });
    // Bytes after the end of the picture make each file another one.
    const file = Buffer.concat([stamped, randomBytes(16)]);
    const form = new FormData();
    form.set('provider_task_token', String(assigned['task_token']));
    form.set('step_name', required[Math.min(item, required.length - 1)]!.step_name);
    form.set('latitude', String(place.latitude));
    form.set('longitude', String(place.longitude));
    form.set('captured_at', takenAt.toISOString());
    form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg');
    await call('/v1/provider/evidence', form);
  }
  await call(`/v1/jobs/${job_id}/reality-report`, {});
  return String(job_id);
}

/** Runs the service on an empty store. @returns the growth of its collections per job, and their indexes */
async function measureJobs(sample: number, evidence: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulate-'));
  const store = await startEmbeddedStore({ dataDir });
  const config = readConfig({ PILOT_API_KEY: key, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const { services, stop } = await startServices({
    config,
    mongodbUri: store.uri,
    baseUrl: 'http://127.0.0.1',
    announcePilotKey: () => {},
  });
  const { client, db } = await connect(store.uri, config.mongodbDb);
  try {
    const app = createApp(services);
    const send = async (path: string, init: RequestInit): Promise<Response> => {
      const response = await app.request(path, init);
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return response;
    };
    const call: Call = async (path, body) => {
      const isForm = body instanceof FormData;
      const headers = { 'x-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) };
      const text = isForm ? body : JSON.stringify(body);
      return (await send(path, { method: 'POST', headers, body: text })).json();
    };
    const photo = await readFile(join(projectRoot, 'scripts/demo-photos/hall-entrance.jpg'));
    const before = await measure(db);
    for (let job = 0; job < sample; job++) {
      const jobId = await playJob(call, photo, evidence);
      const pdf = await send(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': key } });
      await pdf.arrayBuffer();
    }
    await services.relay.drain();
    const growth = growthPerJob(before, await measure(db), sample);
    const names = [...growth.keys()];
    const indexes = await Promise.all(names.map((name) => db.collection(name).indexes()));
    return { growth, indexes: new Map(names.map((name, i) => [name, indexes[i]!])) };
  } finally {
    await client.close();
    await stop();
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${(bytes / 1000 ** power).toPrecision(3)} ${units[power]}`;
}
const dollars = (amount: number | null) =>
  amount === null ? 'no server is large enough' : `$${Math.round(amount).toLocaleString('en')}`;
const millions = (count: number) => `${(count / 1e6).toPrecision(3)} million jobs`;

async function main(): Promise<void> {
  const plan = { jobs: given('jobs'), days: given('days'), hotDays: given('hot') };
  const [sample, evidence] = [given('sample'), given('evidence')];
  const { growth, indexes } = await measureJobs(sample, evidence);

  console.log(`per job, from ${sample} jobs with ${evidence} photos, a report and its PDF:`);
  for (const [name, size] of [...growth].sort(([, a], [, b]) => b.bytes - a.bytes)) {
    const total = Object.values(size.indexes).reduce((sum, bytes) => sum + bytes, 0);
    const most = Object.entries(size.indexes).sort(([, a], [, b]) => b - a)[0];
    console.log(
      `  ${name.padEnd(22)} ${size.documents.toFixed(1).padStart(6)} documents ${bytesText(size.bytes).padStart(8)}  indexes ${bytesText(total).padStart(8)}, largest ${most?.[0]}`,
    );
  }
  const forecast = extrapolate(costOf(growth), plan);
  const { monthly } = forecast;
  console.log(`\n${millions(plan.jobs)} in ${plan.days} days, on three members, uncompressed:`);
  console.log(`  disk per member      ${bytesText(forecast.diskBytes)}`);
  console.log(`  of it, indexes       ${bytesText(forecast.indexBytes)}`);
  console.log(
    `  working set          ${bytesText(forecast.workingSetBytes)} (indexes, and documents of ${plan.hotDays} days)`,
  );
  console.log(`  files in the bucket  ${bytesText(forecast.fileBytes)}`);
  console.log(`\nper month, at list prices of ${prices.date} (scripts/simulate/extrapolate.ts):`);
  const size = forecast.serverGiB === null ? '' : `, 3 × ${forecast.serverGiB} GiB`;
  console.log(`  servers  ${dollars(monthly.servers)}${size}`);
  console.log(`  disk     ${dollars(monthly.disk)}`);
  console.log(
    `  files    ${dollars(monthly.objects)}, and ${dollars(monthly.puts)} for their uploads`,
  );
  console.log('\nlimits of one replica set, lowest first:');
  for (const { name, jobs } of forecast.limits)
    console.log(`  ${millions(jobs).padEnd(22)} ${name}`);
  console.log('\nsharding, for the collections that grow with jobs:');
  for (const [name, list] of indexes) {
    const sharding = shardKeys[name];
    if (!sharding || 'oneShard' in sharding) continue;
    const { oneShard, scatter, conflicts } = shardedIndexes(sharding.key, list);
    const blocked =
      conflicts.length > 0 ? `; not possible with unique ${conflicts.join('; ')}` : '';
    console.log(
      `  ${name.padEnd(22)} ${JSON.stringify(sharding.key)}: ${oneShard.length} indexes hit one shard, ${scatter.length} scatter${blocked}`,
    );
  }
}

await main();
