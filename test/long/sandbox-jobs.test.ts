import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { type MediaHost, startMediaHost } from '../evidence/support/media-host.js';
import { photo } from '../evidence/support/photos.js';
import { openPdf } from '../report/support/open-pdf.js';
import { apis } from '../support/apis.js';
import { hours, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';
import { type Received, startReceiver } from '../webhook/support/receiver.js';

const rights = ['jobs:read', 'jobs:write', 'reports:write'] as const;

let app: TestApp;
let host: MediaHost;
let key: string;
beforeAll(async () => {
  host = await startMediaHost();
  app = await startTestApp({ MEDIA_URL_HOSTS: host.host });
  key = await app.keyFor('acme', [...rights], 'test');
});
afterAll(async () => {
  await app.stop();
  host.stop();
});

let count = 0;
/** Creates a job whose nonce has this prefix. */
async function create(nonce: string, fields: Record<string, unknown> = {}): Promise<Json> {
  count += 1;
  const body = jobBody({ ...fields, nonce: `${nonce}${count}-of-this-run` });
  const answer = await app.rest('POST', '/v1/jobs', { key, body });
  expect(answer.status).toBe(201);
  return answer.body;
}
const advance = async (hoursAhead: number) => {
  const body = { seconds: hoursAhead * 3_600 };
  const answer = await app.rest('POST', '/v1/sandbox/clock/advance', { key, body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const read = async (path: string, as: string | null = key) =>
  (await app.rest('GET', path, { key: as })).body;
const jobOf = ({ job_id }: Json) => read(`/v1/jobs/${job_id}`);
const evidenceOf = ({ job_id }: Json) => read(`/v1/jobs/${job_id}/evidence`);

/** Returns types and times of the events about a job, in order. */
async function eventsOf({ job_id, created_at }: Json): Promise<[string, number][]> {
  const all = await app.sandboxDb.collection('events').find().sort({ seq: 1 }).toArray();
  return all
    .filter(({ data }) => data.job_id === job_id)
    .map(({ type, timestamp }) => [
      type,
      (timestamp.getTime() - new Date(created_at).getTime()) / hours(1),
    ]);
}

async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const document = await openPdf(bytes);
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}

const fetchWith = (path: string) => app.fetch(path, { headers: { 'x-api-key': key } });

describe('the plans of the simulated verifier', () => {
  it('emit each act at its own time, in time order', async () => {
    const job = await create('plain-');
    const moved = await advance(3);
    expect(await eventsOf(job)).toEqual([
      ['job.created', 0],
      ['job.opened', 0],
      ['job.assigned', 1],
      ['evidence.received', 2],
      ['evidence.validated', 2],
      ['job.in_progress', 2],
      ['job.answers_submitted', 2],
      ['evidence.received', expect.closeTo(2 + 1 / 3, 6)],
      ['evidence.validated', expect.closeTo(2 + 1 / 3, 6)],
      ['evidence.received', expect.closeTo(2 + 2 / 3, 6)],
      ['evidence.validated', expect.closeTo(2 + 2 / 3, 6)],
      ['job.submitted', expect.closeTo(2 + 2 / 3, 6)],
      ['job.completed', expect.closeTo(2 + 2 / 3, 6)],
    ]);
    const { data } = await app.graphql(
      `query($after: String) { events(after: $after) { nodes { type } } }`,
      { after: String(moved.events_from_seq) },
      { key },
    );
    expect(data.events.nodes).toHaveLength(11);
    const items = await evidenceOf(job);
    expect(items.map(({ source }: Json) => source)).toEqual(Array(3).fill('simulated'));
    expect(new Set(items.map(({ media_sha256 }: Json) => media_sha256)).size).toBe(3);
    const results = items[0].checks.map(({ name, result }: Json) => `${name} ${result}`);
    expect(results).toEqual([
      'geofence pass',
      'capture_time pass',
      'freshness pass',
      'hash pass',
      'duplicate pass',
      'similar pass',
      'nonce pass',
      'media pass',
      'exif pass',
      'provenance not_run',
    ]);
  });

  it('sim_geofence_: one photo is rejected at 900 m, then the job is completed', async () => {
    const job = await create('sim_geofence_');
    await advance(4);
    expect(await jobOf(job)).toMatchObject({ status: 'completed' });
    const items = await evidenceOf(job);
    const rejected = items.filter(({ validation_passed }: Json) => !validation_passed);
    expect(rejected).toHaveLength(1);
    expect(rejected[0].checks[0]).toMatchObject({ result: 'fail', measured: '900.0 m' });
    const times = (await eventsOf(job)).filter(([type]) => type === 'evidence.received');
    expect(times.slice(0, 2).map(([, time]) => time)).toEqual([2, 2.5]);
  });

  it('sim_fail_: the job fails after four hours, as inaccessible', async () => {
    const job = await create('sim_fail_');
    await advance(5);
    expect(await jobOf(job)).toMatchObject({ status: 'failed', status_reason: 'inaccessible' });
    expect((await eventsOf(job)).at(-1)).toEqual(['job.failed', 4]);
  });

  it('sim_release_: the token expires, the job is open again and then completed', async () => {
    const job = await create('sim_release_');
    await advance(25.5);
    expect(await jobOf(job)).toMatchObject({ status: 'open', evidence_count: 0 });
    await advance(3);
    expect(await jobOf(job)).toMatchObject({ status: 'completed' });
    const moves = (await eventsOf(job)).filter(([type]) => /opened|assigned/.test(type));
    expect(moves).toEqual([
      ['job.opened', 0],
      ['job.assigned', 1],
      ['job.opened', 25],
      ['job.assigned', 26],
    ]);
  });

  it('sim_none_: no verifier takes the job, and it expires at its due time', async () => {
    const job = await create('sim_none_');
    await advance(29 * 24);
    expect(await jobOf(job)).toMatchObject({ status: 'open' });
    await advance(2 * 24);
    expect(await jobOf(job)).toMatchObject({ status: 'expired' });
    expect((await eventsOf(job)).at(-1)).toEqual(['job.expired', 30 * 24]);
  });

  it('sends new photos for the steps that the requester asked for', async () => {
    const job = await create('again-');
    await advance(3);
    const body = { verdict: 'needs_more', comment: 'Closer, please.', step_names: ['context'] };
    const path = `/v1/jobs/${job.job_id}/requester-feedback`;
    expect((await app.rest('POST', path, { key, body })).body.job_status).toBe('in_progress');
    expect((await advance(2)).steps_run).toBe(1);
    expect(await jobOf(job)).toMatchObject({ status: 'completed', evidence_count: 4 });
    expect((await evidenceOf(job)).at(-1).step_name).toBe('context');
  });

  it.each([0, 1])('stop for a job that the integrator works on after %i h', async (h) => {
    const job = await create('own-');
    if (h > 0) await advance(h);
    const bytes = await photo();
    const { latitude, longitude } = jobBody();
    const body = {
      media_url: host.file(`/own-${h}.jpg`, bytes),
      media_sha256: createHash('sha256').update(bytes).digest('hex'),
      latitude,
      longitude,
      captured_at: (await read('/v1/sandbox/clock')).now,
      nonce: `own-evidence-${h}`,
    };
    const sent = await app.rest('POST', `/v1/jobs/${job.job_id}/evidence`, { key, body });
    expect(sent.body).toMatchObject({ validation_passed: true, job_status: 'in_progress' });
    expect((await advance(24)).steps_run).toBe(0);
    expect(await jobOf(job)).toMatchObject({ status: 'in_progress', evidence_count: 1 });
  });

  it('stop for a cancelled job', async () => {
    const job = await create('mine-');
    await app.rest('POST', `/v1/jobs/${job.job_id}/cancel`, { key, body: { reason: 'moved' } });
    expect((await advance(3)).steps_run).toBe(0);
    expect(await jobOf(job)).toMatchObject({ status: 'cancelled', evidence_count: 0 });
  });
});

describe.each(apis)('reviewSandboxJob over $name', (api) => {
  it('decides like an operator about photos with warnings', async () => {
    const job = await create('sim_review_');
    await advance(3);
    expect(await jobOf(job)).toMatchObject({ status: 'submitted' });
    const checks = (await evidenceOf(job))[0].checks[0];
    expect(checks).toMatchObject({ name: 'geofence', result: 'warn', measured: '300.0 m' });

    const review = (as: string, input: object, id = job.job_id) =>
      api.call(app, 'reviewSandboxJob', { key: as, id, input: { ...input } });
    const live = await app.keyFor('acme', [...rights, 'operator']);
    const other = await app.keyFor('other', [...rights], 'test');
    const reader = await app.keyFor('acme', ['jobs:read'], 'test');
    expect((await review(live, { decision: 'accept' })).code).toBe('scope_missing');
    expect((await review(reader, { decision: 'accept' })).code).toBe('scope_missing');
    expect((await review(other, { decision: 'accept' })).code).toBe('job_not_found');
    expect((await review(key, { decision: 'more', step_names: ['x'] })).code).toBe(
      'step_not_found',
    );
    expect(await jobOf(job)).toMatchObject({ status: 'submitted', revision: 6 });

    const done = await review(key, { decision: 'accept', note: 'Near enough.' });
    expect(done.body).toMatchObject({ status: 'completed', status_reason: 'Near enough.' });
    expect((await review(key, { decision: 'accept' })).code).toBe('invalid_transition');
  });
});

describe('the report of a test job', () => {
  it('states on every page that it is generated, and verifies only with the sandbox keys', async () => {
    const job = await create('report-', { service_key: 'storefront_open' });
    await advance(4);
    const path = `/v1/jobs/${job.job_id}`;
    const made = await app.rest('POST', `${path}/reality-report`, { key });
    expect(made.body).toMatchObject({ report_title: expect.stringMatching(/^SANDBOX: /) });
    expect(made.body.limitations[0]).toBe('Nobody went there: this evidence was generated.');
    const pdf = Buffer.from(await (await fetchWith(`${path}/report.pdf`)).arrayBuffer());
    const pages = await pagesOf(pdf);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('SANDBOX: nobody went there');
    expect(pages.join(' ')).toContain('/.well-known/sandbox-jwks.json');

    const json = Buffer.from(await (await fetchWith(`${path}/report`)).arrayBuffer());
    const files = [
      { name: 'report.pdf', bytes: pdf },
      { name: 'report.json', bytes: json },
    ];
    const setOf = async (name: string) =>
      readKeySet(JSON.parse(await (await app.fetch(`/.well-known/${name}`)).text()));
    const own = await verifyReports(files, await setOf('sandbox-jwks.json'));
    expect([...own.errors, ...own.files.flatMap(({ errors }) => errors)]).toEqual([]);
    const live = await verifyReports(files, await setOf('jwks.json'));
    for (const { errors } of live.files) expect(errors).not.toEqual([]);
  });

  it('has media under a separate path, with expiry by the sandbox clock', async () => {
    const job = await create('media-');
    await advance(3);
    const [{ media_url, media_sha256 }] = await evidenceOf(job);
    const url = new URL(media_url);
    expect(url.pathname).toMatch(/^\/sandbox\/media\//);
    const file = await app.fetch(url.pathname + url.search);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(file.headers.get('etag')).toContain(media_sha256.slice(0, 8));
    await file.arrayBuffer();
    const live = await app.fetch(url.pathname.replace('/sandbox', '') + url.search);
    expect(live.status).toBe(404);
    await advance(3);
    expect((await app.fetch(url.pathname + url.search)).status).toBe(410);
  });
});

describe('live mode', () => {
  it('does not see test jobs', async () => {
    const pilot = await app.graphql(
      '{ jobs { totalCount } jobStats(groupBy: STATUS) { total } events { nodes { seq } } }',
    );
    expect(pilot.data.jobs.totalCount).toBe(0);
    expect(pilot.data.jobStats.total).toBe(0);
    await app.services.relay.drain();
    expect(await app.db.collection('events').countDocuments()).toBe(0);
    expect(await app.db.collection('mails').countDocuments()).toBe(0);
    expect(await app.db.collection('evidence.files').countDocuments()).toBe(0);
    const hidden = await create('hidden-');
    for (const path of ['', '/evidence', '/report']) {
      const rejected = await app.rest('GET', `/v1/jobs/${hidden.job_id}${path}`);
      expect([rejected.status, rejected.body.code]).toEqual([404, 'job_not_found']);
    }
    const figures = await app.rest('POST', '/v1/operator/kpi-snapshots', {
      body: { snapshot_date: app.now().toISOString().slice(0, 10) },
    });
    expect(figures.body.metrics_payload).toMatchObject({ jobs_created: 0, evidence_received: 0 });
    const own = await app.graphql(
      '{ jobs { totalCount } viewer { apiKey { mode } } }',
      {},
      { key },
    );
    expect(own.data.jobs.totalCount).toBe(count);
    expect(own.data.viewer.apiKey.mode).toBe('TEST');
  });

  it('hides its jobs from test keys', async () => {
    const live = (await app.rest('POST', '/v1/jobs', { body: jobBody() })).body;
    expect(live.test_mode).toBe(false);
    for (const path of ['', '/evidence', '/report']) {
      expect(await read(`/v1/jobs/${live.job_id}${path}`)).toMatchObject({ code: 'job_not_found' });
    }
    const cancelled = await app.rest('POST', `/v1/jobs/${live.job_id}/cancel`, { key, body: {} });
    expect(cancelled.body.code).toBe('job_not_found');
    expect((await app.jobs.findOne({ _id: live.job_id }))?.status).toBe('open');
  });
});

it('erases a test job like a live one', async () => {
  const job = await create('sim_fail_erased_');
  await advance(5);
  const erased = await app.rest('POST', `/v1/jobs/${job.job_id}/erase`, { key });
  expect(erased.body).toMatchObject({ status: 'failed', address: '[erased]' });
  const stored = await app.sandboxDb
    .collection<{ _id: string }>('jobs')
    .findOne({ _id: job.job_id });
  expect(stored).not.toHaveProperty('erasePending');
});

it('posts the events of test jobs to the endpoints of the test key, on real time', async () => {
  const receiver = await startReceiver();
  const hooked = await startTestApp({ WEBHOOK_URL_HOSTS: receiver.host });
  try {
    const scopes = ['jobs:read', 'jobs:write', 'webhooks:write'] as const;
    const own = await hooked.keyFor('hooked', [...scopes], 'test');
    const live = await hooked.keyFor('hooked', [...scopes]);
    const post = (path: string, body: object, as = own) =>
      hooked.rest('POST', path, { key: as, body });
    const body = { url: receiver.url, event_types: ['job.failed'] };
    const made = await post('/v1/webhook-endpoints', body);
    expect(made.status).toBe(201);
    expect((await post('/v1/webhook-endpoints', body, live)).status).toBe(201);
    const nonce = 'sim_fail_hooked';
    const { body: job } = await post('/v1/jobs', jobBody({ nonce }));
    await post('/v1/sandbox/clock/advance', { seconds: 18_000 });

    const of = await hooked.services.sandbox.servicesOfJob(job.job_id);
    await of?.followers.catchUp();
    await of?.webhooks.deliverDue();
    await hooked.services.webhooks.deliverDue();
    expect(receiver.posts).toHaveLength(1);
    const [{ text, headers }] = receiver.posts as [Received];
    new Webhook(made.body.secret).verify(text, headers as Record<string, string>);
    const { type, timestamp } = JSON.parse(text);
    expect(type).toBe('job.failed');
    expect(new Date(timestamp).getTime()).toBe(new Date(job.created_at).getTime() + hours(4));
    const path = `/v1/webhook-endpoints/${made.body.endpoint_id}`;
    expect((await hooked.rest('GET', path, { key: live })).status).toBe(404);
  } finally {
    await hooked.stop();
    await receiver.stop();
  }
});
