import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoStart } from '../evidence/support/media-files.js';
import { photo } from '../evidence/support/photos.js';
import {
  assign,
  assignedJob,
  captureToken,
  createJob,
  eventsOf,
  site,
  storageOf,
  stored,
  unchanged,
  upload,
  uploadForm,
} from '../evidence/support/scene.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const north = (metres: number) => String(site.latitude + metres / 111_195);

describe('an upload that passes', () => {
  test('is stored, checked, emitted and moves the job', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo({ takenAt: app.now(), ...site });
    const answer = await upload(app, { token, file, fields: { notes: 'the front' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      job_id: jobId,
      step_name: 'arrival_overview',
      validation_passed: true,
      validation_errors: [],
      job_status: 'in_progress',
    });
    const job = await stored(app, jobId);
    expect(job).toMatchObject({ status: 'in_progress', revision: 3 });
    const [item] = job.evidence;
    expect(item).toMatchObject({
      stepName: 'arrival_overview',
      mediaSha256: createHash('sha256').update(file).digest('hex'),
      mediaType: 'image/jpeg',
      sizeBytes: file.length,
      fileName: 'photo.jpg',
      distanceM: 0,
      notes: 'the front',
      source: 'provider',
      validationPassed: true,
    });
    expect(item?.checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'geofence pass',
      'capture_time pass',
      'freshness pass',
      'hash not_run',
      'duplicate pass',
      'similar not_run',
      'nonce not_run',
      'media pass',
      'exif pass',
      'provenance not_run',
    ]);
    expect(job.steps[0]).toMatchObject({
      status: 'passed',
      evidenceIds: [item?.evidenceId],
      completedAt: item?.receivedAt,
    });
    expect(await eventsOf(app, jobId)).toEqual([
      'job.created',
      'job.opened',
      'job.assigned',
      'evidence.received',
      'evidence.validated',
      'job.in_progress',
    ]);
    expect((await storageOf(app)).pending).toEqual([]);
  });

  test('for every required step submits the job and, without a warning, completes it', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token });
    await upload(app, { token });
    const last = await upload(app, { token });
    expect(last.body).toMatchObject({ step_name: 'context', job_status: 'completed' });
    const job = await stored(app, jobId);
    expect(job.submittedAt).toEqual(job.evidence[2]?.receivedAt);
    expect(job.completedAt).toEqual(job.evidence[2]?.receivedAt);
    expect(job.expiresAt).toBeNull();
    expect((await eventsOf(app, jobId)).slice(-4)).toEqual([
      'evidence.received',
      'evidence.validated',
      'job.submitted',
      'job.completed',
    ]);
  });

  test('with a warning waits for a reviewer, and accepts more evidence in the meantime', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token, fields: { latitude: north(300) } });
    await upload(app, { token });
    expect((await upload(app, { token })).body.job_status).toBe('submitted');
    expect((await upload(app, { token })).body.job_status).toBe('submitted');
    expect((await stored(app, jobId)).steps[0]?.evidenceIds).toHaveLength(2);
    const reviewed = await app.rest('POST', `/v1/jobs/${jobId}/review`, {
      body: { decision: 'accept' },
    });
    expect(reviewed.body.status).toBe('completed');
  });

  test('can name its step; the file can precede the fields', async () => {
    const { jobId, token } = await assignedJob(app);
    const answer = await upload(app, { token, fileFirst: true, fields: { step_name: 'context' } });
    expect(answer.body).toMatchObject({ step_name: 'context', validation_passed: true });
    expect((await stored(app, jobId)).steps.map((step) => step.status)).toEqual([
      'pending',
      'pending',
      'passed',
    ]);
  });

  test('is accepted on the capture path with a capture token', async () => {
    const { jobId } = await assignedJob(app);
    const token = await captureToken(app, jobId);
    expect((await upload(app, { door: 'capture', token })).status).toBe(201);
    expect((await stored(app, jobId)).evidence[0]?.source).toBe('self_service');
  });
});

