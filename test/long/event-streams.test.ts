import { request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { openEvents } from '../event/support/event-stream.js';
import { createJob } from '../evidence/support/scene.js';
import { type Json, jobBody, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { startService } from './support/killed-service.js';

afterEach(killServices);

const integrators = 50;
const streamsEach = 20;
const writersEach = 4;

/** Follows the events of a key through every break, as an EventSource does, until it is stopped. */
function follow(address: () => string, key: string) {
  const seqs: number[] = [];
  let stopped = false;
  async function read(): Promise<void> {
    const { body, statusCode } = await request(`${address()}/v1/events?after=0`, {
      headers: {
        accept: 'text/event-stream',
        'x-api-key': key,
        ...(seqs.length > 0 && { 'last-event-id': String(seqs.at(-1)) }),
      },
      bodyTimeout: 0,
    });
    if (statusCode !== 200) throw new Error(await body.text());
    let text = '';
    for await (const chunk of body) {
      if (stopped) return;
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1];
        if (id) seqs.push(Number(id));
      }
    }
  }
  const run = async () => {
    while (!stopped) {
      await read().catch(() => {});
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  void run();
  return {
    seqs,
    stop() {
      stopped = true;
    },
  };
}

// Hundreds of streams in one process need a machine of their own: `npm run soak`.
const itSoaks = it.runIf(process.env['SOAK']);

itSoaks(
  'give 1,000 subscribers every event of theirs once and in order, through a kill',
  async () => {
    const dataDir = newDataDir();
    let service = await startService(dataDir, processKey);
    const create = (name: string) => ({
      query: `mutation { createApiKey(input: { integrator: "${name}", label: "t", scopes: [JOBS_READ, JOBS_WRITE] }) { secret } }`,
    });
    const keys: string[] = [];
    for (let i = 0; i < integrators; i += 1) {
      const { data } = await service.call('POST', '/graphql', create(`integrator ${i}`));
      keys.push(data.createApiKey.secret);
    }
    const address = () => service.address;
    const followers = keys.map((key) =>
      Array.from({ length: streamsEach }, () => follow(address, key)),
    );

    const write = async (key: string) => {
      const body = jobBody();
      for (;;) {
        try {
          return await service.call('POST', '/v1/jobs', body, key);
        } catch (error) {
          if ((error as Json).answer) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    };
    const round = () =>
      Promise.all(keys.flatMap((key) => Array.from({ length: writersEach }, () => write(key))));
    await round();
    const writing = round();
    service.child.kill('SIGKILL');
    await service.ended;
    service = await startService(dataDir, processKey);
    await writing;
    await round();

    for (const [i, key] of keys.entries()) {
      const all: Json[] = await service.call('GET', '/v1/events?limit=200', undefined, key);
      const seqs = all.map(({ seq }) => seq);
      expect(seqs.length).toBe(3 * writersEach * 2);
      for (const follower of followers[i] ?? []) {
        await expect.poll(() => follower.seqs.length, { timeout: 60_000 }).toBe(seqs.length);
        expect(follower.seqs).toEqual(seqs);
      }
    }
    for (const follower of followers.flat()) follower.stop();
  },
  240_000,
);

it('show what another process writes within half a second', async () => {
  const app = await startTestApp();
  const other = await startTestApp({ MONGODB_DB: app.services.config.mongodbDb });
  const stream = await openEvents(app, '?types=job.created');
  const lags: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    // Events of both, so that either relay has the lease at times.
    const [writer, id] = i % 3 ? [other, 'other'] : [app, 'own'];
    const started = performance.now();
    await createJob(writer, {});
    await stream.next();
    if (id === 'other') lags.push(performance.now() - started);
  }
  lags.sort((a, b) => a - b);
  expect(lags[lags.length >> 1]).toBeLessThan(500);
  await stream.close();
  await other.stop({ keep: true });
  await app.stop();
}, 120_000);

itSoaks(
  'hold nothing for readers that are slow: 200 of them while 2,000 events come',
  async () => {
    const app = await startTestApp();
    const keys = await Promise.all(
      Array.from({ length: 10 }, (_, i) => app.keyFor(`slow ${i}`, ['operator'])),
    );
    const streams = [];
    for (const key of keys)
      for (let i = 0; i < 20; i += 1) streams.push(await openEvents(app, '', { key }));
    const write = async (count: number) => {
      for (let i = 0; i < count; i += 50) {
        await Promise.all(Array.from({ length: 50 }, () => createJob(app)));
      }
      await app.services.relay.drain();
    };
    await write(200);
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    await write(1_000);
    globalThis.gc?.();
    const grown = process.memoryUsage().heapUsed - before;
    // Each holds what it was given last; 200 copies of 2,000 events would be over 100 MB.
    expect(grown).toBeLessThan(60 * 1024 * 1024);
    // What they have not read is in the store, and comes in order.
    const [one] = streams as [Awaited<ReturnType<typeof openEvents>>];
    let last = 0;
    for (let i = 0; i < 2_400; i += 1) {
      const message = await one.next();
      expect(message?.data.seq).toBeGreaterThan(last);
      last = message?.data.seq;
    }
    await Promise.all(streams.map((stream) => stream.close()));
    await app.stop();
  },
  240_000,
);
