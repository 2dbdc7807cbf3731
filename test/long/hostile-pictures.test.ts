import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { GridFSBucket, type ObjectId } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import { completedJob, storedJob } from '../report/support/flow.js';
import { endlessJpeg } from '../report/support/hostile-picture.js';
import { openPdf } from '../report/support/open-pdf.js';
import { sampleItem, sampleJob, sampleModel, samplePhoto } from '../report/support/sample.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

/** A megabyte that takes minutes to decode, within the allowed number of pixels. */
const endless = endlessJpeg(7000, 7000, 20_000);

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await openPdf(pdf);
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(...items.flatMap((item) => ('str' in item ? item.str : [])));
  }
  return texts.join(' ');
}

const notShown = (text: string) => text.split('Picture – not shown here').length - 1;

describe('the renderer', () => {
  test('replaces a picture that is too expensive with its name and hash, and shows the next one', async () => {
    const files = [
      endless,
      // All coefficients of four components: 392 MB.
      endlessJpeg(7000, 7000, 20_000, 4),
      endlessJpeg(16_384, 16_000, 5_000),
      await samplePhoto(600, 450),
    ];
    const evidence = files.map((_, index) => sampleItem(index + 1));
    const model = await sampleModel(sampleJob({ evidence }));
    const fileOf = async (id: string) =>
      files[evidence.findIndex((item) => item.evidenceId === id)] ?? null;
    const renderer = createReportPdfRenderer();
    const { bytes } = await renderer.render(model, fileOf);
    const text = await textOf(bytes);
    expect(notShown(text)).toBe(3);
    for (const { fileName, mediaSha256 } of evidence.slice(0, 3)) {
      expect(text).toContain(`“${fileName}”`);
      expect(text).toContain(`SHA-256 ${mediaSha256.slice(0, 8)}…`);
    }
    const again = await renderer.render(model, fileOf);
    await renderer.close();
    expect(Buffer.compare(bytes, again.bytes)).toBe(0);
  });

  test('closes without waiting for a running decode', async () => {
    const renderer = createReportPdfRenderer();
    const evidence = [1, 2, 3].map((number) => sampleItem(number));
    let requested: () => void = () => {};
    const decoding = new Promise<void>((resolve) => {
      requested = resolve;
    });
    const rendered = renderer.render(await sampleModel(sampleJob({ evidence })), async () => {
      requested();
      return endless;
    });
    const rejected = expect(rendered).rejects.toThrow('closed');
    await decoding;
    await renderer.close();
    await rejected;
  });
});

/** Replaces a job's photos with endless pictures, as a database could already contain. */
async function plant(app: TestApp, jobId: string): Promise<void> {
  const bucket = new GridFSBucket(app.db, { bucketName: 'evidence' });
  const job = await storedJob(app, jobId);
  const evidence = [];
  for (const item of job.evidence) {
    const upload = bucket.openUploadStream('planted');
    const finished = once(upload, 'finish');
    upload.end(endless);
    await finished;
    const fileId = (upload.id as ObjectId).toHexString();
    evidence.push({ ...item, fileId, sizeBytes: endless.length });
  }
  await app.jobs.updateOne({ _id: jobId }, { $set: { evidence } });
}

const make = (app: TestApp, jobId: string) => app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
const readPdf = (app: TestApp, jobId: string) =>
  app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': pilotKey } });

test('three endless pictures block no other report, and no start', async () => {
  const env = { MONGODB_DB: `test-${randomUUID()}` };
  const first = await startTestApp(env);
  const hostile = await completedJob(first);
  const honest = await completedJob(first);
  await plant(first, hostile.jobId);
  await make(first, hostile.jobId);
  await make(first, honest.jobId);
  expect((await readPdf(first, honest.jobId)).status).toBe(200);
  expect((await storedJob(first, hostile.jobId)).reports[0]?.pdf).toBeNull();
  await first.stop({ keep: true });

  const second = await startTestApp(env);
  const later = await completedJob(second);
  await make(second, later.jobId);
  expect((await readPdf(second, later.jobId)).status).toBe(200);
  // On a busy machine the response can ask for a retry.
  let answer = await readPdf(second, hostile.jobId);
  while (answer.status === 503) answer = await readPdf(second, hostile.jobId);
  expect(answer.status).toBe(200);
  expect(notShown(await textOf(new Uint8Array(await answer.arrayBuffer())))).toBe(3);
  await second.stop();
});
