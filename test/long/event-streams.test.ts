import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request as fetchStream } from 'undici';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '../event/support/event-stream.js';
import { createJob } from '../evidence/support/scene.js';
import { type Json, jobBody, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { type Service, startService } from './support/killed-service.js';

afterEach(killServices);

/** Generous, because the machine can be busy; these tests do not measure time. */
const patience = { timeout: 400_000, interval: 250 };

const integrators = 50;
const streamsEach = 6;
const writersEach = 4;

/** Returns the event numbers in the received text of a stream, whose end can be a partial message. */
function seqsIn(text: string): { seqs: number[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const ids = blocks.flatMap((block) => /^id: (\d+)$/m.exec(block)?.[1] ?? []);
  return { seqs: ids.map(Number), rest };
}

/** Creates keys of separate integrators. */
async function newKeys(
  { call }: Pick<Service, 'call'>,
  count: number,
  scopes: string,
): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const query = `mutation { createApiKey(input: { integrator: "integrator ${i}", label: "t", scopes: [${scopes}] }) { secret } }`;
    keys.push((await call('POST', '/graphql', { query })).data.createApiKey.secret);
  }
  return keys;
}

/** Follows the events of a key, reconnecting like an EventSource. @param running returns the running service */
function follow(running: () => Promise<Service>, key: string, dispatcher: Agent) {
  const seqs: number[] = [];
  async function read(): Promise<void> {
    const { address } = await running();
    const last = seqs.at(-1);
    const { body, statusCode } = await fetchStream(`${address}/v1/events?after=0`, {
      dispatcher,
      headers: {
        accept: 'text/event-stream',
        'x-api-key': key,
        ...(last !== undefined && { 'last-event-id': String(last) }),
      },
    });
    expect(statusCode).toBe(200);
    let text = '';
    for await (const chunk of body) {
      const found = seqsIn(text + chunk);
      text = found.rest;
      seqs.push(...found.seqs);
    }
  }
  void (async () => {
    while (!dispatcher.closed && !dispatcher.destroyed) await read().catch(() => {});
  })();
  return seqs;
}

it(`deliver every event to ${integrators * streamsEach} subscribers once and in order, despite a kill`, async () => {
  const dataDir = newDataDir();
  let running = startService(dataDir, processKey);
  const keys = await newKeys(await running, integrators, 'JOBS_READ, JOBS_WRITE');
  const agent = new Agent({ bodyTimeout: 0, headersTimeout: patience.timeout });
  onTestFinished(() => agent.destroy());
  const followers = keys.map((key) =>
    Array.from({ length: streamsEach }, () => follow(() => running, key, agent)),
  );

  /** Creates a job, repeating the request with its first nonce until it is answered. */
  async function write(key: string): Promise<void> {
    const body = jobBody();
    for (;;) {
      const { call } = await running;
      const rejection = await call('POST', '/v1/jobs', body, key).then(
        () => null,
        (error) => error,
      );
      if (rejection === null) return;
      if (rejection.answer) throw rejection;
    }
  }
  const round = () => keys.flatMap((key) => Array.from({ length: writersEach }, () => write(key)));
  await Promise.all(round());
  const writing = round();
  await Promise.any(writing);
  const { child, ended } = await running;
  running = ended.then(() => startService(dataDir, processKey));
  child.kill('SIGKILL');
  await Promise.all(writing);
  await Promise.all(round());

  const { call } = await running;
  let stored: number[][] = [];
  const counts = async () => {
    stored = [];
    for (const key of keys) {
      const all: Json[] = await call('GET', '/v1/events?limit=200', undefined, key);
      stored.push(all.map(({ seq }) => seq));
    }
    return stored.map((seqs) => seqs.length);
  };
  // The killed process's lease must expire before another process relays.
  await expect.poll(counts, patience).toEqual(keys.map(() => 3 * writersEach * 2));
  const behind = () =>
    stored.flatMap((seqs, i) =>
      (followers[i] ?? []).filter((seen) => (seen.at(-1) ?? 0) < (seqs.at(-1) ?? 0)),
    ).length;
  await expect.poll(behind, patience).toBe(0);
  for (const [i, seqs] of stored.entries()) {
    for (const seen of followers[i] ?? []) expect(seen).toEqual(seqs);
  }
}, 600_000);

