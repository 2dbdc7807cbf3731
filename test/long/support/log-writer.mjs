// Simulates a service as far as report versions and their log are concerned: ten writers create versions for the jobs of
// a database until each report has its target number, and the followers log them. A version is created when the
// previous one has its receipt, so that there is a checkpoint between any two. Exits when all have receipts.
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { readConfig } from '../../../dist/src/config.js';
import { openGridFs } from '../../../dist/src/lib/files/gridfs.js';
import { newId } from '../../../dist/src/lib/ids.js';
import { loadCatalogue } from '../../../dist/src/modules/catalogue/catalogue.js';
import { JobChange } from '../../../dist/src/modules/job/job-change.js';
import { newVersion } from '../../../dist/src/modules/job/report-version.js';
import { openMode } from '../../../dist/src/open-mode.js';

const [, , uri, database, versionsOfAll, letter] = process.argv;
const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } });
const db = client.db(database);
const clock = { now: () => new Date() };
const mode = await openMode({
  mode: 'live',
  db,
  clock,
  catalogue: loadCatalogue(undefined),
  config: readConfig({}),
  log: pino({ level: 'error' }, pino.destination(2)),
  baseUrl: 'http://service.test',
  openFiles: openGridFs(client),
  renderer: { render: () => Promise.reject(new Error('no PDFs here')), close: async () => {} },
  isStopping: () => false,
  checkpointMilliseconds: 50,
});
const { jobs, reports } = mode.services;
await mode.start();

const all = await db
  .collection('jobs')
  .find({}, { projection: { _id: 1 } })
  .sort({ _id: 1 })
  .toArray();
/** The first reports have one version more if the number cannot be the same for all. */
const wanted = (index) => Math.floor((Number(versionsOfAll) + all.length - 1 - index) / all.length);
const hashOf = (text) => Buffer.from(text.padEnd(32, '.')).toString('hex').slice(0, 64);

/**
 * Creates the next version of a report like the use case, without its evidence, unless it is too early.
 * @returns true if the report has all of its versions
 */
async function addVersion(jobId, index) {
  let isComplete = false;
  await jobs.change(jobId, {}, async (job) => {
    const before = job.reports.at(-1);
    const versionNumber = (before?.versionNumber ?? 0) + 1;
    isComplete = versionNumber > wanted(index);
    if (isComplete || (before && !(await reports.findReceipt(before.bodyId)))) return null;
    const now = clock.now();
    const reportId = job.reportId ?? newId();
    const header = newVersion({
      versionNumber,
      bodyId: newId(),
      generatedAt: now,
      contentSha256: hashOf(`${letter} ${index}/${versionNumber}`),
      previousSha256: before?.contentSha256 ?? null,
      changeSummaryText: null,
    });
    const body = { _id: header.bodyId, jobId, versionNumber, contentJson: '{}', integrity: {} };
    await reports.insertBody(body, now);
    return new JobChange(job, now)
      .set({ reportId, reports: [...job.reports, header] })
      .emit('report.version_created', {
        report_id: reportId,
        version_number: versionNumber,
        content_sha256: header.contentSha256,
        status: job.status,
      });
  });
  return isComplete;
}

/** Cycles through the reports until each is complete; writers begin at different ones. */
async function write(writer) {
  const open = new Set(all.keys());
  for (let at = writer * 4; open.size > 0; at++) {
    const index = at % all.length;
    if (open.has(index) && (await addVersion(all[index]._id, index))) open.delete(index);
    if (index === 0) await wait(100);
  }
}
await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));

const named = (await db.collection('jobs').find().toArray()).flatMap((job) => job.reports);
for (const { bodyId } of named) {
  while ((await reports.findReceipt(bodyId)) === null) {
    await mode.services.relay.drain();
    await mode.services.followers.catchUp();
  }
}
await mode.stop();
await client.close();
