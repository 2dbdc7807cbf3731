import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MediaHost, startMediaHost } from '../evidence/support/media-host.js';
import { photo } from '../evidence/support/photos.js';
import {
  assignedJob,
  createJob,
  eventsOf,
  site,
  stored,
  unchanged,
} from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let host: MediaHost;
let other: string;
let reader: string;
beforeAll(async () => {
  host = await startMediaHost();
  app = await startTestApp({ MEDIA_URL_HOSTS: host.host });
  other = await app.keyFor('other integrator', ['jobs:read', 'jobs:write']);
  reader = await app.keyFor('readers', ['jobs:read']);
});
afterAll(async () => {
  await app.stop();
  host.stop();
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns a valid EvidenceSubmitIn for a new photo on the media host. */
async function newBody(fields: Record<string, unknown> = {}) {
  const bytes = await photo();
  return {
    media_url: host.file(`/${randomUUID()}.jpg`, bytes),
    media_sha256: sha256(bytes),
    ...site,
    captured_at: app.now().toISOString(),
    nonce: randomUUID(),
    ...fields,
  };
}
type Body = Awaited<ReturnType<typeof newBody>>;

interface Outcome {
  status: number;
  code: string | null;
  result: Record<string, unknown> | null;
  replayed: boolean;
}

const camel = (name: string) => name.replace(/_(.)/g, (_, c: string) => c.toUpperCase());

async function throughRest(jobId: string, body: Body, key?: string | null): Promise<Outcome> {
  const options = key === undefined ? { body } : { body, key };
  const answer = await app.rest('POST', `/v1/jobs/${jobId}/evidence`, options);
  const done = answer.status === 201;
  return {
    status: answer.status,
    code: done ? null : (answer.body.code ?? 'bad_user_input'),
    result: done ? answer.body : null,
    replayed: answer.headers.get('idempotent-replayed') === 'true',
  };
}

async function throughGraphQL(jobId: string, body: Body, key?: string | null): Promise<Outcome> {
  const input = Object.fromEntries(Object.entries(body).map(([name, v]) => [camel(name), v]));
  const answer = await app.graphql(
    `mutation($id: ID!, $input: SubmitEvidenceInput!) {
      submitEvidence(id: $id, input: $input) {
        job_id: jobId step_name: stepName validation_passed: validationPassed
        validation_errors: validationErrors job_status: jobStatus
      }
    }`,
    { id: jobId, input },
    key === undefined ? {} : { key },
  );
  const result = answer.data?.submitEvidence ?? null;
  return {
    status: result ? 201 : 0,
    code: answer.errors?.[0]?.extensions.code.toLowerCase() ?? null,
    result: result && { ...result, job_status: result.job_status.toLowerCase() },
    replayed: answer.extensions?.idempotentReplayed === true,
  };
}

describe.each([
  ['REST', throughRest],
  ['GraphQL', throughGraphQL],
])('evidence by media_url through %s', (api, send) => {
  const rest = api === 'REST';

  test('is fetched, checked and stored; an open job is assigned to its integrator', async () => {
    const jobId = await createJob(app);
    const outcome = await send(jobId, await newBody({ notes: 'seen' }));
    expect(outcome).toEqual({
      status: 201,
      code: null,
      replayed: false,
      result: {
        job_id: jobId,
        step_name: 'arrival_overview',
        validation_passed: true,
        validation_errors: [],
        job_status: 'in_progress',
      },
    });
    const job = await stored(app, jobId);
    expect(job.revision).toBe(2);
    expect(job.assignment).toMatchObject({ assigneeName: 'pilot', expiresAt: null, tokenId: null });
    expect(job.evidence[0]).toMatchObject({ source: 'integrator', notes: 'seen', fileName: null });
    const results = job.evidence[0]?.checks.map(({ name, result }) => [name, result]);
    expect(Object.fromEntries(results ?? [])).toMatchObject({
      hash: 'pass',
      duplicate: 'pass',
      nonce: 'pass',
    });
    expect(await eventsOf(app, jobId)).toEqual([
      'job.created',
      'job.opened',
      'job.assigned',
      'evidence.received',
      'evidence.validated',
      'job.in_progress',
    ]);
  });

  test('for all steps completes the job, with one write per item', async () => {
    const jobId = await createJob(app);
    for (const step_name of ['context', 'objective_closeup', 'arrival_overview']) {
      expect((await send(jobId, await newBody({ step_name }))).result?.step_name).toBe(step_name);
    }
    expect(await stored(app, jobId)).toMatchObject({ status: 'completed', revision: 4 });
  });

  test('can be sent for a job assigned to a verifier', async () => {
    const { jobId } = await assignedJob(app);
    expect((await send(jobId, await newBody())).status).toBe(201);
    expect((await stored(app, jobId)).assignment?.assigneeName).toBe('Ada Lovelace');
  });

  test('fails the check when the hash is not that of the file', async () => {
    const jobId = await createJob(app);
    const { result } = await send(jobId, await newBody({ media_sha256: 'z'.repeat(64) }));
    expect(result).toMatchObject({ validation_passed: false, job_status: 'in_progress' });
    expect(result?.validation_errors).toEqual([expect.stringMatching(/^hash: /)]);
  });

  test('stores nothing of an unlisted content type', async () => {
    const jobId = await createJob(app);
    const bytes = await photo();
    const type = `application/x-${'marker'.repeat(2000)}`;
    const media_url = host.file(`/${randomUUID()}`, bytes, type);
    const body = await newBody({ media_url, media_sha256: sha256(bytes) });
    const { result } = await send(jobId, body);
    expect(result?.validation_errors).toEqual([
      'media: The file is image/jpeg by its first bytes, but was declared as another type; the same kind was expected. Send it under its own type.',
    ]);
    expect(JSON.stringify(await stored(app, jobId))).not.toContain('marker');
  });

  test('repeated with the same nonce returns the first response, without a fetch', async () => {
    const jobId = await createJob(app);
    const body = await newBody();
    const first = await send(jobId, body);
    for (let step = 0; step < 2; step++) await send(jobId, await newBody());
    expect((await stored(app, jobId)).status).toBe('completed');
    const before = host.requests();
    const again = await unchanged(app, jobId, () => send(jobId, body));
    expect(again).toEqual({ ...first, replayed: true });
    const inCapitals = { ...body, media_sha256: body.media_sha256.toUpperCase() };
    expect(await unchanged(app, jobId, () => send(jobId, inCapitals))).toEqual(again);
    expect(host.requests()).toBe(before);
  });

  test('with a nonce that was used for other content fails the check', async () => {
    const jobId = await createJob(app);
    const nonce = randomUUID();
    await send(jobId, await newBody({ nonce }));
    const { result } = await send(jobId, await newBody({ nonce }));
    expect(result?.validation_errors).toEqual([expect.stringMatching(/^nonce: /)]);
  });

  test('sent six times concurrently stores one item', async () => {
    const jobId = await createJob(app);
    const body = await newBody();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => send(jobId, body)));
    expect(new Set(outcomes.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await stored(app, jobId)).evidence).toHaveLength(1);
  });

  test.each([
    ['no key', null, rest ? 401 : 0, 'api_key_missing'],
    ['an unknown key', 'vk_live_unknown', rest ? 401 : 0, 'api_key_invalid'],
    ['a key that may only read', 'reader', rest ? 403 : 0, 'scope_missing'],
    ['another integrator', 'other', rest ? 404 : 0, 'job_not_found'],
  ])('is rejected for %s, and nothing is fetched or stored', async (_, caller, status, code) => {
    const jobId = await createJob(app);
    const key = caller === 'reader' ? reader : caller === 'other' ? other : caller;
    const body = await newBody();
    const before = host.requests();
    const outcome = await unchanged(app, jobId, () => send(jobId, body, key));
    expect(outcome).toMatchObject({ status, code });
    expect(host.requests()).toBe(before);
  });

  test.each([
    ['latitude', { latitude: 90.1 }],
    ['longitude', { longitude: -180.1 }],
    ['media_sha256', { media_sha256: 'ab' }],
    ['nonce', { nonce: 'short' }],
    ['notes', { notes: 'n'.repeat(1001) }],
    ['media_url too short', { media_url: 'x://' }],
    ['media_url with another scheme', { media_url: 'ftp://example.com/a.jpg' }],
    ['media_url over http', { media_url: 'http://example.com/a.jpg' }],
    ['media_url of this machine', { media_url: 'https://127.0.0.1/a.jpg' }],
    ['media_url of a private network', { media_url: 'https://[::ffff:10.0.0.1]/a.jpg' }],
    ['media_url outside of global unicast', { media_url: 'https://[4000::1]/a.jpg' }],
    ['media_url with credentials', { media_url: 'https://me:secret@example.com/a.jpg' }],
  ])('is invalid with a wrong %s', async (_, fields) => {
    const jobId = await createJob(app);
    const body = await newBody(fields);
    const outcome = await unchanged(app, jobId, () => send(jobId, body));
    expect(outcome).toMatchObject({ status: rest ? 422 : 0, code: 'bad_user_input' });
  });

  test('is unavailable when it cannot be fetched, is too large or breaks off', async () => {
    const jobId = await createJob(app);
    const big = Buffer.alloc(20 * 1024 * 1024 + 1);
    const urls = [
      host.url('/missing.jpg'),
      host.file('/big.jpg', big),
      host.answer('/unannounced.jpg', (response) => {
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end(big);
      }),
      host.answer('/broken.jpg', (response) => {
        response.writeHead(200, { 'content-length': 1_000_000 });
        response.write(Buffer.alloc(500_000), () => response.destroy());
      }),
      host.answer('/inside.jpg', (response) => {
        response.writeHead(302, { location: 'https://127.0.0.1:1/secret' }).end();
      }),
      'https://no-such-host.invalid/a.jpg',
    ];
    for (const media_url of urls) {
      const body = await newBody({ media_url });
      const outcome = await unchanged(app, jobId, () => send(jobId, body));
      expect(outcome, media_url).toMatchObject({
        status: rest ? 409 : 0,
        code: 'media_unavailable',
      });
    }
  });

  test('is rejected in a wrong state or for an unknown step before a fetch', async () => {
    const closed = await createJob(app, { auto_open: false });
    const open = await createJob(app);
    const before = host.requests();
    const cases = [
      [closed, {}, rest ? 409 : 0, 'invalid_transition'],
      [open, { step_name: 'roof' }, rest ? 404 : 0, 'step_not_found'],
      ['no-such-job', {}, rest ? 404 : 0, 'job_not_found'],
    ] as const;
    for (const [jobId, fields, status, code] of cases) {
      const body = await newBody(fields);
      const run = () => send(jobId, body);
      const outcome = await (jobId === 'no-such-job' ? run() : unchanged(app, jobId, run));
      expect(outcome).toMatchObject({ status, code });
    }
    expect(host.requests()).toBe(before);
  });

  test('is checked against the state after the fetch', async () => {
    const jobId = await createJob(app);
    const bytes = await photo();
    const media_url = host.answer(`/slow-${api}.jpg`, async (response) => {
      await app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: { reason: 'meanwhile' } });
      response.end(bytes);
    });
    const outcome = await send(jobId, await newBody({ media_url }));
    expect(outcome).toMatchObject({ status: rest ? 409 : 0, code: 'invalid_transition' });
    expect((await stored(app, jobId)).evidence).toEqual([]);
    expect(await app.db.collection('evidence.pending').countDocuments({ jobId })).toBe(0);
  });
});

test('the 422 of a forbidden URL has the same shape as any other', async () => {
  const jobId = await createJob(app);
  const media_url = 'https://10.0.0.1/a.jpg';
  const body = await newBody({ media_url });
  const answer = await app.rest('POST', `/v1/jobs/${jobId}/evidence`, { body });
  expect(answer.body).toEqual({
    detail: [
      {
        type: 'value_error',
        loc: ['body', 'media_url'],
        msg: 'Value error, must not point to a non-public address',
        input: media_url,
        ctx: { error: {} },
      },
    ],
  });
});
