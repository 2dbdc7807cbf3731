// The certificate and the timestamps of reports created by the whole service.
import { spawnSync } from 'node:child_process';
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificates } from '../../src/lib/certificates.js';
import { loadPki, ownBuffer } from '../../src/lib/pki.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import {
  issuePair,
  isThere,
  startTimestampAuthority,
  temporaryFolder,
} from '../report/support/authorities.js';
import { completedJob, storedJob } from '../report/support/flow.js';
import { pdfText } from '../report/support/pdf-text.js';
import { verifyCommand } from '../report/support/verify-command.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function readReport(app: TestApp, jobId: string) {
  const headers = { 'x-api-key': 'pilot-key-of-the-tests' };
  const pdf = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers });
  expect(pdf.status).toBe(200);
  const { body: json } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
  return { json, pdf: Buffer.from(await pdf.arrayBuffer()) };
}

async function makeReport(app: TestApp) {
  const { jobId } = await completedJob(app);
  const { status } = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  expect([200, 201]).toContain(status);
  return { jobId, ...(await readReport(app, jobId)) };
}

async function verdictsOf(
  app: TestApp,
  { json, pdf }: { json: object; pdf: Buffer },
  authorities: string | null = null,
) {
  const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
  const files = [
    { name: 'report.pdf', bytes: pdf },
    { name: 'report.json', bytes: Buffer.from(JSON.stringify(json)) },
  ];
  const list = authorities === null ? null : readCertificates(authorities);
  return verifyReports(files, await readKeySet(body), list);
}

/** Returns a token with a number in place of its certificate, signed by the same authority. */
async function withoutCertificateName(token: string): Promise<string> {
  const { asn1js, pkijs } = await loadPki();
  const content = pkijs.ContentInfo.fromBER(ownBuffer(Buffer.from(token, 'base64')));
  const signedData = new pkijs.SignedData({ schema: content.content });
  const [signer] = signedData.signerInfos;
  const attributes = signer!.signedAttrs!.attributes.filter(
    ({ type }) => type !== signingCertificateV2,
  );
  const number = new asn1js.Integer({ value: 1 });
  attributes.push(new pkijs.Attribute({ type: signingCertificateV2, values: [number] }));
  const signed = new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes });
  const bytes = Buffer.from(signed.toSchema().toBER());
  bytes[0] = 0x31;
  const key = createPrivateKey(readFileSync(folder.at('tsa-key.pem')));
  signer!.signedAttrs = signed;
  signer!.signature = new asn1js.OctetString({ valueHex: ownBuffer(sign('sha256', bytes, key)) });
  content.content = signedData.toSchema(true);
  return Buffer.from(content.toSchema().toBER()).toString('base64');
}
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47';

const pdfsig = (pdf: Buffer) => {
  writeFileSync(folder.at('report.pdf'), pdf);
  return spawnSync('pdfsig', [folder.at('report.pdf')], { encoding: 'utf8' }).stdout;
};

describe('the certificate', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());
  const readPem = async (path: string) => (await app.fetch(`/.well-known/${path}`)).text();

  test('signs the served PDFs, is in the key set, and has a dedicated key', async () => {
    const made = await makeReport(app);
    expect(made.json.integrity.timestamp).toBeNull();
    expect(made.json.limitations.at(-1)).toMatch(/^No authority outside the service/);
    const { files, errors } = await verdictsOf(app, made);
    expect([...errors, ...files.flatMap((file) => file.errors)]).toEqual([]);
    expect(files[0]!.notes).toContain('content and pages verified');
    if (isThere('pdfsig', '-v')) expect(pdfsig(made.pdf)).toContain('Signature is Valid.');
    const certificate = new X509Certificate(await readPem('report-signing.pem'));
    const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    const listed = body.keys.filter((one: { x5c?: string[] }) => one.x5c);
    expect(listed).toMatchObject([
      { kty: 'EC', crv: 'P-256', use: 'sig', x5c: [certificate.raw.toString('base64')] },
    ]);
    const kids = body.keys.map(({ kid }: { kid: string }) => kid);
    expect(new Set(kids).size).toBe(kids.length);
    expect(certificate.subject).toBe('CN=service.test');
  });

  test('of the sandbox is a different one, and does not exist before the first test key', async () => {
    expect((await app.fetch('/.well-known/sandbox-report-signing.pem')).status).toBe(404);
    await app.keyFor('tester', ['jobs:read'], 'test');
    const [live, test] = await Promise.all(
      ['report-signing.pem', 'sandbox-report-signing.pem'].map(readPem),
    );
    expect(new X509Certificate(test!).subject).toBe('CN=SANDBOX service.test');
    const keyOf = (pem: string) => new X509Certificate(pem).publicKey.export({ format: 'jwk' });
    expect(keyOf(test!)).not.toEqual(keyOf(live!));
  });
});

