import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { assignedJob, stored, upload } from '../evidence/support/scene.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const secret = 'The owner is Grace Hopper.';
const questions = [
  {
    question_key: 'owner',
    label: `Who says so? ${secret}`,
    help: secret,
    kind: 'choice',
    required: false,
    options: [
      { key: 'a', label: secret },
      { key: 'b', label: 'Nobody' },
    ],
  },
];

async function answeredJob() {
  const { jobId, token } = await assignedJob(app, { questions });
  for (let step = 0; step < 3; step++) await upload(app, { token });
  const submit = (value: string, comment: string) =>
    app.rest('POST', '/v1/provider/answers', {
      key: null,
      body: {
        provider_task_token: token,
        answers: [
          { question_key: 'objective', value, comment },
          { question_key: 'owner', cannot_tell: true, reason: secret },
        ],
      },
    });
  await submit('no', secret);
  await submit('yes', 'It is open.');
  return { jobId, token, submit };
}

describe('erasing a job', () => {
  it('blanks its answers and questions, and takes no more of them', async () => {
    const { jobId, submit } = await answeredJob();
    expect((await app.rest('POST', `/v1/jobs/${jobId}/erase`, { body: {} })).status).toBe(200);
    const job = await stored(app, jobId);
    expect(JSON.stringify({ ...job, outbox: [] })).not.toContain('Grace');
    expect(job.answers).toMatchObject([
      { questionKey: 'owner', value: null, reason: '[erased]', cannotTell: true },
      { questionKey: 'objective', value: null, comment: '[erased]', revision: 2 },
    ]);
    expect(job.earlierAnswers).toMatchObject([{ value: null, comment: '[erased]' }]);
    expect(job.answerTags).toBeUndefined();
    expect(job.statedQuestions).toBeUndefined();
    const { body } = await app.rest('GET', '/v1/jobs?answer=objective:yes');
    expect(body).toEqual([]);
    expect((await submit('no', 'Closed.')).status).toBe(401);
  });
});

describe('verifying a report', () => {
  const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body));

  it('states the answers that are signed, and finds a changed one', async () => {
    const { jobId } = await answeredJob();
    const { body } = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
    const keys = await readKeySet((await app.rest('GET', '/.well-known/jwks.json')).body);
    const verdict = await verifyReports([{ name: 'report.json', bytes: bytesOf(body) }], keys);
    expect(verdict.files[0]).toMatchObject({
      errors: [],
      answers: [
        { question: 'Is the shop open?', answer: 'Yes. It is open.' },
        { question: questions[0]?.label, answer: `Can't tell. ${secret}` },
      ],
    });
    const forged = { ...body, headline: { ...body.headline, answer: 'No.' } };
    const other = await verifyReports([{ name: 'report.json', bytes: bytesOf(forged) }], keys);
    expect(other.files[0]?.errors).not.toEqual([]);
    const without = { ...body, headline: null, answers: null };
    const stripped = await verifyReports([{ name: 'report.json', bytes: bytesOf(without) }], keys);
    expect(stripped.files[0]?.errors).not.toEqual([]);
  });
});

describe('a test job', () => {
  it('is answered by the simulated verifier, as its objective says', async () => {
    const key = await app.keyFor('acme', ['jobs:read', 'jobs:write', 'reports:write'], 'test');
    const { body: job } = await app.rest('POST', '/v1/jobs', {
      key,
      body: jobBody({ objective: 'Is it open? [sim:no]', questions_required: true }),
    });
    await app.rest('POST', '/v1/sandbox/clock/advance', { key, body: { seconds: 18_000 } });
    const { body } = await app.rest('GET', `/v1/jobs/${job.job_id}`, { key });
    expect(body).toMatchObject({
      status: 'completed',
      answers: [{ question_key: 'objective', value: 'no', answered_by: 'verifier' }],
    });
  });
});