describe('an upload that fails a check', () => {
  test('is kept, its step stays open, and the errors state the measured values', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { latitude: north(2000), captured_at: '2020-01-01T00:00:00Z' };
    const answer = await upload(app, { token, type: 'video/mp4', fields });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ validation_passed: false, job_status: 'in_progress' });
    expect(answer.body.validation_errors).toEqual([
      expect.stringMatching(/^geofence: .*2000\.\d m/),
      expect.stringMatching(
        /^capture_time: The declared time of capture, 2020-01-01T00:00:00\.000Z/,
      ),
      expect.stringMatching(/^media: .*image\/jpeg.*video\/mp4/),
    ]);
    const job = await stored(app, jobId);
    expect(job.evidence).toHaveLength(1);
    expect(job.steps[0]).toMatchObject({
      status: 'pending',
      validationErrors: answer.body.validation_errors,
    });
    expect(await eventsOf(app, jobId)).toContain('evidence.rejected');
    await upload(app, { token });
    expect((await stored(app, jobId)).steps[0]).toMatchObject({
      status: 'passed',
      validationErrors: [],
    });
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['an unknown file', Buffer.from('hello '.repeat(100))],
  ])('%s fails media', async (_, file) => {
    const { token } = await assignedJob(app);
    const { body } = await upload(app, { token, file });
    expect(body.validation_errors.some((error: string) => error.startsWith('media:'))).toBe(true);
  });

  test('with bytes of another job fails duplicate without naming it; of the same job it warns', async () => {
    const first = await assignedJob(app);
    const second = await assignedJob(app);
    const file = await photo();
    await upload(app, { token: first.token, file });
    const { body } = await upload(app, { token: second.token, file });
    expect(body.validation_passed).toBe(false);
    expect(body.validation_errors).toEqual([expect.stringMatching(/^duplicate: /)]);
    const checked = await stored(app, second.jobId);
    expect(JSON.stringify(checked.evidence[0]?.checks)).not.toContain(first.jobId);
    expect(checked.firstHashes).toBeUndefined();

    const captured_at = new Date(app.now().getTime() - 1000).toISOString();
    const again = await upload(app, { token: first.token, file, fields: { captured_at } });
    expect(again.body.validation_passed).toBe(true);
    const item = (await stored(app, first.jobId)).evidence[1];
    expect(item?.checks.find((check) => check.name === 'duplicate')?.result).toBe('warn');
  });

  test('can be sent to the right job with a warning after another job rejected it', async () => {
    const file = await photo();
    const jobs = [await assignedJob(app), await assignedJob(app), await assignedJob(app)];
    const results: (string | undefined)[] = [];
    for (const [at, { jobId, token }] of jobs.entries()) {
      const fields = at < 2 ? { latitude: '0' } : {};
      const { body } = await upload(app, { token, file, fields });
      expect(body.validation_passed).toBe(at === 2);
      const check = (await stored(app, jobId)).evidence[0]?.checks.find(
        ({ name }) => name === 'duplicate',
      );
      results.push(`${check?.result}: ${check?.measured}`);
    }
    expect(results).toEqual(['pass: never seen', 'warn: 2 jobs tried', 'warn: 3 jobs tried']);
    expect((await stored(app, jobs[0]!.jobId)).firstHashes).toBeUndefined();
  });

  test('passes with the label of another picture type, and its real type is stored', async () => {
    const { jobId, token } = await assignedJob(app);
    const { body } = await upload(app, { token, type: 'image/heic', name: 'IMG_1.HEIC' });
    expect(body.validation_passed).toBe(true);
    expect((await stored(app, jobId)).evidence[0]?.mediaType).toBe('image/jpeg');
  });

  test('that cannot be read is not compared with others', async () => {
    for (const { token } of [await assignedJob(app), await assignedJob(app)]) {
      const { body } = await upload(app, { token, file: Buffer.alloc(0) });
      expect(body.validation_errors).toEqual([expect.stringMatching(/^media: /)]);
    }
  });

  test('fails with a nonce that any item has used, including a failed one', async () => {
    const first = await assignedJob(app);
    const second = await assignedJob(app);
    const nonce = `nonce-${first.jobId}`;
    const failed = await upload(app, { token: first.token, fields: { nonce, latitude: '0' } });
    expect(failed.body.validation_passed).toBe(false);
    for (const { token } of [first, second]) {
      const { body } = await upload(app, { token, fields: { nonce } });
      expect(body.validation_errors).toEqual([expect.stringMatching(/^nonce: /)]);
    }
    expect((await stored(app, second.jobId)).evidenceNonces).toBeUndefined();
  });

  test('fails if the file is not the one that the device hashed; sent again unchanged it passes', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo();
    const sha256 = createHash('sha256').update(file).digest('hex');
    const fields = { media_sha256: sha256.toUpperCase() };
    const cut = Buffer.concat([file, Buffer.from([0])]);
    const failed = await upload(app, { token, file: cut, fields });
    expect(failed.body.validation_errors).toEqual([expect.stringMatching(/^hash: /)]);
    const passed = await upload(app, { token, file, fields });
    expect(passed.body).toMatchObject({ validation_passed: true, validation_errors: [] });
    const { evidence } = await stored(app, jobId);
    const hashChecks = evidence.map(({ checks }) => checks.find(({ name }) => name === 'hash'));
    expect(hashChecks.map((check) => check?.result)).toEqual(['fail', 'pass']);
    expect(hashChecks.map((check) => check?.threshold)).toEqual(Array(2).fill(`sha256 ${sha256}`));
  });

  test('with a media_sha256 of another length is rejected and leaves nothing', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { media_sha256: 'ab' };
    const { status, body } = await unchanged(app, jobId, () => upload(app, { token, fields }));
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      expect.objectContaining({ type: 'string_too_short', loc: ['body', 'media_sha256'] }),
    ]);
  });

  test('of one nonce and one file in 8 concurrent jobs is accepted first by one of them', async () => {
    const jobs = await Promise.all(Array.from({ length: 8 }, () => assignedJob(app)));
    const file = await photo();
    const nonce = `race-${jobs[0]?.jobId}`;
    const answers = await Promise.all(
      jobs.map(({ token }) => upload(app, { token, file, fields: { nonce } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    const documents = await Promise.all(jobs.map(({ jobId }) => stored(app, jobId)));
    expect(documents.flatMap((job) => job.evidenceNonces ?? [])).toEqual([nonce]);
    expect(documents.flatMap((job) => job.firstHashes ?? [])).toHaveLength(1);
  });
});

describe('repeating an upload', () => {
  test('returns the first response and stores nothing, whatever the current state', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo();
    const fields = { captured_at: app.now().toISOString() };
    const first = await upload(app, { token, file, fields });
    await upload(app, { token });
    await upload(app, { token });
    expect((await stored(app, jobId)).status).toBe('completed');
    const again = await unchanged(app, jobId, () => upload(app, { token, file, fields }));
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const named = { ...fields, step_name: 'arrival_overview' };
    expect((await upload(app, { token, file, fields: named })).body).toEqual(first.body);
  });

  test('for another step is not a repetition', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo();
    const fields = { captured_at: app.now().toISOString() };
    await upload(app, { token, file, fields });
    const other = await upload(app, { token, file, fields: { ...fields, step_name: 'context' } });
    expect(other.body.step_name).toBe('context');
    expect((await stored(app, jobId)).evidence).toHaveLength(2);
  });

  test('many times concurrently stores one item', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo();
    const fields = { captured_at: app.now().toISOString() };
    const before = await storageOf(app);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => upload(app, { token, file, fields })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await stored(app, jobId)).evidence).toHaveLength(1);
    expect((await storageOf(app)).files).toHaveLength(before.files.length + 1);
  });

  test('with different files concurrently stores all, one write each', async () => {
    const { jobId, token } = await assignedJob(app);
    const revision = (await stored(app, jobId)).revision;
    await Promise.all(
      Array.from({ length: 5 }, () => upload(app, { token, fields: { step_name: 'context' } })),
    );
    const job = await stored(app, jobId);
    expect(job.evidence).toHaveLength(5);
    expect(job.steps[2]?.evidenceIds).toHaveLength(5);
    expect(job.revision).toBe(revision + 5);
  });
});

