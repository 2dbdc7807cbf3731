import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import { type Json, jobBody, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';
import { startCutStore } from './support/cut-store.js';
import { allEvents, expectChain, startService } from './support/killed-service.js';

afterEach(killServices);

const nonceOf = (item: number) => `batch-${String(item).padStart(3, '0')}`;
/** Items of which the job is not stored, because the process is killed as it sends it. */
const killedAt = [70, 150];

it('creates each job of a batch once, with its events, if it is repeated after each kill half way', async () => {
  const env = { MONGODB_DB: `test-${randomUUID()}`, PILOT_API_KEY: processKey };
  const app = await startTestApp({ MONGODB_DB: env.MONGODB_DB });
  const cut = await startCutStore(inject('mongodbUri'));
  const body = {
    jobs: Array.from({ length: 200 }, (_, i) =>
      jobBody({ nonce: nonceOf(i), metadata: { row: String(i) } }),
    ),
  };
  const nonces = async () => {
    const found = app.jobs.find({}, { projection: { nonce: 1 } }).sort({ nonce: 1 });
    return (await found.toArray()).map(({ nonce }) => nonce);
  };
  const upTo = (count: number) => body.jobs.slice(0, count).map((job) => job['nonce']);
  try {
    // Only the child processes relay events.
    await app.services.relay.drain();
    await app.services.followers.stop();
    await app.services.relay.stop();
    for (const item of killedAt) {
      const service = spawnService({ ...env, MONGODB_URI: cut.uri });
      const address = await service.listening;
      cut.killAt(service.child, 'insert', 'jobs', { text: nonceOf(item) });
      const sent = fetch(`${address}/v1/jobs/batch`, {
        method: 'POST',
        headers: { 'x-api-key': processKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await expect(sent.then((response) => response.text())).rejects.toThrow();
      await service.ended;
      expect(await nonces()).toEqual(upTo(item));
    }

    const direct = { ...env, MONGODB_URI: inject('mongodbUri') };
    const service = await startService(newDataDir(), processKey, direct);
    const { results } = await service.call('POST', '/v1/jobs/batch', body);
    expect(results.map(({ status }: Json) => status)).toEqual([
      ...Array(150).fill('replayed'),
      ...Array(50).fill('created'),
    ]);
    expect(results.map(({ job }: Json) => job.nonce)).toEqual(upTo(200));
    expect(await nonces()).toEqual(upTo(200));
    const again = await service.call('POST', '/v1/jobs/batch', body);
    expect(again.results.map(({ job }: Json) => job.job_id)).toEqual(
      results.map(({ job }: Json) => job.job_id),
    );
    expect(await nonces()).toEqual(upTo(200));

    const events = await allEvents(service);
    for (const { job } of results) {
      const own = events.filter(({ data }) => data.job_id === job.job_id);
      expect(own.map(({ type }) => type)).toEqual(['JOB_CREATED', 'JOB_OPENED']);
      expectChain(own, null);
    }
  } finally {
    await killServices();
    cut.stop();
    await app.stop();
  }
}, 600_000);
