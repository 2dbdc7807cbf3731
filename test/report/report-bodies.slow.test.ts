import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { fileIds } from '../support/stored-files.js';
import { completedJob, eventTypes, storedJob } from './support/flow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const make = (jobId: string) => app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
const readPdf = (jobId: string) =>
  app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': pilotKey } });

test("creates one version of a job's report for many concurrent calls", async () => {
  const { jobId } = await completedJob(app);
  const answers = await Promise.all(Array.from({ length: 8 }, () => make(jobId)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
  expect(answers.filter((answer) => answer.body.created)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.body.integrity.signature)).size).toBe(1);
  await readPdf(jobId);
  expect((await storedJob(app, jobId)).reports).toHaveLength(1);
  expect(await app.db.collection('report_bodies').countDocuments({ jobId })).toBe(1);
  const created = (await eventTypes(app, jobId)).filter((t) => t === 'report.version_created');
  expect(created).toHaveLength(1);
});

test('removes bodies and files that no job names after an hour, not before', async () => {
  const { jobId } = await completedJob(app);
  const now = app.now();
  const { reports, reportPdfs } = app.services;
  await reports.insertBody(
    { _id: 'orphan-body', jobId, versionNumber: 1, contentJson: '{}', integrity: {} as never },
    now,
  );
  const fileId = await reports.insertPdf(jobId, new Uint8Array(100), now);
  const left = async () => [
    await app.db
      .collection<{ _id: string }>('report_bodies')
      .countDocuments({ _id: 'orphan-body' }),
    (await fileIds(app, 'pdfs')).filter((id) => id === fileId).length,
    await app.db.collection('report_pending').countDocuments({ jobId }),
  ];
  await reportPdfs.sweep();
  expect(await left()).toEqual([1, 1, 2]);
  app.advance(hours(1) + 60_000);
  await reportPdfs.sweep();
  expect(await left()).toEqual([0, 0, 0]);
});
