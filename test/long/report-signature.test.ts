// The signature as PDF readers see it, by poppler's pdfsig and by openssl, and the agreement of verify-report.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';
import { pemOf } from '../../src/lib/pki.js';
import { readSigningPair } from '../../src/lib/signing-pair.js';
import { renderPdf } from '../../src/modules/report/pdf/render.js';
import { fillHole } from '../../src/modules/report/pdf/signature-hole.js';
import {
  type CmsSigner,
  cmsBytesMax,
  encodeCms,
  readCms,
} from '../../src/modules/report/signing/cms.js';
import { signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { type KeySet, readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { issuePair, isThere, temporaryFolder } from '../report/support/authorities.js';
import {
  sampleItem,
  sampleJob,
  sampleKey,
  sampleModel,
  sampleSigner,
  versionOf,
} from '../report/support/sample.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const withPdfsig = test.skipIf(!isThere('pdfsig', '-v'));
const withOpenssl = test.skipIf(!isThere('openssl', 'version'));

const key = sampleKey();
let keys: KeySet;
let report: Buffer;
let own: CmsSigner;

async function signedReport(signer: CmsSigner): Promise<Buffer> {
  const model = await sampleModel(sampleJob({ evidence: [sampleItem(1)] }), { key, signer });
  model.signing.signatureBytes = await cmsBytesMax(signer);
  const version = versionOf(model.content, model.integrity);
  const signing = { signer, key, now: new Date(), stamp: null };
  return Buffer.from((await signPdf(await renderPdf(model, new Map()), version, signing)).bytes);
}

beforeAll(async () => {
  keys = await readKeySet({ keys: [key.publicJwk] });
  own = await sampleSigner();
  report = await signedReport(own);
});

const pathOf = (bytes: Buffer) => {
  writeFileSync(folder.at('report.pdf'), bytes);
  return folder.at('report.pdf');
};

const pdfsig = (bytes: Buffer) => spawnSync('pdfsig', [pathOf(bytes)], { encoding: 'utf8' }).stdout;

/** Returns true if pdfsig finds the signature valid and covering the whole file. */
function isValidByPdfsig(bytes: Buffer): boolean {
  const message = pdfsig(bytes);
  return message.includes('Signature is Valid') && message.includes('- Total document signed');
}

async function errorsOf(bytes: Buffer): Promise<string[]> {
  const { files } = await verifyReports([{ name: 'report.pdf', bytes }], keys);
  const [{ errors = [], uncovered = [] } = {}] = files;
  return [...errors, ...uncovered];
}

/** Returns the position of the signature's digits. */
function holeOf(bytes: Buffer) {
  const start = bytes.indexOf('/Contents <', bytes.indexOf('/ByteRange')) + '/Contents <'.length;
  return { start, end: bytes.indexOf('>', start) };
}

/** Returns the bytes covered by the signature. */
const coveredBy = (bytes: Buffer) => {
  const { start, end } = holeOf(bytes);
  return Buffer.concat([bytes.subarray(0, start - 1), bytes.subarray(end + 1)]);
};

/** Creates a deterministic random number generator. */
function draws(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a PDF reader', () => {
  withPdfsig.each([
    ['the own certificate', () => own],
    ['a certificate of RSA 3072 under an authority', () => issued('rsa', { modulusLength: 3072 })],
    [
      'a certificate of the curve P-384 under an authority',
      () => issued('ec', { namedCurve: 'P-384' }),
    ],
  ])('accepts a signature by %s, as does verify-report', async (_label, signerOf) => {
    const bytes = await signedReport(signerOf());
    const message = pdfsig(bytes);
    expect(message).toContain('Signature is Valid.');
    expect(message).toContain('- Total document signed');
    expect(message).toContain('ETSI.CAdES.detached');
    expect(await errorsOf(bytes)).toEqual([]);
  });

  withPdfsig('agrees with verify-report on 200 random changes', async () => {
    const draw = draws(17);
    const { start, end } = holeOf(report);
    const valid: string[] = [];
    for (let change = 0; change < 200; change++) {
      const bytes = Buffer.from(report);
      const at = draw(bytes.length - (end - start));
      // A byte covered by the signature; its own digits have a separate test.
      const place = at < start ? at : at + (end - start);
      bytes[place] = (bytes[place]! + 1 + draw(255)) % 256;
      const byPdfsig = isValidByPdfsig(bytes);
      const errors = await errorsOf(bytes);
      if (byPdfsig || errors.length === 0)
        valid.push(`byte ${place}: pdfsig ${byPdfsig}, ${errors}`);
    }
    expect(valid).toEqual([]);
    expect(isValidByPdfsig(report)).toBe(true);
    expect(await errorsOf(report)).toEqual([]);
  });

  withPdfsig('says no more of a changed signature than verify-report', async () => {
    const { start, end } = holeOf(report);
    let rejected = 0;
    for (let at = start; at < end; at += 41) {
      const bytes = Buffer.from(report);
      bytes[at] = bytes[at] === 0x30 ? 0x31 : 0x30;
      expect(await errorsOf(bytes), `digit ${at - start}`).not.toEqual([]);
      if (!isValidByPdfsig(bytes)) rejected++;
    }
    expect(rejected).toBeGreaterThan(0);
  });
});

function issued(type: 'rsa' | 'ec', options: { modulusLength?: number; namedCurve?: string }) {
  const { privateKey } = generateKeyPairSync(type as 'ec', options as { namedCurve: string });
  return issuePair(folder, { name: `Reports ${type}`, key: privateKey });
}

withOpenssl('openssl verifies the signature with the published certificate', () => {
  const { start, end } = holeOf(report);
  const digits = report.subarray(start, end).toString('latin1');
  writeFileSync(folder.at('signature.der'), Buffer.from(digits, 'hex'));
  writeFileSync(folder.at('covered'), coveredBy(report));
  writeFileSync(folder.at('certificate.pem'), pemOf(own.chain));
  const files = ['-in', folder.at('signature.der'), '-content', folder.at('covered')];
  const verify = (...more: string[]) =>
    spawnSync(
      'openssl',
      [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        ...files,
        ...more,
        '-out',
        '/dev/null',
      ],
      { encoding: 'utf8' },
    );
  const { stderr } = verify('-CAfile', folder.at('certificate.pem'));
  expect(stderr).toContain('Verification successful');
  writeFileSync(folder.at('covered'), Buffer.concat([coveredBy(report), Buffer.from('x')]));
  expect(verify('-CAfile', folder.at('certificate.pem')).status).not.toBe(0);
});

describe('a forger', () => {
  const xref = (text: string) => text.lastIndexOf('\nxref\n') + 1;
  /** Appends an incremental update after the signature that replaces the page tree. */
  function updated(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const [, root] = /\/Root (\d+) 0 R/.exec(text) ?? [];
    const object = `${root} 0 obj\n<< /Type /Catalog /Pages 9999 0 R >>\nendobj\n`;
    const entry = `${String(bytes.length).padStart(10, '0')} 00000 n \n`;
    const at = bytes.length + object.length;
    const table = `xref\n${root} 1\n${entry}trailer\n<< /Size 10000 /Root ${root} 0 R /Prev ${xref(text)} >>\n`;
    return Buffer.concat([bytes, Buffer.from(`${object}${table}startxref\n${at}\n%%EOF\n`)]);
  }
  /** Returns the same file with a byte range that ends before its last 100 bytes. */
  const shortened = (bytes: Buffer) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/(\/ByteRange \[0 \d+ \d+ )(\d+)/, (all, before, rest) =>
          `${before}${Number(rest) - 100}`.padEnd(all.length),
        ),
      'latin1',
    );

  test.each([
    ['appends an incremental update', updated, /^PDF: (not as|the trailer|no cross)/],
    [
      'appends a line',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n')]),
      /^PDF: not a PDF/,
    ],
    ['shortens the byte range', shortened, /^PDF: its signature does not name all of its bytes/],
  ])('who %s is detected', async (_label, forge, expectedText) => {
    const forged = forge(report);
    expect((await errorsOf(forged)).join('\n')).toMatch(expectedText);
    if (isThere('pdfsig', '-v')) expect(isValidByPdfsig(forged)).toBe(false);
  });

  test('who signs with another certificate of the same name is detected', async () => {
    const { start, end } = holeOf(report);
    const read = await readCms(Buffer.from(report.subarray(start, end).toString('latin1'), 'hex'));
    const stranger = await sampleSigner();
    const model = await sampleModel(sampleJob(), { key, signer: own });
    const rendered = await renderPdf(model, new Map());
    const signing = { signer: stranger, key, now: new Date(), stamp: null };
    const { bytes } = await signPdf(rendered, versionOf(model.content, model.integrity), signing);
    const message = expect.stringMatching(
      /^pages: signature: by a certificate that integrity\.json/,
    );
    expect(await errorsOf(Buffer.from(bytes))).toEqual([message]);
    // Only the certificate is replaced; the signature is genuine.
    const swapped = await encodeCms({ ...read!.parts, chain: stranger.chain });
    const room = { bytes: report, hole: { start: start - 1, end: end + 1 } };
    const filled = Buffer.from(fillHole(room, swapped.subarray(0, (end - start) / 2)));
    expect(await errorsOf(filled)).not.toEqual([]);
  });

  test('who adds a certificate to the genuine one is detected', async () => {
    const { start, end } = holeOf(report);
    const read = await readCms(Buffer.from(report.subarray(start, end).toString('latin1'), 'hex'));
    const { chain } = await sampleSigner();
    const more = await encodeCms({ ...read!.parts, chain: [...own.chain, ...chain] });
    expect((await readCms(more))?.parts.chain).toHaveLength(2);
    const room = { bytes: report, hole: { start: start - 1, end: end + 1 } };
    expect(() => fillHole(room, more)).toThrow('no room');
  });
});

