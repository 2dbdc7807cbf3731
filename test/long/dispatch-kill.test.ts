import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import { by, start, storedRun, tokens } from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { type Json, jobBody, pilotKey, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';
import { until } from '../support/until.js';
import { startCutStore } from './support/cut-store.js';
import { allEvents, type Service, startService, untilKilled } from './support/killed-service.js';

const rounds = 3;
afterEach(killServices);

it('completes an acceptance on the next start if the process was killed after writing the job', async () => {
  const MONGODB_DB = `test-${randomUUID()}`;
  const app = await startTestApp({ MONGODB_DB });
  const jobId = await createJob(app);
  const input = { candidates: [{ label: 'Ann' }, { label: 'Bob' }], offer_minutes: 1440 };
  const { body: run } = await start(app, jobId, input);
  const [token = '', other = ''] = await tokens(app, run.id);
  const cut = await startCutStore(inject('mongodbUri'));
  const env = { MONGODB_DB, PILOT_API_KEY: pilotKey };
  const accept = async (address: string, offer: string) => {
    const request = { method: 'POST', ...by(offer) };
    const response = await fetch(`${address}/v1/provider/offer/accept`, request);
    return (await response.json()) as Json;
  };
  try {
    // Until the end of this test, only the child processes follow the events.
    await app.services.relay.drain();
    await app.services.dispatch.runs.stop();
    await app.services.followers.stop();
    await app.services.relay.stop();
    const first = spawnService({ ...env, MONGODB_URI: cut.uri });
    const address = await first.listening;
    cut.killAt(first.child, 'update', 'dispatch_runs', { text: 'dispatch.accepted' });
    await expect(accept(address, token)).rejects.toThrow('fetch failed');
    await first.ended;
    expect(await stored(app, jobId)).toMatchObject({ status: 'assigned', tokens: [{}] });
    expect(await storedRun(app, run.id)).toMatchObject({
      status: 'offering',
      threads: [{ state: 'offered' }, { state: 'offered' }],
    });

    const second = await spawnService({ ...env, MONGODB_URI: inject('mongodbUri') }).listening;
    // The run is updated automatically, before anyone reads it.
    await until(async () => (await storedRun(app, run.id)).status === 'assigned');
    expect(await storedRun(app, run.id)).toMatchObject({
      threads: [{ state: 'accepted' }, { state: 'withdrawn' }],
    });
    const won = await accept(second, token);
    expect(won).toMatchObject({ job_id: jobId, task_token: expect.any(String) });
    expect(await accept(second, token)).toEqual(won);
    expect((await accept(second, other))['code']).toBe('offer_gone');
    expect((await stored(app, jobId)).tokens).toHaveLength(1);
    const emitted = async () => {
      const about = app.db.collection('events').find({ 'data.job_id': jobId });
      return (await about.sort({ seq: 1 }).toArray()).map(({ type }) => type);
    };
    await until(async () => (await emitted()).includes('dispatch.assigned'));
    expect((await emitted()).slice(-3)).toEqual([
      'job.assigned',
      'dispatch.accepted',
      'dispatch.assigned',
    ]);
  } finally {
    await killServices();
    cut.stop();
    await app.stop();
  }
}, 120_000);

/** Dispatches jobs to three verifiers who respond immediately: two accept, one declines. */
async function dispatch({ call, address }: Service, note: (jobId: string) => void) {
  const { job_id } = await call('POST', '/v1/jobs', jobBody());
  note(job_id);
  const candidates = [{ label: 'Ann' }, { label: 'Bob' }, { label: 'Cyd' }];
  const { id } = await call('POST', `/v1/operator/jobs/${job_id}/dispatch-runs`, { candidates });
  const query = `{ dispatchRun(id: "${id}") { threads { offerUrl } } }`;
  const { data } = await call('POST', '/graphql', { query });
  const answer = async ({ offerUrl }: Json, i: number) => {
    const response = await fetch(`${address}/v1/provider/offer/${i < 2 ? 'accept' : 'decline'}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${String(offerUrl).split('#')[1]}`,
        ...(i === 2 && { 'content-type': 'application/json' }),
      },
      ...(i === 2 && { body: '{}' }),
    });
    if (![200, 409].includes(response.status)) {
      const message = await response.json();
      throw Object.assign(new Error('refused'), { answer: message });
    }
  };
  await Promise.all(data.dispatchRun.threads.map(answer));
}

it(`keeps every run consistent with its job when it is killed ${rounds} times at any point`, async () => {
  const dataDir = newDataDir();
  const jobs = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const service = await startService(dataDir, processKey);
    const note = (id: string) => void jobs.add(id);
    // Ensures that a job was assigned before the kill, even on a slow machine.
    await dispatch(service, note);
    const worker = async (): Promise<never> => {
      for (;;) await dispatch(service, note);
    };
    await untilKilled(service, 1_800, worker);
  }
  const service = await startService(dataDir, processKey);
  const { call } = service;
  let assigned = 0;
  for (const id of jobs) {
    const [run] = await call('GET', `/v1/operator/dispatch-runs?job_id=${id}`);
    if (!run) continue;
    const { data } = await call('POST', '/graphql', {
      query: `{ dispatchRun(id: "${run.id}") { status threads { label state } }
        job(id: "${id}") { status assignment { assigneeName } } }`,
    });
    const { dispatchRun, job } = data;
    const accepted = dispatchRun.threads.filter(({ state }: Json) => state === 'ACCEPTED');
    expect(accepted.map(({ label }: Json) => label)).toEqual(
      job.status === 'ASSIGNED' ? [job.assignment.assigneeName] : [],
    );
    expect(dispatchRun.status).toBe(job.status === 'ASSIGNED' ? 'ASSIGNED' : 'OFFERING');
    assigned += accepted.length;
  }
  expect(assigned).toBeGreaterThan(0);
  const events = await allEvents(service);
  for (const type of ['JOB_ASSIGNED', 'DISPATCH_ACCEPTED', 'DISPATCH_ASSIGNED']) {
    const about = events.filter((one) => one.type === type).map(({ data }) => data.job_id);
    expect(new Set(about).size).toBe(about.length);
    expect(about.length).toBe(assigned);
  }
}, 300_000);