it('deliver events written by another process within half a second', async () => {
  const app = await startTestApp();
  const other = await startTestApp({ MONGODB_DB: app.services.config.mongodbDb });
  const stream = await openEvents(app, '?types=job.created');
  const lags: number[] = [];
  for (let i = 0; i < 18; i += 1) {
    // Both processes write events, so either relay has the lease at times.
    const writer = i % 3 ? other : app;
    const started = performance.now();
    await createJob(writer, {});
    await stream.next();
    if (writer === other) lags.push(performance.now() - started);
  }
  lags.sort((a, b) => a - b);
  expect(lags[lags.length >> 1]).toBeLessThan(500);
  await stream.close();
  await other.stop({ keep: true });
  await app.stop();
}, 120_000);

it('deliver a matching event at once, however many others came before it', async () => {
  const app = await startTestApp();
  const key = await app.keyFor('quiet', ['jobs:read', 'jobs:write']);
  const stream = await openEvents(app, '', { key });
  const first = await createJob(app, {}, key);
  // A new job has two events.
  for (let i = 0; i < 2; i += 1) {
    expect(await stream.next()).toMatchObject({ data: { data: { job_id: first } } });
  }
  for (let i = 0; i < 120; i += 1) await createJob(app);
  await app.services.relay.drain();
  const id = await createJob(app, {}, key);
  // A stream that is not woken polls after 30 seconds.
  const next = await Promise.race([stream.next(), delay(20_000, null, { ref: false })]);
  expect(next).toMatchObject({ data: { data: { job_id: id } } });
  await stream.close();
  await app.stop();
}, 120_000);

it('buffer nothing for slow readers: 200 of them during 2,000 events', async () => {
  const dataDir = newDataDir();
  const socketPath = join(dataDir, 'socket');
  const { child, printed, call } = await startService(dataDir, processKey, {
    NODE_OPTIONS: `--import=${new URL('support/observed-process.mjs', import.meta.url)}`,
    TEST_SOCKET: socketPath,
  });

  async function held(): Promise<number> {
    const before = printed.stdout.length;
    child.kill('SIGUSR2');
    const shown = () => /holds (\d+) bytes/.exec(printed.stdout.slice(before))?.[1];
    await expect.poll(shown, patience).toBeDefined();
    return Number(shown());
  }

  /** Opens a stream and reads nothing from it. */
  async function open(key: string, after?: number): Promise<IncomingMessage> {
    const headers = {
      accept: 'text/event-stream',
      'x-api-key': key,
      ...(after !== undefined && { 'last-event-id': after }),
    };
    const requested = request({ socketPath, path: '/v1/events', headers, agent: false }).end();
    const [response] = (await once(requested, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    response.on('error', () => {});
    return response;
  }
  let over = false;
  /** Opens a stream again when it is closed: on a slow machine the service disconnects clients idle for two minutes. */
  async function openForGood(key: string): Promise<IncomingMessage> {
    const response = await open(key);
    response.once('close', () => over || void openForGood(key).catch(() => {}));
    return response;
  }

  let made = 0;
  const write = async (count: number) => {
    for (let i = 0; i < count; i += 50) {
      await Promise.all(Array.from({ length: 50 }, () => call('POST', '/v1/jobs', jobBody())));
    }
    made += count;
  };
  const keys = await newKeys({ call }, 10, 'OPERATOR');
  const opened = keys.flatMap((key) => Array.from({ length: 20 }, () => openForGood(key)));
  let [one] = (await Promise.all(opened)) as [IncomingMessage];
  // From here on, the buffers between the service and its readers are full.
  await write(400);
  const before = await held();
  await write(800);
  const grown = (await held()) - before;
  // Copies of 1,600 events for each of 200 readers are over 120 MB.
  expect(grown).toBeLessThan(60_000_000);

  // Unread events are in the store, and are delivered in order.
  over = true;
  const seqs: number[] = [];
  while (seqs.length < 2 * made) {
    let text = '';
    try {
      for await (const chunk of one) {
        const found = seqsIn(text + chunk);
        text = found.rest;
        seqs.push(...found.seqs);
        if (seqs.length >= 2 * made) break;
      }
    } catch {
      // It was disconnected, and reconnects below.
    }
    one = await open(keys[0] ?? '', seqs.at(-1) ?? 0);
  }
  expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
}, 600_000);
