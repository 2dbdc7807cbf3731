import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportAnswer, signedContentOf } from '../../src/modules/report/report-answer.js';
import { assign } from '../evidence/support/scene.js';
import { upload } from '../report/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import {
  days,
  hours,
  type Json,
  jobBody,
  pilotKey,
  startTestApp,
  type TestApp,
} from '../support/app.js';

let app: TestApp;
/** The jobs of two visits; the job of a date between them was cancelled. */
let visits: { previous: string; current: string };
let scheduleId: string;

async function dueJob(): Promise<string> {
  app.advance(days(1));
  await app.services.jobSchedules.runDue();
  const job = await app.jobs.find({ scheduleId }).sort({ createdAt: -1 }).limit(1).next();
  return job?._id ?? '';
}

async function work(jobId: string, answers: object[]): Promise<void> {
  const token = await assign(app, jobId);
  for (let i = 0; i < 2; i++) await upload(app, token, { label: `photo-${jobId}-${i}` });
  const sent = await app.rest('POST', '/v1/provider/answers', {
    key: null,
    body: { provider_task_token: token, answers },
  });
  expect(sent.status).toBe(200);
  await upload(app, token, { label: `photo-${jobId}-2` });
}

const makeReport = async (jobId: string): Promise<Json> =>
  (await restApi.call(app, 'createRealityReport', { id: jobId })).body;

const objective = 'Is the shop open?';
const questions = [
  { question_key: 'doors', label: 'How many doors are there?', kind: 'number', required: false },
  { question_key: 'sign', label: 'Is the sign lit?', kind: 'yes_no', required: false },
];

beforeAll(async () => {
  app = await startTestApp();
  const { nonce: _, ...job } = jobBody({ objective, questions, objective_kind: 'yes_no' }) as Json;
  const starts_at = new Date(app.now().getTime() + hours(4)).toISOString().slice(0, 16);
  const { body } = await restApi.call(app, 'createJobSchedule', {
    input: { job, starts_at, rrule: 'FREQ=DAILY' },
  });
  scheduleId = body.schedule_id;
  const previous = await dueJob();
  await work(previous, [
    { question_key: 'objective', value: 'yes' },
    { question_key: 'doors', value: 2 },
    { question_key: 'sign', value: 'no' },
  ]);
  await makeReport(previous);
  const cancelled = await dueJob();
  await restApi.call(app, 'cancelJob', { id: cancelled, input: {} });
  const current = await dueJob();
  await work(current, [
    { question_key: 'objective', value: 'no' },
    { question_key: 'doors', value: 2 },
  ]);
  visits = { previous, current };
}, 60_000);
afterAll(() => app.stop());

describe.each(apis)('the report of a visit over $name', (api) => {
  it('names the latest earlier report of the schedule with a verified result', async () => {
    const { previous, current } = visits;
    const { body: made } = await api.call(app, 'createRealityReport', { id: current });
    const { body: earlier } = await api.call(app, 'report', { id: previous });
    expect(made.previous_report_id).toBe(earlier.report_id);
    expect(made.previous_job_id).toBe(previous);
    const { body: read } = await api.call(app, 'report', { id: current });
    expect(read.previous_report_id).toBe(earlier.report_id);
    expect(earlier).toMatchObject({ previous_report_id: null, previous_job_id: null });
  });
});

describe('the previous visit', () => {
  it('is not part of the signed content', async () => {
    const { body } = await app.rest('GET', `/v1/jobs/${visits.current}/report`);
    const content = signedContentOf(reportAnswer.parse(body));
    expect(JSON.stringify(content)).not.toContain('previous_');
  });

  it('is compared on the page of the report, without counting a view', async () => {
    const { previous, current } = visits;
    const { body: before } = await app.rest('GET', `/v1/jobs/${previous}/report`);
    const page = await app.fetch(`/reports/${current}`, {
      method: 'POST',
      headers: { 'x-api-key': pilotKey },
    });
    const html = await page.text();
    const changes = /<section[^>]*aria-labelledby="changes".*?<\/section>/s.exec(html)?.[0] ?? '';
    const text = changes.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('Is the shop open? Before: Yes Now: No');
    expect(text).toContain('Is the sign lit? Before: No Now: no answer');
    expect(text).toContain('1 answer is the same as before.');
    expect(changes).toContain(`href="/reports/${previous}"`);
    const shown = [...changes.matchAll(/<img src="([^"?]+)/g)].map(([, src]) => src);
    expect(new Set(shown).size).toBe(6);
    for (const { media_url } of before.evidence_items) {
      expect(shown).toContain(new URL(media_url).pathname);
    }
    const { body: again } = await app.rest('GET', `/v1/jobs/${previous}/report`);
    expect(again.view_count).toBe(before.view_count + 1);
  });

  it('is not compared once its job was erased', async () => {
    const { previous, current } = visits;
    const etag = async () => {
      const { headers, body } = await app.rest('GET', `/v1/jobs/${current}/report`);
      return [headers.get('etag'), body.previous_report_id];
    };
    const [tag, reportId] = await etag();
    expect(reportId).toEqual(expect.any(String));
    await restApi.call(app, 'eraseJob', { id: previous });
    const [newTag, none] = await etag();
    expect(none).toBeNull();
    expect(newTag).not.toBe(tag);
    const page = await app.fetch(`/reports/${current}`, {
      method: 'POST',
      headers: { 'x-api-key': pilotKey },
    });
    expect(await page.text()).not.toContain('aria-labelledby="changes"');
  });
});