test("the signature's placeholder fits a chain of the longest keys, and a signature that does not fit is an error", async () => {
  const long = issued('rsa', { modulusLength: 4096 });
  const chain = [...long.chain, ...Array.from({ length: 6 }, () => long.chain[1]!)];
  const signer = { ...long, chain };
  expect((await signedReport(signer)).length).toBeGreaterThan(report.length);
  const model = await sampleModel(sampleJob(), { key, signer });
  model.signing.signatureBytes = 1_000;
  const signing = { signer, key, now: new Date(), stamp: null };
  const rendered = await renderPdf(model, new Map());
  await expect(
    signPdf(rendered, versionOf(model.content, model.integrity), signing),
  ).rejects.toThrow('no room');
});

test('a PDF signed by a JWS still verifies, and each change of it is detected', async () => {
  const fixture = (name: string) =>
    readFileSync(new URL(`../fixtures/reports/signed-by-jws.${name}`, import.meta.url));
  const then = await readKeySet(JSON.parse(fixture('jwks.json').toString()));
  const old = { name: 'old.pdf', bytes: fixture('pdf') };
  const { files } = await verifyReports([old], then);
  expect(files[0]).toMatchObject({ errors: [], notes: ['content and pages verified'] });
  const bytes = Buffer.from(old.bytes);
  bytes[bytes.indexOf('/CreationDate (D:') + 20]! ^= 1;
  const changed = await verifyReports([{ ...old, bytes }], then);
  expect(changed.files[0]?.errors).toEqual([expect.stringMatching(/^pages: range_sha256/)]);
});

