import { test } from 'vitest';
import { startTestApp } from '../support/app.js';
import { completedJob, eventTypes } from './support/flow.js';

test('smoke', async () => {
  const app = await startTestApp();
  const { jobId } = await completedJob(app);
  const job = await app.rest('GET', `/v1/jobs/${jobId}`);
  console.log(job.body.status, job.body.report);
  const report = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  console.log(report.status, JSON.stringify(report.body, null, 1).slice(0, 6000));
  const pdf = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': 'pilot-key-of-the-tests' } });
  console.log(pdf.status, pdf.headers, (await pdf.arrayBuffer()).byteLength);
  const again = await app.rest('GET', `/v1/jobs/${jobId}/report`);
  console.log(again.status, again.body.view_count, again.body.integrity.pdf, again.headers.get('etag'));
  console.log(await eventTypes(app, jobId), app.logLines.filter((l) => l.includes('warn')));
  await app.stop();
});
