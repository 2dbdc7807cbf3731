import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leafHash } from '../../src/lib/merkle.js';
import { type KeySet, readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { compareWithLog } from '../../src/modules/transparency/published.js';
import { apis } from '../support/apis.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { headOf, readOf, reportOf, settleLog } from './support/log.js';

let app: TestApp;
let keys: KeySet;
let jobId: string;
let report: Json;
beforeAll(async () => {
  app = await startTestApp();
  keys = await readKeySet((await app.rest('GET', '/.well-known/jwks.json', { key: null })).body);
  ({ jobId } = await reportOf(app, 1));
  report = (await app.rest('GET', `/v1/jobs/${jobId}/report`)).body;
});
afterAll(() => app.stop());

const file = (name: string, bytes: string | Buffer) => ({ name, bytes: Buffer.from(bytes) });

describe.each(apis)('the receipt of a report over $name', (api) => {
  it('leads from the version to a published tree', async () => {
    const { body } = await api.call(app, 'report', { id: jobId });
    const { size } = await headOf(readOf(app));
    expect(body.integrity.log).toMatchObject({
      origin: 'service.test',
      leaf_index: 0,
      tree_size: size,
      inclusion_proof: [],
    });
    const bytes = Buffer.from(JSON.stringify(report));
    const { files } = await verifyReports([{ name: 'report.json', bytes }], keys);
    expect(files[0]).toMatchObject({ errors: [], logged: { leafIndex: 0, size } });
  });
});

it('is in the PDF, and agrees with the log', async () => {
  const answer = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, {
    headers: { 'x-api-key': pilotKey },
  });
  const pdf = Buffer.from(await answer.arrayBuffer());
  const { files, errors } = await verifyReports(
    [file('report.pdf', pdf), file('report.json', JSON.stringify(report))],
    keys,
  );
  expect([...errors, ...files.flatMap((one) => one.errors)]).toEqual([]);
  const [inPdf, inJson] = files.map(({ logged }) => logged);
  expect(inPdf).toEqual(inJson);
  if (!inPdf) throw new Error('the PDF has no receipt');
  expect((await compareWithLog(readOf(app), inPdf)).size).toBe(1);
});

it('is rejected for another version, and with the key of the reports', async () => {
  const { log, ...integrity } = report.integrity;
  const errorsOf = async (receipt: object, set = keys) => {
    const text = JSON.stringify({ ...report, integrity: { ...integrity, log: receipt } });
    return (await verifyReports([file('report.json', text)], set)).files[0]?.errors;
  };
  const other = leafHash('other').toString('base64');
  const path = { leaf_index: 1, tree_size: 2, inclusion_proof: [other] };
  expect(await errorsOf({ ...log, ...path })).toEqual([
    'integrity.log: tree_size: 2, but the checkpoint is of 1',
  ]);
  const reportKey = [...keys].filter(([, { use }]) => use === 'sig');
  expect(await errorsOf(log, new Map(reportKey))).toEqual([
    'integrity.log: the key set has no key of a log',
  ]);
});

it('is null until the version is logged, and is set once', async () => {
  const bodies = app.db.collection<{ _id: string; log: object }>('report_bodies');
  const { reports } = await app.services.jobs.get(jobId, {});
  const bodyId = reports[0]?.bodyId ?? '';
  const before = await bodies.findOne({ _id: bodyId });
  await bodies.updateOne({ _id: bodyId }, { $unset: { log: 1 } });
  const path = `/v1/jobs/${jobId}/report`;
  const unlogged = await app.rest('GET', path);
  expect(unlogged.body.integrity.log).toBeNull();
  await app.services.reports.setReceipt(bodyId, report.integrity.log);
  await app.services.reports.setReceipt(bodyId, { ...report.integrity.log, leaf_index: 7 });
  expect(await bodies.findOne({ _id: bodyId })).toEqual(before);
  await settleLog(app);
  const tag = unlogged.headers.get('etag') ?? '';
  expect((await app.rest('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200);
});
