import { type Document, MongoClient } from 'mongodb';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';

async function start(dataDir: string) {
  const service = spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });
  const address = await service.listening;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { 'x-api-key': processKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { status, headers: replyHeaders } = response;
    return { status, headers: replyHeaders, body: await response.json() };
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    service.child.kill(signal);
    await service.ended;
  };
  return { post, end };
}
afterEach(killServices);

/** Returns the content of the data folder, read while no process owns it. */
async function stored(dataDir: string) {
  const store = await startEmbeddedStore({ dataDir });
  const client = await new MongoClient(store.uri).connect();
  const db = client.db('verification');
  const [jobs, checks, kept] = await Promise.all(
    ['jobs', 'site_checks', 'idempotency'].map((name) => db.collection(name).find({}).toArray()),
  );
  await client.close();
  await store.close();
  // The relay can empty an outbox at any time.
  const still = (all: Document[] | undefined) => all?.map(({ outbox: _, ...one }) => one);
  return { jobs: still(jobs), checks: still(checks), kept };
}

const createJob = 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }';
const order =
  'mutation($input: RequestSiteCheckInput!) { requestSiteCheck(input: $input) { requestId accessToken } }';

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'returns the responses from before %s again in the next process, and creates nothing twice',
  async (signal) => {
    const dataDir = newDataDir();
    const first = await start(dataDir);
    const key = { 'idempotency-key': 'kept-over-a-restart' };
    const job = jobBody();
    const { nonce: _, ...place } = jobBody();
    const intake = { ...place, intake_submission_id: 'intake-over-a-restart' };
    const graphJob = jobBody();
    const graphCheck = { ...place, intakeSubmissionId: 'graph-intake-over-a-restart' };

    const made = await first.post('/v1/jobs', job, key);
    expect(made.status).toBe(201);
    const ordered = await first.post('/v1/public/site-checks', intake);
    const graph = await first.post('/graphql', {
      query: createJob,
      variables: { input: graphJob },
    });
    const graphOrdered = await first.post('/graphql', {
      query: order,
      variables: { input: graphCheck },
    });
    // The response is stored, not the job, which has changed since.
    const cancel = await first.post(`/v1/jobs/${made.body.job_id}/cancel`, {});
    expect(cancel.body.status).toBe('cancelled');
    await first.end(signal);
    const before = await stored(dataDir);

    const second = await start(dataDir);
    const again = await second.post('/v1/jobs', job, key);
    expect(again).toMatchObject({ status: 201, body: made.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(made.headers.get('location'));
    expect(await second.post('/v1/jobs', jobBody(), key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });

    const byNonce = await second.post('/v1/jobs', job);
    expect(byNonce).toMatchObject({ status: 201, body: { status: 'cancelled' } });
    expect(byNonce.headers.get('idempotent-replayed')).toBe('true');
    const orderedAgain = await second.post('/v1/public/site-checks', intake);
    expect(orderedAgain.body.access_token).toBe(ordered.body.access_token);
    expect(orderedAgain.headers.get('idempotent-replayed')).toBe('true');
    for (const [query, input, answered] of [
      [createJob, graphJob, graph],
      [order, graphCheck, graphOrdered],
    ] as const) {
      const repeated = await second.post('/graphql', { query, variables: { input } });
      expect(repeated.body.data).toEqual(answered.body.data);
      expect(repeated.body.extensions.idempotentReplayed).toBe(true);
    }
    await second.end('SIGTERM');

    const after = await stored(dataDir);
    expect(after).toEqual(before);
    expect([after.jobs?.length, after.checks?.length, after.kept?.length]).toEqual([4, 2, 1]);
  },
);