describe('tokens are checked before anything else', () => {
  const bad = { latitude: 'nowhere' };

  test('a damaged one, one of the other kind, a revoked one: 401', async () => {
    const { jobId, token } = await assignedJob(app);
    const capture = await captureToken(app, jobId);
    const replaced = (await assignedJob(app)).token;
    const cases = [
      { token: 'x'.repeat(40) },
      { token: `${token}x` },
      { token: capture },
      { token, door: 'capture' as const },
    ];
    for (const one of cases) {
      for (const options of [one, { ...one, fields: bad }, { ...one, file: null }]) {
        const answer = await unchanged(app, jobId, () => upload(app, options));
        expect(answer).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
      }
    }
    expect((await upload(app, { token: replaced })).status).toBe(201);
    const next = await assign(app, jobId);
    const revoked = await unchanged(app, jobId, () => upload(app, { token }));
    expect(revoked).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    expect((await upload(app, { token: next })).status).toBe(201);
  });

  test('an expired one: 410, and the job is open again', async () => {
    const own = await startTestApp();
    const { jobId, token } = await assignedJob(own);
    own.advance(hours(24) + 1);
    const answer = await upload(own, { token, fields: bad });
    expect(answer).toMatchObject({ status: 410, body: { code: 'token_expired' } });
    expect((await stored(own, jobId)).status).toBe('open');
    own.advance(days(40));
    expect((await upload(own, { token })).status).toBe(410);
    await own.stop();
  });

  test.each([
    ['none', undefined, 'missing'],
    ['one that is too short', 'x'.repeat(19), 'string_too_short'],
    ['one that is too long', 'x'.repeat(4001), 'string_too_long'],
  ])('%s: 422', async (_, token, type) => {
    const { status, body } = await upload(app, { token });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      expect.objectContaining({ type, loc: ['body', 'provider_task_token'] }),
    ]);
    expect(JSON.stringify(body)).not.toContain('xxx');
  });

  test('one with an empty file input: 422, and nothing is stored', async () => {
    const { jobId, token } = await assignedJob(app);
    const before = await storageOf(app);
    const empty = { file: Buffer.alloc(0), name: '', type: 'application/octet-stream' };
    const { status, body } = await upload(app, { token, ...empty });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      { type: 'missing', loc: ['body', 'file'], msg: 'Field required', input: null },
    ]);
    expect(await stored(app, jobId)).toMatchObject({ status: 'assigned', evidence: [] });
    expect(await storageOf(app)).toEqual(before);
  });

  test('one that is revoked while the file is received: 401, and nothing is stored', async () => {
    const { jobId, token } = await assignedJob(app);
    const whole = new Request('http://x/', {
      method: 'POST',
      body: uploadForm(app, { token }, Buffer.concat([await photo(), Buffer.alloc(500_000)])),
    });
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const before = await storageOf(app);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 300_000));
        const pending = app.db.collection('evidence.pending');
        await expect.poll(() => pending.countDocuments({ jobId })).toBe(1);
        await assign(app, jobId);
        controller.enqueue(bytes.subarray(300_000));
        controller.close();
      },
    });
    const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const response = await app.fetch('/v1/provider/evidence', init);
    expect([response.status, (await response.json()).code]).toEqual([401, 'token_invalid']);
    expect((await stored(app, jobId)).evidence).toEqual([]);
    expect(await storageOf(app)).toEqual(before);
  });
});

