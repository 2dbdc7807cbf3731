import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { handOver } from '../../src/modules/job/hand-over.js';
import { JobChange } from '../../src/modules/job/job-change.js';
import { by, eventsOf, start, storedRun, tokens } from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { type Json, jobBody, startTestApp } from '../support/app.js';
import { restFace } from '../support/faces.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { allEvents, type Service, startService, untilKilled } from './support/killed-service.js';

const rounds = 4;
afterEach(killServices);

it('finishes an acceptance of which only the job was stored', async () => {
  const env = { MONGODB_DB: `test-${randomUUID()}` };
  const first = await startTestApp(env);
  const jobId = await createJob(first);
  const input = { candidates: [{ label: 'Ann' }, { label: 'Bob' }] };
  const { body: run } = await start(first, jobId, input);
  const [token = ''] = await tokens(first, run.id);
  const { threadId } = (await storedRun(first, run.id)).threads[0] ?? { threadId: '' };
  await first.services.followers.stop();
  await first.services.dispatch.runs.stop();
  await first.services.jobs.change(jobId, {}, (job) => {
    const change = new JobChange(job, first.now());
    const offer = { providerId: null, runId: run.id, threadId };
    handOver(change, { kind: 'provider', assigneeName: 'Ann', expiresInHours: 24, offer }, '');
    return change;
  });
  expect((await storedRun(first, run.id)).status).toBe('offering');
  await first.stop({ keep: true }).catch(() => {});

  const second = await startTestApp(env);
  try {
    await second.services.relay.drain();
    await second.services.followers.catchUp();
    expect(await storedRun(second, run.id)).toMatchObject({
      status: 'assigned',
      threads: [{ state: 'accepted' }, { state: 'withdrawn' }],
    });
    const told = (await eventsOf(second, run.id)).map(({ type }) => type);
    expect(told.slice(-2)).toEqual(['dispatch.accepted', 'dispatch.assigned']);
    const again = await restFace.call(second, 'acceptProviderOffer', by(token));
    expect(again.body.job_id).toBe(jobId);
    expect((await stored(second, jobId)).tokens).toHaveLength(1);
  } finally {
    await second.stop();
  }
}, 60_000);

/** Dispatches jobs, with three verifiers who answer at once: two accept, one declines. */
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
      const said = await response.json();
      throw Object.assign(new Error('refused'), { answer: said });
    }
  };
  await Promise.all(data.dispatchRun.threads.map(answer));
}

it(`leaves no run apart from its job when it is killed ${rounds} times at any point`, async () => {
  const dataDir = newDataDir();
  const jobs = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const service = await startService(dataDir, processKey);
    const worker = async (): Promise<never> => {
      for (;;) await dispatch(service, (id) => jobs.add(id));
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
