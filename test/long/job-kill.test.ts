import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { stampPhoto } from '../../scripts/demo-photos/stamp-photo.js';
import { jobBody } from '../support/app.js';
import { newDataDir, processKey, spawnService } from '../support/process.js';

// biome-ignore lint/suspicious/noExplicitAny: answers whose shape the test asserts
type Json = any;

const rounds = 6;
const place = { latitude: 52.5219, longitude: 13.4132 };
const photo = readFileSync(
  new URL('../../scripts/demo-photos/facade-windows.jpg', import.meta.url),
);

const running: ReturnType<typeof spawnService>[] = [];
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((service) => service.ended));
});

async function start(dataDir: string) {
  const env = { DATA_DIR: dataDir, PILOT_API_KEY: processKey, RATE_LIMITS: 'off' };
  const service = spawnService(env);
  running.push(service);
  const address = await service.listening;
  const call = async (method: string, path: string, body?: object | FormData): Promise<Json> => {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(address + path, {
      method,
      headers: {
        'x-api-key': processKey,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(body && { body: json ? JSON.stringify(body) : (body as FormData) }),
    });
    const answer = response.headers.get('content-type')?.includes('json')
      ? await response.json()
      : (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw Object.assign(new Error(JSON.stringify(answer)), { answer });
    return answer;
  };
  return { ...service, call };
}
type Service = Awaited<ReturnType<typeof start>>;

let shots = 0;
async function evidence(token: string, step: string): Promise<FormData> {
  const takenAt = new Date();
  const stamped = await stampPhoto(photo, { takenAt, offset: '+00:00', ...place });
  const form = new FormData();
  form.set('provider_task_token', token);
  form.set('latitude', String(place.latitude));
  form.set('longitude', String(place.longitude));
  form.set('captured_at', takenAt.toISOString());
  form.set('step_name', step);
  // Bytes behind the end of the picture make each file one of its own.
  const file = Buffer.concat([stamped, Buffer.from(`shot ${shots++}`)]);
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg');
  return form;
}

/** Takes a job on from wherever it stands to its report; notes what was acknowledged. */
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

it(`loses nothing that was acknowledged when it is killed ${rounds} times at any point`, async () => {
  const dataDir = newDataDir();
  const seen = new Map<string, Json>();
  const note = (job: Json) => {
    const before = seen.get(job.job_id);
    if (!before || before.revision <= job.revision) seen.set(job.job_id, job);
  };
  for (let round = 0; round < rounds; round++) {
    const service = await start(dataDir);
    const worker = async () => {
      for (;;) {
        const job = await service.call('POST', '/v1/jobs', jobBody());
        note(job);
        await finish(service, job.job_id, note);
      }
    };
    setTimeout(() => service.child.kill('SIGKILL'), 300 + Math.random() * 1_500);
    const refusals = (await Promise.allSettled(Array.from({ length: 4 }, worker))).flatMap((end) =>
      end.status === 'rejected' && end.reason.answer ? [end.reason.answer] : [],
    );
    expect(refusals).toEqual([]);
    await service.ended;
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

  const events: Json[] = [];
  for (let after = '0', more = true; more; ) {
    const { data } = await service.call('POST', '/graphql', {
      query: `{ events(first: 200, after: "${after}") { nodes { id seq type data } pageInfo { hasNextPage endCursor } } }`,
    });
    events.push(...data.events.nodes);
    more = data.events.pageInfo.hasNextPage;
    after = data.events.pageInfo.endCursor;
  }
  expect(events.map((event) => event.seq)).toEqual(events.map((_, i) => i + 1));
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  for (const id of seen.keys()) {
    let status: string | null = null;
    for (const { type, data } of events.filter((event) => event.data.job_id === id)) {
      if (!type.startsWith('JOB_')) continue;
      // Each event begins where the one before ended: none is missing between.
      expect(data.previous_status).toBe(status);
      status = data.status;
    }
    expect(status).toBe('completed');
  }
}, 300_000);