describe('invalid input changes nothing', () => {
  test('all failures are reported together, the file last', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = {
      latitude: '90.1',
      longitude: '-180.5',
      captured_at: 'yesterday',
      notes: 'n'.repeat(1001),
    };
    const { status, body } = await unchanged(app, jobId, () =>
      upload(app, { token, fields, file: null }),
    );
    expect(status).toBe(422);
    expect(body.detail.map((issue: { loc: string[] }) => issue.loc[1])).toEqual([
      'latitude',
      'longitude',
      'captured_at',
      'notes',
      'file',
    ]);
  });

  test('a valid file with invalid fields leaves no file', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { latitude: '90.1' };
    for (const fileFirst of [false, true]) {
      const { status } = await unchanged(app, jobId, () =>
        upload(app, { token, fields, fileFirst }),
      );
      expect(status).toBe(422);
    }
  });

  test('an empty optional field counts as omitted', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { notes: '', step_name: '', nonce: '' };
    expect((await upload(app, { token, fields })).status).toBe(201);
    expect((await stored(app, jobId)).evidence[0]).toMatchObject({ notes: null, nonce: null });
  });

  test('an unknown step: 404', async () => {
    const { jobId, token } = await assignedJob(app);
    const { status, body } = await unchanged(app, jobId, () =>
      upload(app, { token, fields: { step_name: 'roof' } }),
    );
    expect([status, body.code]).toEqual([404, 'step_not_found']);
  });

  test('a body that is not a multipart form: 415; a damaged one: 400', async () => {
    for (const [type, body, status] of [
      ['application/json', '{}', 415],
      ['multipart/form-data', 'x', 400],
      ['multipart/form-data; boundary=x', 'no parts', 400],
    ] as const) {
      const headers = { 'content-type': type };
      const init = { method: 'POST', headers, body };
      expect((await app.fetch('/v1/provider/evidence', init)).status).toBe(status);
    }
  });

  test('a picture over 20 MiB: 413', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = Buffer.alloc(20 * 1024 * 1024 + 1, 7);
    const { status, body } = await unchanged(app, jobId, () => upload(app, { token, file }));
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  test('a video can be larger', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = Buffer.alloc(21 * 1024 * 1024, 7);
    videoStart(file.length).copy(file);
    const answer = await upload(app, { token, file, type: 'video/mp4' });
    expect(answer.body.validation_errors).toEqual([]);
    expect((await stored(app, jobId)).evidence[0]?.sizeBytes).toBe(file.length);
  });
});

