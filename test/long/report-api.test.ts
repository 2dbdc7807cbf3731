import { createHash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentVersion } from '../../src/modules/job/report-version.js';
import { type KeySet, readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { snakeCase } from '../../src/rest/pydantic/names.js';
import {
  assignedJob,
  completedJob,
  eventTypes,
  storedJob,
  upload,
} from '../report/support/flow.js';
import { hours, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests inspect responses whose shape they assert
type Json = any;

const make = (jobId: string, options = {}) =>
  app.rest('POST', `/v1/jobs/${jobId}/reality-report`, options);
const read = (jobId: string, query = '', options = {}) =>
  app.rest('GET', `/v1/jobs/${jobId}/report${query}`, options);
const readPdf = (jobId: string, query = '', headers = {}, method = 'GET') =>
  app.fetch(`/v1/jobs/${jobId}/report.pdf${query}`, {
    method,
    headers: { 'x-api-key': pilotKey, ...headers },
  });
const feedback = (jobId: string, body: object) =>
  app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, { body });

async function keySet(): Promise<KeySet> {
  const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
  return readKeySet(body);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

const file = (name: string, content: unknown) => ({
  name,
  bytes: Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)),
});

async function errorsOf(...files: { name: string; bytes: Buffer }[]) {
  const verdict = await verifyReports(files, await keySet());
  return [...verdict.errors, ...verdict.files.flatMap((one) => one.errors)];
}

const reportFields = `headline { question answer answeredBy answeredAt confirmedBy evidenceId } answers { questionKey }
  schemaVersion reportId versionNumber isCurrent requestId jobId serviceKey
  serviceLabel reportTitle templateName templateVersion objective address latitude longitude status
  completedAt generatedAt summary requesterVerdict { verdict at } limitations evidenceLinks
  evidenceItems { evidenceId stepName mediaUrl mediaSha256 mediaType sizeBytes latitude longitude
    distanceM capturedAt receivedAt notes validationPassed validationErrors
    checks { name result measured threshold message } source }
  steps { stepName label status required instructions evidenceIds validationErrors completedAt }
  reportUrl pdfExportUrl
  changeSummary { fromVersion toVersion reason summary evidenceAdded evidenceRemoved stepsChanged
    changes { path kind before after } }
  firstViewedAt lastViewedAt firstPdfExportedAt lastPdfExportedAt viewCount pdfExportCount metadata
  previousReportId previousJobId
  versions { reportId versionNumber isCurrent status generatedAt contentSha256 reportUrl
    pdfExportUrl changeSummaryText }
  integrity { log { origin leafIndex treeSize inclusionProof checkpoint } algorithm contentSha256 previousSha256 signature keyId signedAt
    pdf { sha256 signature } timestamp { time authority token } }
  reportStatus created`;

const enums = new Set(['status', 'report_status', 'name', 'result', 'source', 'verdict', 'reason']);

/** Converts a GraphQL response to REST's names and values. */
function inRestForm(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((each) => inRestForm(each, name));
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' && enums.has(name) ? value.toLowerCase() : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const restName = snakeCase(key);
      return [restName, key === 'before' || key === 'after' ? each : inRestForm(each, restName)];
    }),
  );
}

const graphRead = (jobId: string, version: number | null = null) =>
  app.graphql(
    `query($jobId: ID!, $version: Int) { report(jobId: $jobId, version: $version) { ${reportFields} signedContent } }`,
    { jobId, version },
  );

/** Removes the members that differ from one read to the next. */
const still = ({ view_count: _c, last_viewed_at: _l, first_viewed_at: _f, ...rest }: Json) => rest;

