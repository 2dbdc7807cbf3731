import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJob } from '../../src/modules/job/create-job.js';
import { requesterFeedbackInput } from '../../src/modules/job/submit-requester-feedback.js';
import { requestSiteCheckInput } from '../../src/modules/site-check/request-site-check.js';
import { requestBody } from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const membersOf = (shape: object) => Object.keys(shape).map(snakeCase).sort();

const otherQuestions = {
  questions: [{ question_key: 'open', label: 'Is it open?', kind: 'yes_no' }],
  objective_kind: 'text',
  questions_required: true,
};
/** Another value of every member of an input but the one that names it. */
const otherJob = {
  service_key: 'storefront_open',
  objective: 'Is the other shop open?',
  address: 'Elsewhere 2, Berlin',
  reference_photos: ['https://pictures.example/1.jpg'],
  latitude: 52.1,
  longitude: 13.1,
  notes: 'The entrance is at the back.',
  auto_open: false,
  metadata: { shop: '0043' },
  ...otherQuestions,
};
const otherFeedback = {
  rating: 1,
  verdict: 'accepted',
  comment: 'Other.',
  step_names: ['context'],
  report_version: 1,
};
const otherSiteCheck = {
  service_key: 'construction_progress',
  objective: 'Is the other shop open?',
  address: 'Elsewhere 2, Berlin',
  latitude: 52.1,
  longitude: 13.1,
  notes: 'The entrance is at the back.',
  reference_photos: ['https://pictures.example/1.jpg'],
  requester_name: 'Ada King',
  requester_email: 'ada@example.org',
  requester_phone: '+49 30 1234567',
  language: 'fr',
  ...otherQuestions,
};

describe.each(['of this release', 'of a release that stored no hash of it'])(
  'an input %s',
  (of) => {
    /** Removes the hash, as documents of earlier releases have none. */
    const age = async (collection: string, field: string, id: string) => {
      if (of === 'of this release') return;
      const { modifiedCount } = await app.db
        .collection<{ _id: string }>(collection)
        .updateOne({ _id: id }, { $unset: { [field]: '' } });
      expect(modifiedCount).toBe(1);
    };

    it('creates one job, whichever optional members are null or absent', async () => {
      const input = jobBody();
      const { body } = await restApi.call(app, 'createJob', { input });
      await age('jobs', 'inputSha256', body.job_id);
      const spelled = { ...input, reference_photos: [], service_key: null, auto_open: true };
      const again = await restApi.call(app, 'createJob', { input: spelled });
      expect(again).toMatchObject({ replayed: true, body: { job_id: body.job_id } });
    });

    it('conflicts with one that differs in any member of a job', async () => {
      const input = jobBody();
      const { body } = await restApi.call(app, 'createJob', { input });
      await age('jobs', 'inputSha256', body.job_id);
      const shape = createJob.input?.shape ?? {};
      expect([...Object.keys(otherJob), 'nonce'].sort()).toEqual(membersOf(shape));
      for (const [member, value] of Object.entries(otherJob)) {
        const other = { ...input, [member]: value };
        const { code } = await restApi.call(app, 'createJob', { input: other });
        expect([member, code]).toEqual([member, 'nonce_conflict']);
      }
    });

    it('conflicts with one that differs in any member of feedback', async () => {
      const { body: job } = await restApi.call(app, 'createJob', { input: jobBody() });
      const id = job.job_id;
      const jobs = app.db.collection<{ _id: string }>('jobs');
      await jobs.updateOne({ _id: id }, { $set: { 'reports.0': { versionNumber: 1 } } });
      const input = { rating: 5, nonce: randomUUID() };
      const give = (fields: object) =>
        restApi.call(app, 'submitRequesterFeedback', { id, input: { ...input, ...fields } });
      expect((await give({})).replayed).toBe(false);
      await age('jobs', 'feedback.0.inputSha256', id);
      expect((await give({ comment: null, step_names: [] })).replayed).toBe(true);
      expect([...Object.keys(otherFeedback), 'nonce'].sort()).toEqual(
        membersOf(requesterFeedbackInput.shape),
      );
      for (const [member, value] of Object.entries(otherFeedback)) {
        const { code } = await give({ [member]: value });
        expect([member, code]).toEqual([member, 'nonce_conflict']);
      }
    });

    it('conflicts with one that differs in any member of a site check', async () => {
      const input = requestBody({ intake_submission_id: randomUUID() });
      const { body } = await restApi.call(app, 'requestSiteCheck', { input });
      await age('site_checks', 'inputSha256', body.request_id);
      const spelled = { ...input, requester_name: null };
      const again = await restApi.call(app, 'requestSiteCheck', { input: spelled });
      expect(again.body.access_token).toBe(body.access_token);
      expect([...Object.keys(otherSiteCheck), 'intake_submission_id'].sort()).toEqual(
        membersOf(requestSiteCheckInput.shape),
      );
      for (const [member, value] of Object.entries(otherSiteCheck)) {
        const other = { ...input, [member]: value };
        const { code } = await restApi.call(app, 'requestSiteCheck', { input: other });
        expect([member, code]).toEqual([member, 'intake_conflict']);
      }
    });
  },
);