describe('the state of the job', () => {
  const review = (jobId: string) =>
    app.rest('POST', `/v1/jobs/${jobId}/review`, { body: { decision: 'fail', note: 'too dark' } });
  const cancel = (jobId: string) =>
    app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: { reason: 'not needed' } });
  const task = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await app.rest('GET', '/v1/capture/task', { key: null, headers })).body;
  };

  test.each([
    ['cancelled', cancel],
    ['failed', review],
  ] as const)(
    '%s: 409 names it, nothing is stored, the token reads the task',
    async (state, end) => {
      const { jobId, token } = await assignedJob(app);
      expect((await end(jobId)).body.status).toBe(state);
      for (const fileFirst of [false, true]) {
        const { status, body } = await unchanged(app, jobId, () =>
          upload(app, { token, fileFirst }),
        );
        expect([status, body.code]).toEqual([409, 'invalid_transition']);
        expect(body.detail).toContain(state);
      }
      expect(await task(token)).toMatchObject({ job_id: jobId });
    },
  );

  test('expired: 409 names it, while the token is valid', async () => {
    const own = await startTestApp();
    const { jobId, token } = await assignedJob(own);
    await upload(own, { token });
    const due = new Date(own.now().getTime() + 1000);
    await own.jobs.updateOne({ _id: jobId }, { $set: { expiresAt: due, dueAt: due } });
    own.advance(2000);
    const { status, body } = await upload(own, { token });
    expect([status, body.code]).toEqual([409, 'invalid_transition']);
    expect(body.detail).toContain('expired');
    own.advance(hours(24));
    expect((await upload(own, { token })).body.code).toBe('token_expired');
    await own.stop();
  });

  test('reopened: the earlier tokens are revoked', async () => {
    const { jobId, token } = await assignedJob(app);
    await review(jobId);
    expect((await app.rest('POST', `/v1/jobs/${jobId}/open`, {})).body.status).toBe('open');
    const { status, body } = await unchanged(app, jobId, () => upload(app, { token }));
    expect([status, body.code]).toEqual([401, 'token_invalid']);
  });

  test('completed: 409, and nothing is stored', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    const { status } = await unchanged(app, jobId, () => upload(app, { token }));
    expect(status).toBe(409);
  });

  test('returned by a reviewer: the verifier can continue', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    await app.rest('POST', `/v1/jobs/${jobId}/review`, {
      body: { decision: 'more', step_names: ['context'] },
    });
    const { body } = await upload(app, { token });
    expect(body).toMatchObject({ step_name: 'context', job_status: 'completed' });
  });

  test('open: uploads are rejected', async () => {
    const jobId = await createJob(app);
    const token = await captureToken(app, jobId);
    const { status, body } = await unchanged(app, jobId, () =>
      upload(app, { door: 'capture', token }),
    );
    expect([status, body.code]).toEqual([409, 'invalid_transition']);
  });
});