describe('creating a report', () => {
  test('of a completed job creates version 1, signed and verifiable with the key set alone', async () => {
    const { jobId } = await completedJob(app);
    const { status, body } = await make(jobId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      schema_version: 'RealityReportV0',
      job_id: jobId,
      request_id: null,
      version_number: 1,
      is_current: true,
      created: true,
      status: 'completed',
      change_summary: null,
      view_count: 0,
      report_url: `http://service.test/v1/jobs/${jobId}/report?version=1`,
    });
    expect(body.completed_at).toBe((await storedJob(app, jobId)).submittedAt?.toISOString());
    expect(await errorsOf(file('v1.json', body))).toEqual([]);
    expect(await eventTypes(app, jobId)).toContain('report.version_created');
  });

  test('of unchanged content returns the current version and stores nothing', async () => {
    const { jobId } = await completedJob(app);
    const first = await make(jobId);
    await readPdf(jobId);
    const before = await storedJob(app, jobId);
    const { body } = await make(jobId);
    expect(body.created).toBe(false);
    expect(body.version_number).toBe(1);
    expect(body.integrity.signature).toBe(first.body.integrity.signature);
    expect((await storedJob(app, jobId)).revision).toBe(before.revision);
    expect(await app.db.collection('report_bodies').countDocuments({ jobId })).toBe(1);
  });

  test('of content that another release worded differently creates no version', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    const bodies = app.db.collection('report_bodies');
    const stored = await bodies.findOne({ jobId });
    const content = JSON.parse(stored?.['contentJson']);
    const older = { ...content, summary: 'All is well.', limitations: [] };
    await bodies.updateOne({ jobId }, { $set: { contentJson: JSON.stringify(older) } });
    expect((await make(jobId)).body.created).toBe(false);
    const moved = { ...older, address: 'Elsewhere' };
    await bodies.updateOne({ jobId }, { $set: { contentJson: JSON.stringify(moved) } });
    expect((await make(jobId)).body.created).toBe(true);
  });

  test('creates no version for a rating alone, one for a verdict, and another for more evidence', async () => {
    const { jobId } = await completedJob(app);
    const first = (await make(jobId)).body;
    await feedback(jobId, { rating: 4 });
    expect((await make(jobId)).body.created).toBe(false);

    await feedback(jobId, { verdict: 'accepted' });
    const second = (await make(jobId)).body;
    expect(second).toMatchObject({
      version_number: 2,
      created: true,
      requester_verdict: { verdict: 'accepted' },
      change_summary: { from_version: 1, to_version: 2, reason: 'feedback' },
    });

    await feedback(jobId, { verdict: 'needs_more', step_names: ['context'] });
    const token = (
      await app.graphql(
        'mutation($id: ID!) { assignJob(id: $id, input: {assigneeName: "Vera"}) { taskToken } }',
        { id: jobId },
      )
    ).data.assignJob.taskToken;
    await upload(app, token, { label: 'once more' });
    const third = (await make(jobId)).body;
    expect(third.version_number).toBe(3);
    expect(third.change_summary.evidence_added).toHaveLength(1);
    expect(third.change_summary.steps_changed).toContain('context');
    expect(third.versions.map((one: Json) => one.status)).toEqual([
      'superseded',
      'superseded',
      'current',
    ]);
    const files = [third, first, second].map((body, index) => file(`${index}.json`, body));
    expect(await errorsOf(...files)).toEqual([]);
  });

  test('before the evidence is complete is rejected, naming the unmet steps, over REST and GraphQL', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, token, { label: 'only one', stepName: 'context' });
    const before = await storedJob(app, jobId);
    const { status, body } = await make(jobId);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'report_not_ready' });
    expect(body.detail).toContain('arrival_overview, objective_closeup');
    const answer = await app.graphql(
      'mutation($id: ID!) { createRealityReport(id: $id) { reportId } }',
      { id: jobId },
    );
    expect(answer.errors?.[0]?.extensions['code']).toBe('REPORT_NOT_READY');
    expect({ ...(await storedJob(app, jobId)), outbox: [] }).toEqual({ ...before, outbox: [] });
  });

  test('returns the same over REST and GraphQL', async () => {
    const { jobId } = await completedJob(app);
    const rest = await make(jobId);
    await readPdf(jobId);
    const graph = await app.graphql(
      `mutation($id: ID!) { createRealityReport(id: $id) { ${reportFields} } }`,
      { id: jobId },
    );
    const answer = (await make(jobId)).body;
    expect(inRestForm(graph.data.createRealityReport)).toEqual(answer);
    expect(rest.body.integrity.content_sha256).toBe(answer.integrity.content_sha256);
  });
});

