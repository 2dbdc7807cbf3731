import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { photo } from './support/photos.js';
import { assign, assignedJob, captureToken, site, stored, upload } from './support/scene.js';

let app: TestApp;
let other: string;
beforeAll(async () => {
  app = await startTestApp();
  other = await app.keyFor('other integrator', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

/** Creates a job with one photo. @returns it with the photo's link */
async function withPhoto(bytes?: Buffer, type?: string) {
  const { jobId, token } = await assignedJob(app);
  const file = bytes ?? (await photo());
  await upload(app, { token, file, ...(type && { type }) });
  const { body } = await app.rest('GET', `/v1/jobs/${jobId}/evidence`);
  const url = new URL(body[0].media_url);
  return { jobId, token, file, item: body[0], path: url.pathname + url.search };
}

describe('the evidence of a job', () => {
  test('is the same over REST and GraphQL', async () => {
    const { jobId, item } = await withPhoto();
    const answer = await app.graphql(
      `query($id: ID!) { job(id: $id) { evidence {
        evidence_id: evidenceId step_name: stepName media_url: mediaUrl media_sha256: mediaSha256
        media_type: mediaType size_bytes: sizeBytes latitude longitude distance_m: distanceM
        captured_at: capturedAt received_at: receivedAt notes validation_passed: validationPassed
        validation_errors: validationErrors source
        checks { name result measured threshold message }
      } } }`,
      { id: jobId },
    );
    const [shown] = answer.data.job.evidence;
    const lower = (value: string) => value.toLowerCase();
    expect({
      ...shown,
      source: lower(shown.source),
      checks: shown.checks.map((check: { name: string; result: string }) => ({
        ...check,
        name: lower(check.name),
        result: lower(check.result),
      })),
    }).toEqual(item);
    expect(Object.keys(item).sort()).toEqual(
      [
        'evidence_id',
        'step_name',
        'media_url',
        'media_sha256',
        'media_type',
        'size_bytes',
        'latitude',
        'longitude',
        'distance_m',
        'captured_at',
        'received_at',
        'notes',
        'validation_passed',
        'validation_errors',
        'checks',
        'source',
      ].sort(),
    );
    expect(item).toMatchObject({ ...site, distance_m: 0, source: 'provider', notes: null });
    expect(item.received_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('warns of a picture similar to one of another job, without naming the job', async () => {
    const demo = new URL('../../scripts/demo-photos/staircase.jpg', import.meta.url);
    const small = sharp(readFileSync(demo)).resize(480);
    const first = await withPhoto(await small.clone().jpeg().toBuffer());
    const { item } = await withPhoto(await small.clone().jpeg({ quality: 50 }).toBuffer());
    const similar = item.checks.find((check: { name: string }) => check.name === 'similar');
    expect(similar).toMatchObject({
      result: 'warn',
      measured: expect.stringMatching(/^\d of 64, \d+ of 256 bits different$/),
    });
    expect(JSON.stringify(item.checks)).not.toContain(first.jobId);
    expect(item.validation_passed).toBe(true);
  });

  test('is complete in a list of jobs too', async () => {
    const { jobId } = await withPhoto();
    const answer = await app.graphql(
      '{ jobs(first: 50) { nodes { jobId evidence { checks { name } } } } }',
    );
    const job = answer.data.jobs.nodes.find((one: { jobId: string }) => one.jobId === jobId);
    expect(job.evidence[0].checks).toHaveLength(10);
  });

  test.each([
    ['no key', null, 401],
    ['another integrator', 'other', 404],
  ])('is not shown to %s', async (_, caller, status) => {
    const { jobId } = await withPhoto();
    const key = caller === 'other' ? other : caller;
    expect((await app.rest('GET', `/v1/jobs/${jobId}/evidence`, { key })).status).toBe(status);
  });
});

describe('a media link', () => {
  test('returns the original bytes, complete and in ranges, without a key', async () => {
    const { file, item, path } = await withPhoto(
      Buffer.concat([await photo(), Buffer.alloc(700_000, 5)]),
    );
    const whole = await app.fetch(path);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.length),
      'accept-ranges': 'bytes',
      etag: `"${item.media_sha256}"`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    for (const [start, end] of [
      [0, 0],
      [261_119, 261_121],
      [300_000, 699_999],
    ] as const) {
      const part = await app.fetch(path, { headers: { range: `bytes=${start}-${end}` } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${file.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(start, end + 1))).toBe(
        true,
      );
    }
  });

  test('supports HEAD, 304 and 416', async () => {
    const { item, path, file } = await withPhoto();
    const head = await app.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.length)]);
    expect(await head.text()).toBe('');
    const headers = { 'if-none-match': `"${item.media_sha256}"` };
    expect((await app.fetch(path, { headers })).status).toBe(304);
    const beyond = await app.fetch(path, { headers: { range: 'bytes=99999999-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${file.length}`,
    ]);
    expect((await beyond.json()).code).toBe('range_not_satisfiable');
  });

  test('serves files other than known pictures, videos or PDFs only as attachments', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const { path } = await withPhoto(html, 'text/html');
    const { headers } = await app.fetch(path);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('returns 404 if it was altered, 410 if it is too old', async () => {
    const { path } = await withPhoto();
    const second = await withPhoto();
    const swapped = path.replace(/[^/]+\?/, `${second.item.evidence_id}?`);
    for (const bad of [path.slice(0, -1), path.split('?')[0] ?? '', swapped]) {
      const answer = await app.fetch(bad);
      expect([answer.status, (await answer.json()).code]).toEqual([404, 'not_found']);
    }
    app.advance(hours(2));
    const late = await app.fetch(path);
    expect([late.status, (await late.json()).code]).toEqual([410, 'token_expired']);
    app.advance(-hours(2));
  });
});

describe('the task of a token', () => {
  const bearer = (token: string) => ({ key: null, headers: { authorization: `Bearer ${token}` } });

  test('is the same over REST and GraphQL', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token, fields: { latitude: '0' } });
    const { status, body } = await app.rest('GET', '/v1/capture/task', bearer(token));
    expect(status).toBe(200);
    const job = await stored(app, jobId);
    expect(body).toMatchObject({
      job_id: jobId,
      job_status: 'in_progress',
      objective: job.objective,
      address: job.address,
      ...site,
      kind: 'provider',
      assignee_name: 'Ada Lovelace',
      geofence: { pass_m: 150, warn_m: 500 },
      expires_at: job.tokens[0]?.expiresAt.toISOString(),
    });
    expect(body.steps.map((step: { step_name: string }) => step.step_name)).toEqual([
      'arrival_overview',
      'objective_closeup',
      'context',
    ]);
    expect(body.steps[0].validation_errors).toHaveLength(1);
    const answer = await app.graphql(
      '{ captureTask { jobId objective expiresAt geofence { passM warnM } steps { stepName instructions status } } }',
      {},
      bearer(token),
    );
    expect(answer.data.captureTask).toMatchObject({
      jobId,
      objective: body.objective,
      expiresAt: body.expires_at,
      geofence: { passM: 150, warnM: 500 },
      steps: body.steps.map((step: Record<string, string>) => ({
        stepName: step.step_name,
        instructions: step.instructions,
        status: step.status?.toUpperCase(),
      })),
    });
  });

  test('has the comment of the latest request for more photos, over REST and GraphQL', async () => {
    const { jobId, token } = await assignedJob(app);
    const comment = async () => {
      const rest = await app.rest('GET', '/v1/capture/task', bearer(token));
      const graph = await app.graphql('{ captureTask { moreComment } }', {}, bearer(token));
      expect(graph.data.captureTask.moreComment).toBe(rest.body.more_comment);
      return rest.body.more_comment;
    };
    const sendAll = async (steps: string[]) => {
      for (const step_name of steps) await upload(app, { token, fields: { step_name } });
    };
    const answer = (path: string, body: object) =>
      app.rest('POST', `/v1/jobs/${jobId}/${path}`, { body });
    expect(await comment()).toBeNull();
    await sendAll(['arrival_overview', 'objective_closeup', 'context']);
    expect((await stored(app, jobId)).status).toBe('completed');
    expect(await comment()).toBeNull();
    await answer('requester-feedback', { verdict: 'needs_more', comment: 'Show the sign.' });
    expect(await comment()).toBe('Show the sign.');
    await sendAll(['arrival_overview', 'objective_closeup', 'context']);
    await answer('review', { decision: 'more', note: 'Too dark.', step_names: ['context'] });
    expect(await stored(app, jobId)).toMatchObject({
      status: 'in_progress',
      statusReason: 'Too dark.',
    });
    expect(await comment()).toBe('Too dark.');
  });

  test('is shown to a capture token too', async () => {
    const { jobId } = await assignedJob(app);
    const { body } = await app.rest(
      'GET',
      '/v1/capture/task',
      bearer(await captureToken(app, jobId)),
    );
    expect(body).toMatchObject({ kind: 'capture', assignee_name: 'Grace Hopper' });
  });

  test('is not shown without a token, or with an invalid, a revoked or an expired one', async () => {
    const { jobId, token } = await assignedJob(app);
    const code = async (options: { key: null; headers?: Record<string, string> }) => {
      const rest = await app.rest('GET', '/v1/capture/task', options);
      const graph = await app.graphql('{ captureTask { jobId } }', {}, options);
      expect(graph.errors?.[0]?.extensions.code).toBe(rest.body.code.toUpperCase());
      return [rest.status, rest.body.code];
    };
    expect(await code({ key: null })).toEqual([401, 'token_invalid']);
    expect(await code(bearer('x'.repeat(50)))).toEqual([401, 'token_invalid']);
    app.advance(hours(25));
    expect(await code(bearer(token))).toEqual([410, 'token_expired']);
    app.advance(-hours(25));
    const second = await assignedJob(app);
    await assign(app, second.jobId);
    expect(await code(bearer(second.token))).toEqual([401, 'token_invalid']);
    expect((await stored(app, jobId)).status).toBe('open');
  });
});
