import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportVersionHeader } from '../../src/modules/job/report-version.js';
import { signContent } from '../../src/modules/report/integrity.js';
import type { ReportBody } from '../../src/modules/report/report.store.js';
import type { ReportContent } from '../../src/modules/report/report-schema.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { assignedJob, eventsOf, stored, unchanged, upload } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const comment = 'Closed since 14 November,\naccording to a notice on the door';

/** A completed job whose verifier answered its objective with no. */
async function answeredJob(fields: Record<string, unknown> = {}) {
  const { jobId, token } = await assignedJob(app, fields);
  for (let step = 0; step < 3; step++) await upload(app, { token });
  const evidenceId = (await stored(app, jobId)).evidence[0]?.evidenceId;
  const answers = [{ question_key: 'objective', value: 'no', comment, evidence_ids: [evidenceId] }];
  const body = { provider_task_token: token, answers };
  const { status } = await app.rest('POST', '/v1/provider/answers', { key: null, body });
  expect(status).toBe(200);
  return { jobId, token, evidenceId };
}
/** Replaces the first version of a report by the one that an earlier release would have signed, without answers. */
async function asOfEarlierRelease(jobId: string): Promise<void> {
  await app.services.relay.drain();
  const job = await stored(app, jobId);
  const [header] = job.reports as [ReportVersionHeader];
  await app.services.reportPdfs.wait(job, header);
  const bodies = app.db.collection<ReportBody>('report_bodies');
  const { contentJson } = (await bodies.findOne({ _id: header.bodyId })) as ReportBody;
  const { headline: _, answers: __, ...content } = JSON.parse(contentJson) as ReportContent;
  const signed = await signContent(content, {
    key: app.services.serverKeys.reports,
    previousSha256: null,
    now: header.generatedAt,
  });
  await bodies.updateOne({ _id: header.bodyId }, { $set: signed, $unset: { log: '' } });
  const contentSha256 = signed.integrity.content_sha256;
  await app.jobs.updateOne(
    { _id: jobId },
    { $set: { reports: [{ ...header, pdf: null, contentSha256 }] } },
  );
}
const report = async (jobId: string) =>
  (await app.rest('POST', `/v1/jobs/${jobId}/reality-report`)).body;

describe.each(apis)('reviewing answers over $name', (api) => {
  const review = (id: string, answers: object[], more: object = {}) =>
    api.call(app, 'reviewJob', { id, input: { decision: 'accept', answers, ...more } });

  it('confirms an answer that is given as it is', async () => {
    const { jobId } = await answeredJob();
    const { body } = await review(jobId, [{ question_key: 'objective', value: 'no' }]);
    expect(body).toMatchObject({
      status: 'completed',
      answers: [{ value: 'no', revision: 1, answered_by: 'verifier', confirmed_by: 'reviewer' }],
    });
    expect((await stored(app, jobId)).answers?.[0]?.confirmed).toMatchObject({ reason: null });
    expect((await eventsOf(app, jobId)).at(-1)).toBe('job.answers_submitted');
  });

  it('corrects another one, with a reason, and keeps its photo', async () => {
    const { jobId, evidenceId } = await answeredJob();
    const given = { question_key: 'objective', value: 'yes' };
    const without = await unchanged(app, jobId, () => review(jobId, [given]));
    expect(without.code).toBe('invalid_input');
    const { body } = await review(jobId, [{ ...given, reason: 'The door stands open.' }]);
    expect(body.answers).toMatchObject([
      {
        value: 'yes',
        revision: 2,
        reason: 'The door stands open.',
        comment: null,
        answered_by: 'reviewer',
        confirmed_by: 'reviewer',
        evidence_ids: [evidenceId],
      },
    ]);
    expect((await stored(app, jobId)).earlierAnswers).toMatchObject([{ value: 'no', comment }]);
  });

  it.each<[string, object]>([
    ['a value that does not fit', { value: 'maybe', reason: 'So it is.' }],
    ['an unknown question', { question_key: 'unknown', value: 'yes' }],
    ['cannot_tell without a reason', { cannot_tell: true }],
    ['no value', {}],
    ['a reason too short', { value: 'yes', reason: 'no' }],
  ])('rejects %s and stores nothing', async (_name, fields) => {
    const { jobId } = await answeredJob();
    const answers = [{ question_key: 'objective', ...fields }];
    const { code } = await unchanged(app, jobId, () => review(jobId, answers));
    expect(code).toBe('invalid_input');
  });

  it('rejects a review of another revision of the job, and stores nothing', async () => {
    const { jobId } = await answeredJob();
    const { revision } = await stored(app, jobId);
    const confirm = (expected_revision: number | null) =>
      review(jobId, [{ question_key: 'objective', value: 'no' }], { expected_revision });
    for (const other of [revision - 1, revision + 1]) {
      const { code } = await unchanged(app, jobId, () => confirm(other));
      expect(code).toBe('revision_conflict');
    }
    expect((await unchanged(app, jobId, () => confirm(0))).code).toBe('invalid_input');
    expect((await confirm(revision)).body.answers[0].confirmed_by).toBe('reviewer');
    expect((await stored(app, jobId)).answers?.[0]?.confirmed).toBeTruthy();
    expect((await unchanged(app, jobId, () => confirm(revision))).code).toBe('revision_conflict');
    expect((await confirm(null)).body.status).toBe('completed');
  });

  it('is for operators, and for jobs that can be reviewed', async () => {
    const { jobId, token } = await assignedJob(app);
    const answers = [{ question_key: 'objective', value: 'yes' }];
    expect((await review(jobId, answers)).code).toBe('invalid_transition');
    expect(token).toBeTruthy();
    const key = await app.keyFor(`reviewed-${api.name}`, ['jobs:write', 'jobs:read']);
    const { code } = await api.call(app, 'reviewJob', {
      id: jobId,
      key,
      input: { decision: 'accept', answers },
    });
    expect(code).toBe('scope_missing');
    const { jobId: completed } = await answeredJob();
    expect((await review(completed, [])).code).toBe('invalid_transition');
  });
});