describe('access to reports', () => {
  test('requires a key with the scope, of the owner or an operator; others see nothing', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    const reader = await app.keyFor('readers', ['jobs:read']);
    const stranger = await app.keyFor('strangers', ['jobs:read', 'reports:write']);
    const before = await storedJob(app, jobId);
    for (const [answer, status, code] of [
      [await make(jobId, { key: null }), 401, 'api_key_missing'],
      [await make(jobId, { key: 'vk_live_wrong' }), 401, 'api_key_invalid'],
      [await make(jobId, { key: reader }), 403, 'scope_missing'],
      [await make(jobId, { key: stranger }), 404, 'job_not_found'],
      [await read(jobId, '', { key: null }), 401, 'api_key_missing'],
      [await read(jobId, '', { key: stranger }), 404, 'job_not_found'],
      [await make('no-such-job'), 404, 'job_not_found'],
    ] as const) {
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect((await readPdf(jobId, '', { 'x-api-key': stranger })).status).toBe(404);
    expect((await readPdf(jobId, '', { 'x-api-key': '' })).status).toBe(401);
    expect(await storedJob(app, jobId)).toMatchObject({
      reports: before.reports.map((one) => ({ bodyId: one.bodyId })),
    });
    const graph = await app.graphql(
      'query($id: ID!) { report(jobId: $id) { reportId } }',
      { id: jobId },
      { key: stranger },
    );
    expect(graph.data.report).toBeNull();
    expect(graph.errors?.[0]?.extensions['code']).toBe('JOB_NOT_FOUND');
  });
});

