/**
 * Measures the delivery of events to subscribers: lag from the response of a write to its subscriber at p50 and p99,
 * and CPU time of the service per event and subscriber. The service and its store run in this process; the subscribers
 * read its streams without a network.
 *
 * `npm run bench live [SUBSCRIBERS] [EVENTS]`, by default 1,000 and 200.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { startServices } from '../src/start.js';
import { sampleJob } from './sample-job.js';

const pilotKey = 'key-of-the-benchmark';
const streamsEach = 20;
const writeEveryMilliseconds = 20;
const [subscribers = 1_000, writes = 200] = process.argv.slice(3).map(Number);

const dataDir = mkdtempSync(join(tmpdir(), 'verification-bench-'));
const store = await startEmbeddedStore({ dataDir });
const { services, stop } = await startServices({
  config: readConfig({
    PILOT_API_KEY: pilotKey,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    MONGODB_DB: `bench-${randomUUID()}`,
  }),
  mongodbUri: store.uri,
  baseUrl: 'http://127.0.0.1',
  announcePilotKey: () => {},
});
const app = createApp(services);

async function post(path: string, body: object): Promise<Record<string, never>> {
  const headers = { 'x-api-key': pilotKey, 'content-type': 'application/json' };
  const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Record<string, never>;
}

/** Start time of each write, by job id. */
const begun = new Map<string, number>();
const lags: number[] = [];
let received = 0;

/** Reads the stream of a key to its end. */
async function subscribe(key: string): Promise<void> {
  const { body } = await app.request('/v1/events?types=job.created', {
    headers: { accept: 'text/event-stream', 'x-api-key': key },
  });
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      const job = /"job_id":"([^"]+)"/.exec(decoder.decode(chunk))?.[1];
      const at = begun.get(job ?? '');
      received += job ? 1 : 0;
      if (at !== undefined) lags.push(performance.now() - at);
    }
  };
  void read().catch(() => {});
}

async function newKey(number: number): Promise<string> {
  const query = `mutation { createApiKey(input: { integrator: "bench ${number}", label: "bench", scopes: [OPERATOR] }) { secret } }`;
  const { data } = (await post('/graphql', { query })) as unknown as {
    data: { createApiKey: { secret: string } };
  };
  return data.createApiKey.secret;
}

/** Writes jobs at a steady rate. The lag of a write starts with its response. */
async function writeAll(): Promise<void> {
  for (let i = 0; i < writes; i++) {
    const { job_id } = await post('/v1/jobs', { ...sampleJob(), auto_open: false });
    begun.set(job_id ?? '', performance.now());
    await new Promise((resolve) => setTimeout(resolve, writeEveryMilliseconds));
  }
}

/** Returns the CPU microseconds of a run of writes, until every subscriber has received all of them. */
async function measure(listeners: number): Promise<number> {
  const wanted = received + writes * listeners;
  const before = process.cpuUsage();
  await writeAll();
  while (received < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const quiet = await measure(0);
for (let i = 0; i < subscribers; i += streamsEach) {
  const key = await newKey(i);
  const count = Math.min(streamsEach, subscribers - i);
  for (let each = 0; each < count; each++) await subscribe(key);
}
const busy = await measure(subscribers);

const sorted = lags.sort((a, b) => a - b);
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
const perEvent = (busy - quiet) / (writes * subscribers);
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, the embedded store\n\n` +
    '| subscribers | events | lag p50 ms | lag p99 ms | CPU µs per event and subscriber |\n|---|---|---|---|---|\n' +
    `| ${subscribers} | ${writes} | ${at(0.5)} | ${at(0.99)} | ${perEvent.toFixed(1)} |\n`,
);
services.stopping = true;
await stop();
await store.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
