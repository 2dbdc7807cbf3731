import { hash, randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it } from 'vitest';
import { shapeIn } from '../../src/migrations/step.js';
import { migrationSteps } from '../../src/migrations/steps.js';
import { openEvents } from '../event/support/event-stream.js';
import { hours, type Json, jobBody, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { until } from '../support/until.js';
import { startReceiver } from '../webhook/support/receiver.js';
import {
  allEvents,
  evidenceForm,
  expectChain,
  type Service,
  startService,
} from './support/killed-service.js';
import { previousRelease } from './support/previous-release.js';

const milliseconds = 60_000;
const writers = 3;

afterEach(killServices);

/** Reads the list of jobs page by page from both gateways alternately. @returns ids of the jobs */
async function listJobs(gateways: readonly [Service, Service]): Promise<string[]> {
  const ids: string[] = [];
  let turn = 0;
  for (let path: string | undefined = '/v1/jobs?limit=100'; path; turn++) {
    const { address } = gateways[turn % 2]!;
    const response: Response = await fetch(address + path, {
      headers: { 'x-api-key': processKey },
    });
    expect(response.status).toBe(200);
    ids.push(...((await response.json()) as Json[]).map(({ job_id }) => job_id));
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return ids;
}

it('two releases lose and reject nothing in a minute of load on one store', async ({ skip }) => {
  const entry = await previousRelease();
  if (!entry) return skip('the previous release cannot be built');
  const receiver = await startReceiver();
  const env = {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DB: `test-${randomUUID()}`,
    BASE_URL: 'http://127.0.0.1:4000',
    WEBHOOK_URL_HOSTS: receiver.host,
  };
  const previous = await startService(newDataDir(), processKey, env, entry);
  await previous.call('POST', '/v1/webhook-endpoints', { url: receiver.url });
  const before = await previous.call('POST', '/v1/jobs', jobBody());
  const current = await startService(newDataDir(), processKey, env);
  const gateways = [previous, current] as const;

  let turn = 0;
  /** Sends each request to the other release than the request before. */
  const call: Service['call'] = (...request) => gateways[turn++ % 2]!.call(...request);
  const jobs = new Map<string, Json>([[before.job_id, before]]);
  const photos: { job: string; sha256: string }[] = [];
  const reports: { job: string; sha256: string }[] = [];
  const checks: { path: string; objective: string }[] = [];

  async function completeJob(): Promise<void> {
    const body = jobBody();
    const job = await call('POST', '/v1/jobs', body);
    const repeated = await call('POST', '/v1/jobs', body);
    expect(repeated.job_id).toBe(job.job_id);
    const path = `/v1/jobs/${job.job_id}`;
    jobs.set(job.job_id, job);
    const { task_token: token } = await call('POST', `${path}/assign`, {
      assignee_name: 'Kim Verifier',
    });
    const answers = [{ question_key: 'objective', value: 'yes' }];
    await call('POST', '/v1/provider/answers', { provider_task_token: token, answers });
    for (const { step_name: step } of job.steps) {
      const form = await evidenceForm('provider_task_token', token, step);
      // The second upload repeats the first one.
      for (let i = 0; i < 2; i++) {
        const { validation_passed } = await call('POST', '/v1/provider/evidence', form);
        expect(validation_passed).toBe(true);
      }
      const bytes = new Uint8Array(await (form.get('file') as File).arrayBuffer());
      photos.push({ job: job.job_id, sha256: hash('sha256', bytes) });
    }
    const { integrity } = await call('POST', `${path}/reality-report`);
    reports.push({ job: job.job_id, sha256: integrity.content_sha256 });
    await call('GET', `${path}/report`);
    jobs.set(job.job_id, await call('GET', path));
  }

  async function cancelJob(): Promise<void> {
    const { job_id } = await call('POST', '/v1/jobs', jobBody());
    jobs.set(job_id, await call('POST', `/v1/jobs/${job_id}/cancel`, {}));
    const again = call('POST', `/v1/jobs/${job_id}/cancel`, {});
    await expect(again).rejects.toMatchObject({ answer: { code: 'invalid_transition' } });
  }

  async function requestCheck(): Promise<void> {
    const { nonce: intake_submission_id, ...order } = jobBody();
    const body = { ...order, intake_submission_id };
    const check = await call('POST', '/v1/public/site-checks', body, null);
    const path = `/v1/public/site-checks/${check.request_id}?access_token=${check.access_token}`;
    checks.push({ path, objective: order.objective });
    jobs.set(check.job_id, await call('GET', `/v1/jobs/${check.job_id}`));
    expect(await call('GET', path)).toMatchObject({ objective: order.objective });
  }

  async function readLists(): Promise<void> {
    const known = [...jobs.keys()];
    expect(await listJobs(gateways)).toEqual(expect.arrayContaining(known));
  }

  const streams = await Promise.all(
    gateways.map(({ address }) =>
      openEvents(
        { fetch: (path, init) => fetch(address + path, init) },
        '?types=job.created,job.completed,job.cancelled',
        { key: processKey, lastEventId: '0' },
      ),
    ),
  );
  const streamed = streams.map((stream): Json[] => {
    const seen: Json[] = [];
    const read = async () => {
      for (let next = await stream.next(); next; next = await stream.next()) seen.push(next.data);
    };
    // A failed test kills the gateway of an open stream.
    read().catch(() => {});
    return seen;
  });

  let end = Date.now() + milliseconds;
  async function load(...parts: (() => Promise<void>)[]): Promise<void> {
    try {
      for (let i = 0; Date.now() < end; i++) {
        await parts[i % parts.length]!();
      }
    } catch (error) {
      end = 0;
      throw error;
    }
  }
  await Promise.all([
    ...Array.from({ length: writers }, () => load(completeJob, cancelJob, requestCheck)),
    load(readLists),
  ]);
  expect(reports.length).toBeGreaterThan(0);

  // Both releases have every acknowledged write.
  for (const { call: read } of gateways) {
    for (const [id, { status, revision }] of jobs) {
      const found = await read('GET', `/v1/jobs/${id}`);
      // A report's PDF is stored later, which is another revision.
      expect(found.revision).toBeGreaterThanOrEqual(revision);
      expect(found.status).toBe(status);
    }
    for (const id of new Set(photos.map(({ job }) => job))) {
      const items: Json[] = await read('GET', `/v1/jobs/${id}/evidence`);
      const sent = photos.filter(({ job }) => job === id).map(({ sha256 }) => sha256);
      expect(items.map(({ media_sha256 }) => media_sha256).sort()).toEqual(sent.sort());
    }
    for (const { path, objective } of checks) {
      expect(await read('GET', path)).toMatchObject({ objective });
    }
  }
  expect((await listJobs(gateways)).sort()).toEqual([...jobs.keys()].sort());
  for (const { job, sha256 } of reports) {
    for (const { call: read } of gateways) {
      const { integrity } = await read('GET', `/v1/jobs/${job}/report`);
      expect(integrity.content_sha256).toBe(sha256);
    }
  }

  const events = await allEvents(current);
  expect(await allEvents(previous)).toEqual(events);
  const idsOf = (type: string, list = events) =>
    list.filter((event) => event.type === type).map(({ data }) => data.job_id as string);
  for (const [id, { status }] of jobs) {
    const own = events.filter(({ type, data }) => data.job_id === id && type.startsWith('JOB_'));
    expectChain(own, null);
    expect(own.at(-1)?.data.status).toBe(status);
  }
  expect(idsOf('REPORT_VERSION_CREATED').sort()).toEqual(reports.map(({ job }) => job).sort());
  expect(idsOf('JOB_CREATED').sort()).toEqual([...jobs.keys()].sort());
  for (const seen of streamed) {
    await until(() => idsOf('job.cancelled', seen).length === idsOf('JOB_CANCELLED').length);
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map(({ seq }) => seq).sort((a, b) => a - b));
    for (const type of ['JOB_CREATED', 'JOB_COMPLETED', 'JOB_CANCELLED']) {
      expect(idsOf(type.toLowerCase().replace('_', '.'), seen)).toEqual(idsOf(type));
    }
  }
  // The endpoint belongs to the integrator of the key; another one owns the jobs of site checks.
  const posts = () => receiver.taken.filter(({ body }) => body.type === 'job.created');
  const own = jobs.size - checks.length;
  await until(() => new Set(posts().map(({ body }) => body.data.job_id)).size === own);
  // An event that was posted twice had the same id.
  expect(new Set(posts().map(({ headers }) => headers['webhook-id'])).size).toBe(own);

  await Promise.all(streams.map(({ close }) => close()));
  await killServices();
  // What the previous release inserted while the current one ran is migrated too.
  const app = await startTestApp({ MONGODB_DB: env.MONGODB_DB, PILOT_API_KEY: processKey });
  app.advance(hours(1));
  await app.services.schedules.runDue();
  const shape = shapeIn(migrationSteps(app.services.catalogue))('jobs');
  expect(await app.jobs.countDocuments({ shape: { $ne: shape } })).toBe(0);
  await app.stop();
  await receiver.stop();
  process.stdout.write(
    `Two releases on one store for ${milliseconds / 1000} s: ${jobs.size} jobs, ${photos.length} photos, ${reports.length} reports, ${checks.length} site checks, ${events.length} events; none lost, none rejected\n`,
  );
}, 600_000);