describe('reading a report', () => {
  test('before it exists returns 404 with the state in the hint', async () => {
    const { jobId } = await assignedJob(app);
    for (const answer of [await read(jobId), await read(jobId, '?version=1')]) {
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('report_not_found');
      expect(answer.body.hint).toContain('assigned');
    }
    expect((await readPdf(jobId)).status).toBe(404);
  });

  test('by version returns old versions unchanged, 404 above the latest, 422 below 1', async () => {
    const { jobId } = await completedJob(app);
    const first = (await make(jobId)).body;
    await feedback(jobId, { verdict: 'accepted' });
    await make(jobId);
    const old = (await read(jobId, '?version=1')).body;
    expect(old).toMatchObject({ version_number: 1, is_current: false });
    expect(old.integrity.content_sha256).toBe(first.integrity.content_sha256);
    expect(await errorsOf(file('old.json', old))).toEqual([]);
    expect((await read(jobId)).body.version_number).toBe(2);
    const above = await read(jobId, '?version=3');
    expect([above.status, above.body.code]).toEqual([404, 'report_version_not_found']);
    for (const query of ['?version=0', '?version=x', '?version=1.5']) {
      expect((await read(jobId, query)).status).toBe(422);
      expect((await readPdf(jobId, query)).status).toBe(422);
    }
    const graph = await graphRead(jobId, 0);
    expect(graph.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  test('returns the same over REST and GraphQL, and GraphQL returns the signed text', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    await readPdf(jobId);
    const rest = (await read(jobId)).body;
    const { signedContent, ...graph } = (await graphRead(jobId)).data.report;
    expect(still(inRestForm(graph))).toEqual(still(rest));
    expect(sha256(signedContent)).toBe(rest.integrity.content_sha256);
  });

  test('returns evidence links that work without a key, and are those of the items', async () => {
    const { jobId } = await completedJob(app);
    const { body } = await make(jobId);
    expect(body.evidence_links).toEqual(body.evidence_items.map((item: Json) => item.media_url));
    const link = new URL(body.evidence_links[0]);
    const media = await app.fetch(link.pathname + link.search);
    expect(media.status).toBe(200);
    expect((await media.arrayBuffer()).byteLength).toBe(body.evidence_items[0].size_bytes);
  });

  test('counts a 200, not a HEAD and not a 304; the tag stays', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    // The tag changes again when the PDF is signed.
    await readPdf(jobId);
    const first = await read(jobId);
    expect(first.body.view_count).toBe(1);
    expect(first.body.first_viewed_at).not.toBeNull();
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"/);
    const head = await app.rest('HEAD', `/v1/jobs/${jobId}/report`);
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    const unchanged = await read(jobId, '', { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    const second = await read(jobId);
    expect(second.body).toMatchObject({
      view_count: 2,
      first_viewed_at: first.body.first_viewed_at,
    });
    expect(second.headers.get('etag')).toBe(etag);
    expect((await graphRead(jobId)).data.report.viewCount).toBe(3);
  });

  test('changes the tag with the hour of the links and with the version', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    const tag = async () => (await read(jobId)).headers.get('etag');
    const first = await tag();
    await feedback(jobId, { verdict: 'accepted' });
    await make(jobId);
    const second = await tag();
    expect(second).not.toBe(first);
    app.advance(hours(1));
    expect(await tag()).not.toBe(second);
  });

  test('is emitted the first time, over any path', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    await Promise.all([read(jobId), read(jobId), readPdf(jobId), graphRead(jobId)]);
    const types = await eventTypes(app, jobId);
    expect(types.filter((type) => type === 'report.viewed')).toHaveLength(1);
  });
});

describe('the PDF', () => {
  test('is awaited when requested immediately; it is served as stored, named, tagged and verified', async () => {
    const { jobId } = await completedJob(app);
    const made = (await make(jobId)).body;
    const [early, other] = await Promise.all([readPdf(jobId), readPdf(jobId)]);
    expect(early.status).toBe(200);
    expect(Object.fromEntries(early.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="report-${made.report_id}-v1.pdf"`,
    });
    const bytes = Buffer.from(await early.arrayBuffer());
    expect(Buffer.from(await other.arrayBuffer()).equals(bytes)).toBe(true);
    expect(early.headers.get('content-length')).toBe(String(bytes.length));
    const report = (await read(jobId)).body;
    expect(early.headers.get('etag')).toBe(`"${report.integrity.pdf.sha256}"`);
    const verdict = await verifyReports(
      [file('v1.pdf', bytes), file('v1.json', report)],
      await keySet(),
    );
    expect(verdict.files[0]).toMatchObject({
      errors: [],
      notes: ['content and pages verified'],
    });
    const alone = await verifyReports([file('v1.pdf', bytes)], await keySet());
    expect(alone.files[0]).toMatchObject({ errors: [], notes: ['content and pages verified'] });
    const [stored] = (await storedJob(app, jobId)).reports;
    expect(stored?.pdf).toMatchObject({ sizeBytes: bytes.length });
    const { fileId } = stored!.pdf!;
    expect(await app.db.collection('pdfs.files').countDocuments({ filename: fileId })).toBe(1);
  });

  test('counts a 200 as an export, not a HEAD and not a 304', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    const etag = (await readPdf(jobId)).headers.get('etag')!;
    const head = await readPdf(jobId, '', {}, 'HEAD');
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    expect(head.headers.get('content-length')).not.toBe('0');
    const unchanged = await readPdf(jobId, '', { 'if-none-match': etag });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag]);
    const { body } = await read(jobId);
    expect(body.pdf_export_count).toBe(1);
    expect(body.first_pdf_exported_at).toBe(body.last_pdf_exported_at);
  });

  test('moves the state of the report from not_ready through generating to ready', async () => {
    const { jobId } = await completedJob(app);
    const state = async () => (await app.rest('GET', `/v1/jobs/${jobId}`)).body.report;
    expect(await state()).toMatchObject({ status: 'not_ready', version_count: 0 });
    const made = (await make(jobId)).body;
    expect(['generating', 'ready']).toContain(made.report_status);
    await readPdf(jobId);
    expect(await state()).toMatchObject({
      status: 'ready',
      version_number: 1,
      version_count: 1,
      report_id: made.report_id,
      generated_at: made.generated_at,
    });
    expect((await read(jobId)).body.report_status).toBe('ready');
  });
});

/** Returns a PDF without the parts added by signing: the time and the signature. */
function unsigned(pdf: Buffer): Buffer {
  const at = pdf.lastIndexOf('/ByteRange');
  const fields = pdf.subarray(at).toString('latin1');
  const blank = fields
    .replace(/(?<=\/Contents <)[0-9a-f]+(?=>)/, (digits) => '0'.repeat(digits.length))
    .replace(/(?<=\/M \(D:)\d{14}(?=Z\))/, '0'.repeat(14));
  expect(blank).not.toBe(fields);
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(blank, 'latin1')]);
}

describe('after a kill', () => {
  test('a version without its PDF gets it at the next start', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    await readPdf(jobId);
    const { reports } = await storedJob(app, jobId);
    const { bodyId } = reports[0]!;
    // The first PDF can be without the receipt if the log was slow.
    await expect.poll(() => app.services.reports.findReceipt(bodyId)).not.toBeNull();
    const withoutPdf = { $set: { reports: [{ ...reports[0], pdf: null }] } };
    const pending = { _id: bodyId, kind: 'body', jobId, startedAt: new Date() };
    /** Simulates a process killed between the version and its PDF, and the next start. */
    const renderedAgain = async () => {
      await app.db.collection<{ _id: string }>('jobs').updateOne({ _id: jobId }, withoutPdf);
      await app.db.collection<{ _id: string }>('report_pending').insertOne(pending);
      await app.services.reportPdfs.finish(new Date(app.now().getTime() + 1));
      return Buffer.from(await (await readPdf(jobId)).arrayBuffer());
    };
    const before = await renderedAgain();
    const again = await renderedAgain();
    const { pdf } = (await storedJob(app, jobId)).reports[0]!;
    expect(pdf).toMatchObject({ sha256: sha256(again), sizeBytes: again.length });
    // ECDSA creates a different signature each time; apart from it only the signing time differs.
    expect(unsigned(again).equals(unsigned(before))).toBe(true);
    const json = file('report.json', (await read(jobId)).body);
    expect(await errorsOf(file('report.pdf', again), json)).toEqual([]);
  });

  test('nothing is pending after all work is done', async () => {
    const { jobId } = await completedJob(app);
    await make(jobId);
    await readPdf(jobId);
    await expect.poll(() => app.db.collection('report_pending').countDocuments({ jobId })).toBe(0);
  });
});

test('a withdrawn version is no longer current, and the next version states its reason', async () => {
  const { jobId } = await completedJob(app);
  await make(jobId);
  await readPdf(jobId);
  const { reports } = await storedJob(app, jobId);
  await app.db
    .collection<{ _id: string }>('jobs')
    .updateOne({ _id: jobId }, { $set: { reports: [{ ...reports[0], withdrawnAt: app.now() }] } });
  const gone = await read(jobId);
  expect([gone.status, gone.body.code]).toEqual([404, 'report_not_found']);
  expect((await read(jobId, '?version=1')).body.versions[0].status).toBe('withdrawn');
  const next = (await make(jobId)).body;
  expect(next).toMatchObject({ version_number: 2, change_summary: { reason: 'withdrawal' } });
  expect(currentVersion((await storedJob(app, jobId)).reports)?.versionNumber).toBe(2);
});

test('the key set has the keys that sign reports, their PDFs and the log, and only their public halves', async () => {
  const answer = await app.rest('GET', '/.well-known/jwks.json', { key: null });
  expect(answer.headers.get('content-type')).toBe('application/jwk-set+json');
  const { reports, log } = app.services.serverKeys;
  const key = { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), alg: 'EdDSA' };
  const { chain } = await app.services.signingCertificates.current();
  const { publicKey } = new X509Certificate(chain[0]!);
  expect(answer.body).toEqual({
    keys: [
      { ...key, kid: reports.keyId, use: 'sig' },
      { ...key, kid: log.keyId, use: 'log' },
      {
        ...publicKey.export({ format: 'jwk' }),
        kid: expect.any(String),
        use: 'sig',
        x5c: chain.map((der) => der.toString('base64')),
        'x5t#S256': createHash('sha256').update(chain[0]!).digest('base64url'),
      },
    ],
  });
});