describe.skipIf(!isThere('an external authority', 'version'))('with an authority outside', () => {
  let app: TestApp;
  let authority: Awaited<ReturnType<typeof startTimestampAuthority>>;
  beforeAll(async () => {
    authority = await startTimestampAuthority(folder);
    const bought = issuePair(folder, { name: 'Bought reports' });
    app = await startTestApp({
      TSA_URL: authority.url,
      REPORT_SIGNING_CERT: bought.chainPem,
      REPORT_SIGNING_KEY: bought.keyPem,
    });
    // The certificate was issued in the same second.
    app.advance(2_000);
  });
  afterAll(async () => {
    await app.stop();
    await authority.stop();
  });

  test('timestamps version and PDF, as confirmed by openssl and verify-report', async () => {
    const made = await makeReport(app);
    const { timestamp, signature } = made.json.integrity;
    expect(timestamp.authority).toBe('Test TSA');
    expect(made.json.limitations.join()).not.toContain('No authority outside');
    const { files, errors } = await verdictsOf(app, made);
    expect([...errors, ...files.flatMap((file) => file.errors)]).toEqual([]);
    const message = `timestamp ${timestamp.time} by "Test TSA", not judged`;
    expect(files[1]!.notes).toContain(message);
    expect(files[0]!.notes).toContain(message);
    expect(files[0]!.notes.join()).toMatch(/pages timestamp .* by "Test TSA", not judged/);
    if (isThere('pdfsig', '-v')) {
      expect(pdfsig(made.pdf)).toContain('Signature is Valid.');
      expect(pdfsig(made.pdf)).toContain('Signer Certificate Common Name: Bought reports');
    }
    writeFileSync(folder.at('token.der'), Buffer.from(timestamp.token, 'base64'));
    writeFileSync(folder.at('signature.txt'), signature);
    const paths = ['-in', folder.at('token.der'), '-data', folder.at('signature.txt')];
    const checked = spawnSync(
      'openssl',
      ['ts', '-verify', '-token_in', ...paths, '-CAfile', folder.at('tsa-root.pem')],
      { encoding: 'utf8' },
    );
    expect(checked.stdout).toContain('Verification: OK');
    for (const [member, value] of [
      ['time', '2020-01-01T00:00:00.000Z'],
      ['authority', 'Another'],
      ['token', `${timestamp.token.slice(0, -8)}AAAAAAAA`],
    ]) {
      const json = structuredClone(made.json);
      json.integrity.timestamp[member!] = value;
      const { files: changed } = await verdictsOf(app, { ...made, json });
      expect(changed[1]!.errors.join(), member).toMatch(/^integrity\.timestamp/);
    }
  });

  test('gives two concurrent requests the same timestamp, the only one stored', async () => {
    const { jobId } = await makeReport(app);
    await app.jobs.updateOne({ _id: jobId }, { $unset: { 'reports.0.timestamp': '' } });
    const job = await app.services.jobs.get(jobId, {});
    const [header] = job.reports;
    const both = await Promise.all([
      app.services.timestamps.ensure(job, header!),
      app.services.timestamps.ensure(job, header!),
    ]);
    const { timestamp } = (await storedJob(app, jobId)).reports[0]!;
    expect(timestamp).toMatchObject({ authority: 'Test TSA' });
    expect(both).toEqual([timestamp, timestamp]);
  });

  test('whose signed parts are of another type is an error only for that file', async () => {
    const made = await makeReport(app);
    const json = structuredClone(made.json);
    json.integrity.timestamp.token = await withoutCertificateName(json.integrity.timestamp.token);
    const { files } = await verdictsOf(app, { ...made, json });
    expect(files.map(({ errors }) => errors)).toEqual([
      [],
      ['integrity.timestamp: not a timestamp token'],
    ]);
  });

  describe('checked against a list of authorities', () => {
    let made: Awaited<ReturnType<typeof makeReport>>;
    let strangers: string;
    const pem = (name: string) => readFileSync(folder.at(name), 'utf8');
    const errorsOf = async (list: string, report = made) => {
      const { files } = await verdictsOf(app, report, list);
      return files.map(({ errors }) => errors);
    };
    beforeAll(async () => {
      made = await makeReport(app);
      const own = issuePair(folder, { name: 'Stranger' });
      strangers = own.chainPem;
      const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
      writeFileSync(folder.at('jwks.json'), JSON.stringify(body));
      writeFileSync(folder.at('stamped.json'), JSON.stringify(made.json));
      writeFileSync(folder.at('stamped.pdf'), made.pdf);
      writeFileSync(folder.at('strangers.pem'), strangers);
    });

    test('is known by its root, by its own certificate, and among others', async () => {
      for (const list of [pem('tsa-root.pem'), pem('tsa.pem'), strangers + pem('tsa-root.pem')]) {
        const { files } = await verdictsOf(app, made, list);
        for (const { errors, notes, isStamped } of files) {
          expect({ errors, isStamped }).toEqual({ errors: [], isStamped: true });
          expect(notes.join()).toMatch(/timestamp [^,]* by "Test TSA", a known authority/);
        }
      }
    });

    test('is an error for version and pages if unknown', async () => {
      const unknown = 'by Test TSA, whom none of the given authorities certifies';
      expect(await errorsOf(strangers)).toEqual([
        [`integrity.timestamp: ${unknown}`, `pages: timestamp: ${unknown}`],
        [`integrity.timestamp: ${unknown}`],
      ]);
    });

    test('is unknown with the same name and key under a root of the same name', async () => {
      const key = createPrivateKey(pem('tsa-key.pem'));
      const impostor = issuePair(folder, { name: 'Test TSA', key }).chain[1]!;
      expect((await errorsOf(new X509Certificate(impostor).toString())).flat()).toHaveLength(3);
    });

    test('makes the command exit with 0 if known, and 1 if unknown, missing or without a list', async () => {
      const files = ['stamped.json', 'stamped.pdf'].map(folder.at);
      const root = ['--tsa-ca', folder.at('tsa-root.pem')];
      const known = verifyCommand(...files, ...root);
      expect(known, known.output).toMatchObject({ status: 0 });
      expect(known.output.match(/by "Test TSA", a known authority/g)).toHaveLength(3);
      const unknown = verifyCommand(...files, '--tsa-ca', folder.at('strangers.pem'));
      expect(unknown.status).toBe(1);
      expect(unknown.output).toMatch(/^WRONG {2}stamped\.json: /m);
      expect(unknown.output).toContain('integrity.timestamp: by Test TSA, whom none');
      const { timestamp: _, ...integrity } = made.json.integrity;
      writeFileSync(folder.at('bare.json'), JSON.stringify({ ...made.json, integrity }));
      const bare = verifyCommand(folder.at('bare.json'), ...root);
      expect(bare.status).toBe(1);
      expect(bare.output).toContain('WRONG  no timestamp by any of the given authorities');
      const path = folder.at('stamped.json');
      expect(verifyCommand(path, '--tsa-ca', path)).toEqual({
        status: 1,
        output: `${path}: has no certificate in PEM\n`,
      });
    });
  });

  test('is not required while unavailable: the report says so, and is timestamped within 24 h, once', async () => {
    authority.state.away = true;
    const made = await makeReport(app);
    expect(made.json.integrity.timestamp).toBeNull();
    // The signed limitations are older than the authority's response; the document is not.
    expect(made.json.limitations.join()).not.toContain('authority');
    expect(await pdfText(made.pdf)).toContain('The timestamp authority did not answer when this');
    const { files } = await verdictsOf(app, made);
    expect(files[0]).toMatchObject({ errors: [], uncovered: [], isStamped: false });
    app.advance(hours(1));
    const before = authority.state.requests;
    await app.services.timestamps.retryDue();
    expect(authority.state.requests).toBe(before + 1);
    authority.state.away = false;
    app.advance(hours(22));
    await app.services.timestamps.retryDue();
    const later = await readReport(app, made.jobId);
    expect(later.json.integrity.timestamp).toMatchObject({ authority: 'Test TSA' });
    expect(later.pdf.equals(made.pdf)).toBe(true);
    const { files: verified } = await verdictsOf(app, later);
    expect(verified.map(({ errors, isStamped }) => [errors, isStamped])).toEqual([
      [[], false],
      [[], true],
    ]);
    const requested = authority.state.requests;
    app.advance(hours(2));
    await app.services.timestamps.retryDue();
    expect(authority.state.requests).toBe(requested);
  });

  test('whose response is damaged counts as unavailable, and is not called after 24 h', async () => {
    authority.state.spoil = (answer) => Buffer.from(answer.map((byte, at) => (at > 99 ? 0 : byte)));
    const made = await makeReport(app);
    expect(made.json.integrity.timestamp).toBeNull();
    expect((await storedJob(app, made.jobId)).reports[0]?.timestamp).toBeUndefined();
    app.advance(hours(25));
    await app.services.timestamps.retryDue();
    const requested = authority.state.requests;
    app.advance(hours(2));
    await app.services.timestamps.retryDue();
    expect(authority.state.requests).toBe(requested);
    expect(await app.db.collection('report_timestamps').countDocuments()).toBe(0);
  });
});