describe('a configured certificate', () => {
  withOpenssl('is taken with its key, line breaks written as \\n or not', () => {
    const pair = issuePair(folder, { name: 'Bought' });
    const now = new Date();
    for (const text of [(pem: string) => pem, (pem: string) => pem.replaceAll('\n', '\\n')]) {
      expect(readSigningPair(text(pair.chainPem), text(pair.keyPem), now).chain).toEqual(
        pair.chain,
      );
    }
  });

  withOpenssl('is refused at start in one line that names the setting and says why', () => {
    const one = issuePair(folder, { name: 'One' });
    const other = issuePair(folder, { name: 'Other' });
    const ended = issuePair(folder, { name: 'Ended', days: -1 });
    const ed25519 = issuePair(folder, {
      name: 'Ed',
      key: generateKeyPairSync('ed25519').privateKey,
    });
    const reversed = pemOf([...one.chain].reverse());
    const rootKey = readFileSync(folder.at('One-root-key.pem'), 'utf8');
    const cases: [string, string, RegExp][] = [
      [one.chainPem, '', /^REPORT_SIGNING_CERT and REPORT_SIGNING_KEY must be set together$/],
      ['', one.keyPem, /^REPORT_SIGNING_CERT and REPORT_SIGNING_KEY must be set together$/],
      ['no PEM', one.keyPem, /^REPORT_SIGNING_CERT has no certificate in PEM$/],
      [one.chainPem.slice(0, 200), one.keyPem, /^REPORT_SIGNING_CERT .* damaged: 1 of 1$/],
      [one.chainPem.repeat(5), one.keyPem, /^REPORT_SIGNING_CERT has more than 8 certificates$/],
      [one.chainPem, 'no PEM', /^REPORT_SIGNING_KEY must be a private key in PEM without a/],
      [one.chainPem, other.keyPem, /^REPORT_SIGNING_KEY does not fit the certificate$/],
      [ended.chainPem, ended.keyPem, /^REPORT_SIGNING_CERT expired on .* GMT$/],
      [reversed, rootKey, /^REPORT_SIGNING_CERT .*: certificate 2 did not issue certificate 1$/],
      [ed25519.chainPem, ed25519.keyPem, /^REPORT_SIGNING_CERT must be of RSA with at least 2048/],
    ];
    for (const [certificate, privateKey, expectedText] of cases) {
      const settings = { REPORT_SIGNING_CERT: certificate, REPORT_SIGNING_KEY: privateKey };
      expect(() => readConfig(settings)).toThrow(expectedText);
      expect(() => readConfig(settings)).toThrow(ConfigError);
    }
    const whole = { REPORT_SIGNING_CERT: one.chainPem, REPORT_SIGNING_KEY: one.keyPem };
    expect(readConfig(whole).reportSigning?.chain).toEqual(one.chain);
    expect(readConfig({}).reportSigning).toBeNull();
  });

  withOpenssl('is refused before it is valid, and once it has expired', () => {
    const { chainPem, keyPem } = issuePair(folder, { name: 'Time' });
    const inYears = new Date(Date.now() + 400 * 86_400_000);
    expect(() => readSigningPair(chainPem, keyPem, inYears)).toThrow(/expired on/);
    expect(() => readSigningPair(chainPem, keyPem, new Date(0))).toThrow(/is not valid before/);
  });
});
