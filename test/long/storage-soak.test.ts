import { spawn } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Json, jobBody } from '../support/app.js';
import { hasMoto, startMoto } from '../support/moto.js';
import { bucket, filesAt } from '../support/object-storage.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { allEvents, evidenceForm, type Service, startService } from './support/killed-service.js';

/**
 * Shell commands that run a MongoDB-compatible server and an S3 service in the foreground, at these addresses. Without
 * SOAK_S3, moto is used.
 */
const {
  SOAK,
  SOAK_MINUTES = '30',
  SOAK_STORE = '',
  SOAK_MONGODB_URI = '',
  SOAK_S3 = '',
  SOAK_S3_ENDPOINT = '',
} = process.env;
const isPossible =
  SOAK_STORE !== '' &&
  SOAK_MONGODB_URI !== '' &&
  (SOAK_S3 === '' ? hasMoto : SOAK_S3_ENDPOINT !== '');
if (SOAK === '1' && !isPossible) {
  process.stdout.write(
    'SOAK_STORE, SOAK_MONGODB_URI, and MOTO_SERVER or SOAK_S3 with SOAK_S3_ENDPOINT, are not set: gateway, store and S3 are not killed.\n',
  );
}
const milliseconds = Number(SOAK_MINUTES) * 60_000;
const writers = 4;
/** Time between two kills, in which work continues. */
const spacing = 5_000;
/** Duration of an outage; longer than the gateways wait for a silent S3 service. */
const outage = 12_000;

/** A part that can be made to fail. It ends with the test. */
interface Part {
  /** Makes it fail; resolves when it works again. */
  fail(): Promise<void>;
}

async function untilAnswers(check: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const answers = await check().then(
      () => true,
      () => false,
    );
    if (answers) return;
    await pause(250);
  }
}

/** Runs a shell command whose processes are killed together. */
async function startCommand(command: string, check: () => Promise<unknown>): Promise<Part> {
  const start = () => spawn('sh', ['-c', command], { detached: true, stdio: 'ignore' });
  let child = start();
  const kill = async () => {
    const exited = once(child, 'exit');
    process.kill(-child.pid!, 'SIGKILL');
    await exited;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill();
  });
  await untilAnswers(check);
  return {
    async fail() {
      await kill();
      await pause(outage / 4);
      child = start();
      await untilAnswers(check);
    },
  };
}

const startStore = () =>
  startCommand(SOAK_STORE, async () => {
    const client = new MongoClient(SOAK_MONGODB_URI, { serverSelectionTimeoutMS: 2_000 });
    await client
      .db('admin')
      .command({ ping: 1 })
      .finally(() => client.close());
  });

/** Starts the S3 service. moto loses everything with its process, so it is stopped for a while instead. */
async function startS3(): Promise<Part & { endpoint: string }> {
  if (SOAK_S3 === '') {
    const { endpoint, child, stop } = await startMoto();
    onTestFinished(stop);
    const fail = async () => {
      child.kill('SIGSTOP');
      await pause(outage);
      child.kill('SIGCONT');
    };
    return { endpoint, fail };
  }
  const endpoint = SOAK_S3_ENDPOINT;
  const part = await startCommand(SOAK_S3, async () => {
    const { ok, status } = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
    if (!ok && status !== 409) throw new Error(`the bucket was not created: ${status}`);
  });
  return { endpoint, ...part };
}

/** Starts a gateway, and starts it again whenever it ends before it listens, as its supervisor does. */
async function startGateway(env: Record<string, string>): Promise<Service> {
  for (;;) {
    try {
      return await startService(newDataDir(), processKey, env);
    } catch {
      await pause(500);
    }
  }
}

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: object | FormData;
}

class Rejected extends Error {}

/** @throws Rejected if the service rejected the request; any other error if its outcome is unknown */
async function send(address: string, { method, path, body }: Sent): Promise<Buffer> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      'x-api-key': processKey,
      // Media are requested from the service, not from the bucket.
      'sec-fetch-mode': 'cors',
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.ok) return bytes;
  const text = `${method} ${path}: ${response.status} ${bytes}`;
  throw response.status === 503 ? new Error(text) : new Rejected(text);
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes);
const json = (bytes: Buffer): Json => JSON.parse(bytes.toString());

/** Does `work` for all items, a few at a time. */
async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: writers }, worker));
}

afterEach(killServices);

