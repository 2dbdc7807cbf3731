import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createClient } from 'graphql-ws';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { openEvents } from '../event/support/event-stream.js';
import { subscribe } from '../event/support/sse.js';
import { type Json, jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { until } from '../support/until.js';
import { evidenceForm, type Service, startService } from './support/killed-service.js';

let client: MongoClient;
beforeAll(async () => {
  client = await MongoClient.connect(inject('mongodbUri'));
});
afterAll(() => client.close());
let name = '';
beforeEach(() => {
  name = `test-${randomUUID()}`;
});
afterEach(async () => {
  await killServices();
  await client.db(name).dropDatabase();
});

const startGateway = (env: Record<string, string> = {}) =>
  startService(newDataDir(), processKey, {
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DB: name,
    ...env,
  });

const responses = ({ address }: Service) => ({
  fetch: (path: string, init?: RequestInit) => fetch(address + path, init),
});

it('accept the same configured key when they start together on an empty database', async () => {
  const gateways = await Promise.all([startGateway(), startGateway(), startGateway()]);
  for (const { call } of gateways) expect(await call('GET', '/v1/jobs')).toEqual([]);
  const [integrator] = await client.db(name).collection('integrators').find().toArray();
  expect(integrator?.['keys']).toMatchObject([{ revokedAt: null }]);
});

it('print one working key when they start together without a configured one', async () => {
  const start = () => startGateway({ PILOT_API_KEY: '' });
  const gateways = await Promise.all([start(), start(), start(), start()]);
  const keys = gateways.flatMap(
    ({ printed }) => /pilot API key: (\S+)/.exec(printed.stdout)?.[1] ?? [],
  );
  expect(keys).toHaveLength(1);
  for (const { call } of gateways) {
    expect(await call('GET', '/v1/jobs', undefined, keys[0])).toEqual([]);
  }
});

it('send the events of a write to the streams of each other', async () => {
  const [reader, writer] = await Promise.all([startGateway(), startGateway()]);
  const own = { key: processKey };
  const events = await openEvents(responses(reader), '?types=job.created', own);
  const query = 'subscription { jobEvents(types: [JOB_CREATED]) { data } }';
  const graphql = await subscribe(responses(reader), query, {}, own);
  const socket = createClient({
    url: `${reader.address.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { 'X-API-Key': processKey },
  });
  const results = socket.iterate({ query });
  const next = results.next();
  await until(async () => /^graphql_streams_open 3$/m.test(await reader.metrics()));

  const { job_id } = await writer.call('POST', '/v1/jobs', jobBody());
  expect((await events.next())?.data).toMatchObject({ data: { job_id } });
  expect(await graphql.next()).toMatchObject({ data: { jobEvents: { data: { job_id } } } });
  expect((await next).value).toMatchObject({ data: { jobEvents: { data: { job_id } } } });
  await Promise.all([events.close(), graphql.close(), socket.dispose()]);
}, 60_000);

/** Sends the first half of an upload. @returns its response, and a function that sends the rest */
async function beginUpload({ address }: Service, form: FormData) {
  const whole = new Response(form);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const half = bytes.length >> 1;
  const upload = request(`${address}/v1/provider/evidence`, {
    method: 'POST',
    headers: {
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  });
  const response = once(upload, 'response').then(([{ statusCode }]) => statusCode as number);
  upload.write(bytes.subarray(0, half));
  const pending = client.db(name).collection('evidence.pending');
  await until(async () => (await pending.countDocuments()) === 1);
  return { response, finish: () => upload.end(bytes.subarray(half)) };
}

describe('an upload to a gateway that is stopped', () => {
  let first: Service;
  let second: Service;
  let job: Json;
  let form: FormData;
  beforeEach(async () => {
    first = await startGateway();
    second = await startGateway();
    job = await first.call('POST', '/v1/jobs', jobBody());
    const { task_token: token } = await first.call('POST', `/v1/jobs/${job.job_id}/assign`, {
      assignee_name: 'Kim Verifier',
    });
    form = await evidenceForm('provider_task_token', token, job.steps[0].step_name);
  });

  /** Sends the whole upload to the other gateway twice, and asserts that the job has it once. */
  async function expectOnceAfterRetries(): Promise<void> {
    for (let retry = 0; retry < 2; retry++) {
      const answer = await second.call('POST', '/v1/provider/evidence', form);
      expect(answer).toMatchObject({ validation_passed: true, validation_errors: [] });
    }
    const items: Json[] = await second.call('GET', `/v1/jobs/${job.job_id}/evidence`);
    expect(items).toHaveLength(1);
    const count = (collection: string) => client.db(name).collection(collection).countDocuments();
    expect([await count('evidence.files'), await count('evidence.pending')]).toEqual([1, 0]);
  }

  it('is cut off after the drain time, and is accepted once by another gateway', async () => {
    const { response } = await beginUpload(first, form);
    first.child.kill('SIGTERM');
    await expect(response).rejects.toThrow('socket hang up');
    expect((await first.ended).code).toBe(0);
    await expectOnceAfterRetries();
  }, 60_000);

  it('is accepted within the drain time, and its repetition by another gateway changes nothing', async () => {
    const { response, finish } = await beginUpload(first, form);
    first.child.kill('SIGTERM');
    finish();
    expect(await response).toBe(201);
    expect((await first.ended).code).toBe(0);
    await expectOnceAfterRetries();
  }, 60_000);
});