describe('limits', () => {
  test('six passing files per step, then 409; a reset frees the step', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { step_name: 'context', latitude: north(300) };
    for (let count = 0; count < 6; count++) {
      expect((await upload(app, { token, fields })).status).toBe(201);
    }
    const full = await unchanged(app, jobId, () => upload(app, { token, fields }));
    expect([full.status, full.body.code]).toEqual([409, 'evidence_limit']);
    await upload(app, { token });
    await upload(app, { token });
    const body = { decision: 'more', step_names: ['context'] };
    expect((await app.rest('POST', `/v1/jobs/${jobId}/review`, { body })).status).toBe(200);
    expect((await upload(app, { token, fields })).status).toBe(201);
  });

  test('thirty stored files, including failed ones, until the job is reset', async () => {
    const { jobId, token } = await assignedJob(app);
    const fields = { latitude: '0' };
    for (let count = 0; count < 30; count++) {
      expect((await upload(app, { token, fields })).status).toBe(201);
    }
    const full = await unchanged(app, jobId, () => upload(app, { token }));
    expect([full.status, full.body.code]).toEqual([409, 'evidence_limit']);
  });
});

describe('an unlisted declared type', () => {
  test('fails media and does not appear in the signed content', async () => {
    const { jobId, token } = await assignedJob(app);
    // The headers of a part can have 16 KiB.
    const type = `application/x-${'marker'.repeat(2000)}`;
    const { body } = await upload(app, { token, type });
    expect(body.validation_errors).toEqual([
      'media: The file is image/jpeg by its first bytes, but was declared as another type; the same kind was expected. Send it under its own type.',
    ]);
    expect(JSON.stringify(await stored(app, jobId))).not.toContain('marker');
  });
});

describe('an interrupted upload leaves nothing', () => {
  test.each([
    ['after the token', false],
    ['before the token', true],
  ])('with the file %s', async (_, fileFirst) => {
    const { jobId, token } = await assignedJob(app);
    const file = Buffer.concat([await photo(), Buffer.alloc(3_000_000, 1)]);
    const whole = new Request('http://x/', {
      method: 'POST',
      body: uploadForm(app, { token, fileFirst }, file),
    });
    const type = whole.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await whole.arrayBuffer());
    for (const end of ['error', 'close'] as const) {
      const { status } = await unchanged(app, jobId, async () => {
        let sent = 0;
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (sent < 2_000_000) {
              controller.enqueue(bytes.subarray(sent, sent + 50_000));
              sent += 50_000;
            } else if (end === 'error') controller.error(new Error('connection reset'));
            else controller.close();
          },
        });
        const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' };
        return app.fetch('/v1/provider/evidence', init as RequestInit);
      });
      expect(status).toBe(400);
    }
  });
});
