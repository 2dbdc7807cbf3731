import { afterEach, expect, it } from 'vitest';
import { type Json, jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import {
  allEvents,
  evidenceForm,
  expectChain,
  type Service,
  startService,
  untilKilled,
} from './support/killed-service.js';

const rounds = 4;
const start = (dataDir: string) => startService(dataDir, processKey);
const evidence = (token: string, step: string) => evidenceForm('provider_task_token', token, step);
afterEach(killServices);

/** Continues a job from its current state to its report, recording acknowledged changes. */
async function finish({ call }: Service, id: string, acknowledged: (job: Json) => void) {
  let job = await call('GET', `/v1/jobs/${id}`);
  if (['open', 'assigned', 'in_progress'].includes(job.status)) {
    const { task_token: token } = await call('POST', `/v1/jobs/${id}/assign`, {
      assignee_name: 'Kim Verifier',
    });
    for (const step of job.steps.filter((each: Json) => each.status !== 'passed')) {
      await call('POST', '/v1/provider/evidence', await evidence(token, step.step_name));
    }
    job = await call('GET', `/v1/jobs/${id}`);
    acknowledged(job);
  }
  await call('POST', `/v1/jobs/${id}/reality-report`);
  acknowledged(await call('GET', `/v1/jobs/${id}`));
  await call('GET', `/v1/jobs/${id}/report.pdf`);
}

it(`loses no acknowledged change when it is killed ${rounds} times at any point`, async () => {
  const dataDir = newDataDir();
  const seen = new Map<string, Json>();
  const note = (job: Json) => {
    const before = seen.get(job.job_id);
    if (!before || before.revision <= job.revision) seen.set(job.job_id, job);
  };
  for (let round = 0; round < rounds; round++) {
    const service = await start(dataDir);
    const worker = async (): Promise<never> => {
      for (;;) {
        const job = await service.call('POST', '/v1/jobs', jobBody());
        note(job);
        await finish(service, job.job_id, note);
      }
    };
    await untilKilled(service, 1_800, worker);
  }
  expect(seen.size).toBeGreaterThan(rounds);

  const service = await start(dataDir);
  for (const [id, before] of seen) {
    const after = await service.call('GET', `/v1/jobs/${id}`);
    expect(after.revision).toBeGreaterThanOrEqual(before.revision);
    await finish(service, id, () => {});
    expect(await service.call('GET', `/v1/jobs/${id}`)).toMatchObject({
      status: 'completed',
      report: { status: 'ready', version_count: 1 },
    });
  }

  const events = await allEvents(service);
  for (const id of seen.keys()) {
    const own = events.filter(({ type, data }) => data.job_id === id && type.startsWith('JOB_'));
    expectChain(own, null);
    expect(own.at(-1)?.data.status).toBe('completed');
  }
}, 300_000);