describe.skipIf(SOAK !== '1' || !isPossible)('two gateways on a database and an S3 service', () => {
  it(
    `lose no acknowledged write in ${SOAK_MINUTES} minutes of kills`,
    async () => {
      const store = await startStore();
      const s3 = await startS3();
      const env = {
        MONGODB_URI: SOAK_MONGODB_URI,
        MONGODB_DB: `soak-${randomUUID()}`,
        BASE_URL: 'http://127.0.0.1:4000',
        ...filesAt(s3.endpoint),
      };
      const gateways: (Service | null)[] = [await startGateway(env), await startGateway(env)];

      let repeated = 0;
      let turn = 0;
      /** Sends a request to both gateways alternately until one of them acknowledges it. */
      async function acknowledged(request: Sent): Promise<Buffer> {
        for (;;) {
          const gateway = gateways[turn++ % gateways.length];
          try {
            if (gateway) return await send(gateway.address, request);
          } catch (error) {
            if (error instanceof Rejected) throw error;
          }
          repeated += 1;
          await pause(250);
        }
      }

      const jobs: string[] = [];
      const evidence: { path: string; sha256: string }[] = [];
      const reports: { path: string; contentSha256: string; pdfSha256: string }[] = [];
      async function createReport(): Promise<void> {
        const body = jobBody();
        const job = json(await acknowledged({ method: 'POST', path: '/v1/jobs', body }));
        const path = `/v1/jobs/${job.job_id}`;
        jobs.push(path);
        const { task_token: token } = json(
          await acknowledged({
            method: 'POST',
            path: `${path}/assign`,
            body: { assignee_name: 'Kim Verifier' },
          }),
        );
        for (const { step_name: step } of job.steps) {
          const form = await evidenceForm('provider_task_token', token, step);
          await acknowledged({ method: 'POST', path: '/v1/provider/evidence', body: form });
          const file = await (form.get('file') as File).arrayBuffer();
          evidence.push({ path, sha256: sha256(new Uint8Array(file)) });
        }
        const report = json(await acknowledged({ method: 'POST', path: `${path}/reality-report` }));
        const pdf = await acknowledged({ method: 'GET', path: `${path}/report.pdf` });
        const contentSha256 = report.integrity.content_sha256;
        reports.push({ path, contentSha256, pdfSha256: sha256(pdf) });
      }

      const rejected: unknown[] = [];
      const end = Date.now() + milliseconds;
      async function write(): Promise<void> {
        while (Date.now() < end) await createReport().catch((error) => rejected.push(error));
      }

      const kills = { gateway: 0, store: 0, s3: 0 };
      async function killEach(): Promise<void> {
        for (let i = 0; Date.now() < end; i = 1 - i) {
          await pause(spacing);
          const killed = gateways[i];
          gateways[i] = null;
          killed?.child.kill('SIGKILL');
          await killed?.ended;
          gateways[i] = await startGateway(env);
          kills.gateway += 1;
          await pause(spacing);
          await store.fail();
          kills.store += 1;
          await pause(spacing);
          await s3.fail();
          kills.s3 += 1;
        }
      }
      await Promise.all([killEach(), ...Array.from({ length: writers }, write)]);

      const lost: string[] = [];
      const read = (path: string) => acknowledged({ method: 'GET', path });
      await forAll(jobs, async (path) => {
        const found = await read(path).catch(() => null);
        if (!found) lost.push(path);
      });
      await forAll(evidence, async (item) => {
        const items: Json[] = json(await read(`${item.path}/evidence`));
        const found = items.filter((one) => one.media_sha256 === item.sha256);
        const { pathname, search } = new URL(found[0]?.media_url ?? 'http://none/none');
        const bytes = await read(pathname + search).catch(() => null);
        if (found.length !== 1 || !bytes || sha256(bytes) !== item.sha256) {
          lost.push(`${item.path}/evidence ${item.sha256}`);
        }
      });
      await forAll(reports, async ({ path, contentSha256, pdfSha256 }) => {
        const report = json(await read(`${path}/report`));
        const pdf = await read(`${path}/report.pdf`);
        const isKept =
          report.integrity.content_sha256 === contentSha256 && sha256(pdf) === pdfSha256;
        if (!isKept) lost.push(`${path}/report`);
      });
      const events = await allEvents(gateways[0]!);
      process.stdout.write(
        `${SOAK_MINUTES} minutes: ${kills.gateway} kills of a gateway, ${kills.store} of the store, ${kills.s3} of S3; acknowledged: ${jobs.length} jobs, ${evidence.length} items of evidence, ${reports.length} reports with PDF; ${events.length} events; ${repeated} requests repeated; ${rejected.length} rejected; ${lost.length} lost\n`,
      );
      expect(lost).toEqual([]);
      expect(rejected).toEqual([]);
      expect(reports.length).toBeGreaterThan(0);
    },
    milliseconds + 1_800_000,
  );
});