describe('the report of a job', () => {
  it('states the answer in one line, inside the signed content', async () => {
    const { jobId, evidenceId } = await answeredJob();
    const { headline, answers } = await report(jobId);
    expect(headline).toEqual({
      question: 'Is the shop open?',
      answer: 'No. Closed since 14 November, according to a notice on the door.',
      answered_by: 'verifier',
      answered_at: expect.any(String),
      confirmed_by: null,
      evidence_id: evidenceId,
    });
    expect(answers).toMatchObject([
      { question_key: 'objective', value: 'no', text: 'No', comment, corrected: null },
    ]);
  });

  it('states that the objective has no answer', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    const { headline, answers } = await report(jobId);
    expect(headline).toMatchObject({
      question: 'Is the shop open?',
      answer: null,
      answered_by: null,
    });
    expect(answers).toEqual([]);
  });

  it('states cannot_tell with its reason', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    const answers = [
      { question_key: 'objective', cannot_tell: true, reason: 'The street is closed' },
    ];
    await app.rest('POST', '/v1/provider/answers', {
      key: null,
      body: { provider_task_token: token, answers },
    });
    const { headline } = await report(jobId);
    expect(headline.answer).toBe("Can't tell. The street is closed.");
  });

  it('leaves out answers to questions that are no longer asked', async () => {
    const questions = [
      { question_key: 'lit', label: 'Is it lit?', kind: 'yes_no', required: false },
      {
        question_key: 'since',
        label: 'Since when?',
        kind: 'text',
        required: false,
        show_when: { question_key: 'lit', values: ['no'] },
      },
    ];
    const { jobId, token } = await answeredJob({ questions });
    const submit = (answers: object[]) =>
      app.rest('POST', '/v1/provider/answers', {
        key: null,
        body: { provider_task_token: token, answers },
      });
    await submit([
      { question_key: 'lit', value: 'no' },
      { question_key: 'since', value: 'May' },
    ]);
    const first = await report(jobId);
    expect(first.answers).toHaveLength(3);
    await submit([{ question_key: 'lit', value: 'yes' }]);
    const { body: revisions } = await app.rest('GET', `/v1/jobs/${jobId}/answers`);
    expect(revisions).toContainEqual(
      expect.objectContaining({ question_key: 'since', revision: 1, value: 'May' }),
    );
    const second = await report(jobId);
    expect(second).toMatchObject({ version_number: 2, created: true });
    expect(second.answers.map((one: { question_key: string }) => one.question_key)).toEqual([
      'objective',
      'lit',
    ]);
    expect(second.change_summary).toMatchObject({
      reason: 'answers_changed',
      summary: 'Changed answers: "Is it lit?" and "Since when?".',
    });
  });

  it('gets a version that says so by a correction', async () => {
    const { jobId } = await answeredJob();
    const first = await report(jobId);
    const answers = [{ question_key: 'objective', value: 'yes', reason: 'The door stands open.' }];
    await app.rest('POST', `/v1/jobs/${jobId}/review`, { body: { decision: 'accept', answers } });
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
    expect(body).toMatchObject({
      version_number: 2,
      headline: { answer: 'Yes.', answered_by: 'reviewer', confirmed_by: 'reviewer' },
      answers: [
        {
          value: 'yes',
          reason: 'The door stands open.',
          corrected: { value: 'no', text: 'No', comment, answered_by: 'verifier' },
        },
      ],
      change_summary: { reason: 'correction', summary: 'Changed answers: "Is the shop open?".' },
    });
    const again = await app.rest('GET', `/v1/jobs/${jobId}/report?version=1`);
    expect(again.body.answers).toEqual(first.answers);
  });

  it('of an earlier release verifies, is not made again, and is followed by one with answers', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    await report(jobId);
    await asOfEarlierRelease(jobId);
    const old = await report(jobId);
    expect(old).toMatchObject({
      version_number: 1,
      created: false,
      headline: null,
      answers: null,
    });
    const body = {
      provider_task_token: token,
      answers: [{ question_key: 'objective', value: 'no' }],
    };
    await app.rest('POST', '/v1/provider/answers', { key: null, body });
    const next = await report(jobId);
    expect(next).toMatchObject({
      version_number: 2,
      created: true,
      headline: { answer: 'No.' },
      change_summary: {
        reason: 'answers_changed',
        summary: 'Changed answers: "Is the shop open?".',
      },
    });
    const keys = await readKeySet((await app.rest('GET', '/.well-known/jwks.json')).body);
    const files = [old, next].map((one, i) => ({
      name: `${i + 1}.json`,
      bytes: Buffer.from(JSON.stringify(one)),
    }));
    const verdict = await verifyReports(files, keys);
    expect(verdict.errors).toEqual([]);
    expect(verdict.files.map(({ errors, answers }) => ({ errors, answers }))).toEqual([
      { errors: [], answers: [] },
      { errors: [], answers: [{ question: 'Is the shop open?', answer: 'No.' }] },
    ]);
  });

  it('of an old job is not made again for want of answers', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let step = 0; step < 3; step++) await upload(app, { token });
    await app.jobs.updateOne({ _id: jobId }, { $unset: { questions: '' } });
    expect(await report(jobId)).toMatchObject({ version_number: 1, created: true });
    expect(await report(jobId)).toMatchObject({ version_number: 1, created: false });
  });
});
