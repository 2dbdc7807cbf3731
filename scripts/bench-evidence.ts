/**
 * Measures the cost of evidence: the service's CPU per MiB for an upload of 20 MiB, compared with only hashing and
 * storing the same bytes, and the duration of rendering a report PDF with six photographs, including how long it blocks
 * the main thread. The service and its store run in a separate process, which decodes pictures in further processes
 * (not counted).
 *
 * `npm run bench evidence`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { GridFSBucket } from 'mongodb';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { mebibyte } from '../src/lib/units.js';
import { createMediaDecoder } from '../src/modules/evidence/media-decoder.js';
import { startServices } from '../src/start.js';
import { createClient, type DemoClient } from './demo/client.js';
import { projectRoot } from './demo/service.js';
import { stampPhoto } from './demo-photos/stamp-photo.js';
import { sampleJob } from './sample-job.js';

const pilotKey = 'key-of-the-benchmark';
const uploadMebibytes = 20;
/** The amount that Node reads from a socket at once. */
const pieceBytes = 64 * 1024;
const uploadRounds = 11;
const pdfRounds = 5;
const photographs = [
  ['hall-entrance.jpg', 'arrival_overview'],
  ['staircase.jpg', 'arrival_overview'],
  ['facade-windows.jpg', 'objective_closeup'],
  ['hall-roof.jpg', 'objective_closeup'],
  ['visitor-outside.jpg', 'arrival_overview'],
  ['hall-interior.jpg', 'context'],
] as const;

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs the service. It answers `cpu`, `alone`, `watch` and `blocked` with a number of milliseconds. */
async function serve(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-bench-'));
  const store = await startEmbeddedStore({ dataDir });
  const { services, stop } = await startServices({
    config: readConfig({ PILOT_API_KEY: pilotKey, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }),
    mongodbUri: store.uri,
    baseUrl: 'http://127.0.0.1',
    announcePilotKey: () => {},
    // A PDF waits for the next checkpoint of the log, which is not part of its cost.
    checkpointMilliseconds: 1,
  });
  const server = createAdaptorServer({ fetch: createApp(services).fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const bucket = new GridFSBucket(services.client.db('bench'), { bucketName: 'bytes' });
  const bytes = randomBytes(uploadMebibytes * mebibyte);
  async function hashAndStore(): Promise<number> {
    const before = cpuMs();
    const hash = createHash('sha256');
    const upload = bucket.openUploadStream(randomUUID());
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      hash.update(piece);
      await new Promise<void>((resolve, reject) => {
        upload.write(piece, (error) => (error ? reject(error) : resolve()));
      });
    }
    upload.end();
    await once(upload, 'finish');
    hash.digest('hex');
    return cpuMs() - before;
  }

  const delay = monitorEventLoopDelay({ resolution: 1 });
  const answers: Record<string, () => number | Promise<number>> = {
    cpu: cpuMs,
    alone: hashAndStore,
    watch() {
      delay.enable();
      delay.reset();
      return 0;
    },
    blocked() {
      delay.disable();
      return delay.max / 1e6;
    },
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    services.stopping = true;
    await stop();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  };
  process.on('message', async (order: string) => {
    const answer = answers[order];
    if (answer) process.send?.({ value: await answer() });
  });
  // The parent process has finished or failed.
  process.on('disconnect', close);
  process.send?.({ value: (server.address() as AddressInfo).port });
}

async function answerOf(child: ChildProcess, order?: string): Promise<number> {
  const answered = once(child, 'message');
  if (order) child.send(order);
  const [{ value }] = (await answered) as [{ value: number }];
  return value;
}

/** Creates an assigned job and returns functions that send photographs to it. */
async function jobOnSite(client: DemoClient) {
  const { job_id: id, ...job } = await client.post('/v1/jobs', sampleJob());
  const { assignJob } = await client.graphql(
    'mutation($id: ID!) { assignJob(id: $id, input: { assigneeName: "Kim Verifier", expiresInHours: 4 }) { taskToken } }',
    { id },
  );
  const place = { latitude: job.latitude ?? 52.5219, longitude: job.longitude ?? 13.4132 };
  async function send(photo: string, step: string, bytesAtLeast = 0) {
    const takenAt = new Date();
    const original = readFileSync(join(projectRoot, 'scripts/demo-photos', photo));
    const stamped = await stampPhoto(original, { takenAt, offset: '+00:00', ...place });
    // Photographs taken in the same second must differ: the same file is not accepted as evidence for another job.
    const behind = randomBytes(Math.max(16, bytesAtLeast - stamped.length));
    const fields = {
      provider_task_token: assignJob.taskToken,
      latitude: String(place.latitude),
      longitude: String(place.longitude),
      captured_at: takenAt.toISOString(),
      step_name: step,
    };
    const file = Buffer.concat([stamped, behind]);
    return client.upload('/v1/provider/evidence', fields, file, photo);
  }
  return { id, send };
}

/** Sizes of photos taken by current phones, in pixels; a progressive JPEG is decoded in one pass per scan. */
const pictureSizes = [
  [4032, 3024, 'baseline'],
  [8064, 6048, 'baseline'],
  [8192, 6144, 'baseline'],
  [16_320, 12_240, 'baseline'],
  [8192, 6144, 'progressive'],
  [16_320, 12_240, 'progressive'],
] as const;

/** Returns the peak resident memory of this process's decoding processes in MB; requires /proc. */
function decoderPeak(): number {
  const self = `/proc/${process.pid}/task`;
  const ids = readdirSync(self).flatMap((thread) =>
    readFileSync(`${self}/${thread}/children`, 'latin1').split(' ').filter(Boolean),
  );
  const peaks = ids
    .filter((id) => readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('decode-child'))
    .map((id) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1]));
  return Math.max(0, ...peaks) / 1000;
}

/** Decodes one JPEG of each size in a new process. Returns the rows of a table. */
async function benchDecoding(): Promise<string[]> {
  const { default: sharp } = await import('sharp');
  const photo = join(projectRoot, 'scripts/demo-photos/hall-interior.jpg');
  const rows: string[] = [];
  for (const [width, height, mode] of pictureSizes) {
    const jpeg = await sharp(photo)
      .resize(width, height, { fit: 'fill' })
      .jpeg({ progressive: mode === 'progressive' })
      .toBuffer();
    const decoder = createMediaDecoder();
    const begun = performance.now();
    const type = 'image/jpeg';
    const { content } = await decoder.decode({ jobId: 'bench', type, load: async () => [jpeg] });
    const took = performance.now() - begun;
    const peak = process.platform === 'linux' ? `${decoderPeak().toFixed(0)} MB` : 'not measured';
    decoder.close();
    const result = content.outcome === 'refused' ? content.measured : content.outcome;
    const megapixels = Math.round((width * height) / 1e6);
    rows.push(
      `| ${megapixels} MP (${width} × ${height}), ${mode} | ${result} | ${took.toFixed(0)} ms | ${peak} |\n`,
    );
  }
  return rows;
}

async function main(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['evidence', 'serve']);
  const client = createClient(`http://127.0.0.1:${await answerOf(child)}`, pilotKey);
  const upload = { service: [] as number[], alone: [] as number[], ratio: [] as number[] };
  for (let round = 0; round <= uploadRounds; round++) {
    const { send } = await jobOnSite(client);
    const before = await answerOf(child, 'cpu');
    await send('hall-entrance.jpg', 'arrival_overview', uploadMebibytes * mebibyte);
    const service = (await answerOf(child, 'cpu')) - before;
    const alone = await answerOf(child, 'alone');
    // The first round is slower for both.
    if (round === 0) continue;
    upload.service.push(service / uploadMebibytes);
    upload.alone.push(alone / uploadMebibytes);
    upload.ratio.push(service / alone);
  }
  const [service, alone, ratio] = [upload.service, upload.alone, upload.ratio].map(median);

  const pdf = { took: [] as number[], blocked: [] as number[], bytes: 0 };
  for (let round = 0; round <= pdfRounds; round++) {
    const { id, send } = await jobOnSite(client);
    for (const [photo, step] of photographs) await send(photo, step);
    await answerOf(child, 'watch');
    const begun = performance.now();
    await client.post(`/v1/jobs/${id}/reality-report`);
    const { length } = await client.download(`/v1/jobs/${id}/report.pdf`);
    const took = performance.now() - begun;
    const blocked = await answerOf(child, 'blocked');
    // The first round starts the threads and processes that render pictures and documents.
    if (round === 0) continue;
    pdf.took.push(took);
    pdf.blocked.push(blocked);
    pdf.bytes = length;
  }
  const decoded = await benchDecoding();
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, the embedded store, medians of ${uploadRounds} and ${pdfRounds}\n\n` +
      '| | service | hashing and storing alone | ratio |\n|---|---|---|---|\n' +
      `| CPU ms per MiB of an upload of ${uploadMebibytes} MiB | ${service!.toFixed(2)} | ${alone!.toFixed(2)} | ${ratio!.toFixed(2)} |\n\n` +
      '| | time | longest block of the main thread |\n|---|---|---|\n' +
      `| PDF of ${photographs.length} photographs (${(pdf.bytes / mebibyte).toFixed(1)} MiB) | ${median(pdf.took).toFixed(0)} ms | ${median(pdf.blocked).toFixed(1)} ms |\n\n` +
      '| decoding a JPEG | result | time | peak memory of the decoder |\n|---|---|---|---|\n' +
      decoded.join(''),
  );
  child.disconnect();
}

await (process.argv[3] === 'serve' ? serve() : main());
