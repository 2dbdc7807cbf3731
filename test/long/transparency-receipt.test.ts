import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOperator } from '../../scripts/demo/forge/operator.js';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import { signCheckpoint } from '../../src/lib/checkpoint.js';
import { leafHash } from '../../src/lib/merkle.js';
import { en } from '../../src/messages/report/en.js';
import { scriptText } from '../../src/messages/report/script-keys.js';
import type { LogReceipt } from '../../src/modules/report/integrity.js';
import { entryOf } from '../../src/modules/report/log-entry.js';
import type { ReportPdfModel } from '../../src/modules/report/pdf/model.js';
import { renderPdf } from '../../src/modules/report/pdf/render.js';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import type { CmsSigner } from '../../src/modules/report/signing/cms.js';
import { signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { type KeySet, readKeySet } from '../../src/modules/report/verify/key-set.js';
import { readAttachments } from '../../src/modules/report/verify/pdf-attachments.js';
import { readPdf } from '../../src/modules/report/verify/pdf-syntax.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { compareWithLog, LogFault } from '../../src/modules/transparency/published.js';
import { verifyReport } from '../../src/pages/client/report/verify.js';
import {
  sampleAnswer,
  sampleItem,
  sampleJob,
  sampleKey,
  sampleLogKey,
  sampleModel,
  sampleReceipt,
  sampleSigner,
} from '../report/support/sample.js';
import { entryAt } from '../transparency/support/log.js';

const text = scriptText(en);

const key = sampleKey();
const logKey = sampleLogKey();
const jwks = { keys: [key.publicJwk, logKey.publicJwk] };
let signer: CmsSigner;
let keys: KeySet;
let model: ReportPdfModel;
let log: LogReceipt;
let answer: ReportAnswer;

beforeAll(async () => {
  keys = await readKeySet(jwks);
  signer = await sampleSigner();
  const plain = await sampleModel(sampleJob({ evidence: [sampleItem(1)] }), { key, signer });
  log = await sampleReceipt(plain, 3, logKey.privateKey);
  model = { ...plain, log };
  answer = sampleAnswer(model);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const file = (value: object, name = 'report.json') => ({
  name,
  bytes: Buffer.from(JSON.stringify(value)),
});
const withReceipt = (receipt: LogReceipt | null): ReportAnswer => ({
  ...answer,
  integrity: { ...answer.integrity, log: receipt },
});

/** Returns the results of the command and of the page for a receipt. */
async function verify(receipt: LogReceipt | null, set = jwks) {
  const { files } = await verifyReports([file(withReceipt(receipt))], await readKeySet(set));
  const inPage = await verifyReport(withReceipt(receipt), set as never, text);
  return { errors: files[0]?.errors, logged: files[0]?.logged, inPage };
}

const root = Buffer.alloc(32, 7);
const resigned = (by: Parameters<typeof signCheckpoint>[1], size = 5) => ({
  ...log,
  checkpoint: signCheckpoint({ origin: log.origin, size, root }, by),
});
const withBehind = (text: string) => ({ ...log, checkpoint: log.checkpoint + text });
const stranger = generateKeyPairSync('ed25519').privateKey;
const hash = leafHash('other').toString('base64');
const turned = <T>(list: readonly T[]) => [...list].reverse();

describe('a receipt', () => {
  it('verifies with the key of the log, by the command and in the page, with and without WebCrypto', async () => {
    const { errors, logged, inPage } = await verify(log);
    expect([errors, inPage]).toEqual([[], []]);
    expect(logged).toMatchObject({ origin: 'verification.example', leafIndex: 3, size: 5 });
    vi.stubGlobal('crypto', {});
    expect(await verifyReport(answer, jwks as never, text)).toEqual([]);
  });

  it('that is missing is not an error', async () => {
    expect(await verify(null)).toEqual({ errors: [], logged: null, inPage: [] });
    const { log: _, ...integrity } = answer.integrity;
    const { files } = await verifyReports([file({ ...answer, integrity })], keys);
    expect(files[0]).toMatchObject({ errors: [], logged: null });
  });

  it.each<[string, () => LogReceipt, RegExp]>([
    ['another index', () => ({ ...log, leaf_index: 2 }), /not entry 2 of the tree/],
    ['an index beyond the tree', () => ({ ...log, leaf_index: 5 }), /not entry 5 of the tree/],
    ['another size', () => ({ ...log, tree_size: 6 }), /tree_size: 6, but the checkpoint is of 5/],
    ['no path', () => ({ ...log, inclusion_proof: [] }), /not entry 3/],
    [
      'a path in another order',
      () => ({ ...log, inclusion_proof: turned(log.inclusion_proof) }),
      /not entry 3/,
    ],
    [
      'a longer path',
      () => ({ ...log, inclusion_proof: [...log.inclusion_proof, hash] }),
      /not entry 3/,
    ],
    [
      'a path that is not a list of hashes',
      () => ({ ...log, inclusion_proof: ['AA==', ...log.inclusion_proof.slice(1)] }),
      /is no hash/,
    ],
    ['another root', () => resigned(logKey.privateKey), /not entry 3/],
    ['the key of a stranger', () => resigned(stranger), /not signed by the key of the log/],
    ['the key of the reports', () => resigned(key.privateKey), /not signed by the key of the log/],
    ['no signature', () => ({ ...log, checkpoint: 'nothing' }), /no signed note/],
    ['text after its signature', () => withBehind('All is well.'), /no signed note/],
    ['a line of text after its signature', () => withBehind('All is well.\n'), /no signed note/],
    ['an invalid signature', () => withBehind('— witness ====\n'), /no signed note/],
    ['another origin', () => ({ ...log, origin: 'other.example' }), /not of other\.example/],
  ])('with %s is rejected, by the command and in the page', async (_name, receipt, message) => {
    const { errors, logged, inPage } = await verify(receipt());
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(errors?.[0]).toMatch(/^integrity\.log: /);
    expect(logged).toBeNull();
    expect(inPage).toHaveLength(1);
    expect(inPage[0]).toMatch(/receipt of the transparency log/);
  });

  it('signed by the report key is rejected, even if the key set assigns that key to the log', async () => {
    const genuine = await sampleReceipt(model, 3, key.privateKey);
    const { errors, inPage } = await verify(genuine);
    expect(errors).toEqual([expect.stringMatching(/not signed by the key of the log/)]);
    expect(inPage).toHaveLength(1);
  });

  it('of another version is rejected', async () => {
    const other = await sampleModel(sampleJob({ evidence: [sampleItem(2)] }), { key });
    const { errors } = await verify(await sampleReceipt(other, 3, logKey.privateKey));
    expect(errors).toEqual([expect.stringMatching(/this version is not entry 3/)]);
  });

  it('next to one of another report needs no particular order', async () => {
    const reportId = 'another-report';
    const other = await sampleModel(sampleJob(), { key, reportId });
    const receipt = await sampleReceipt(other, 1, logKey.privateKey);
    const answers = [file(answer), file(sampleAnswer({ ...other, log: receipt }), 'other.json')];
    const { errors } = await verifyReports(answers, keys);
    expect(errors).toEqual([
      expect.stringMatching(/^the files belong to 2 reports/),
      expect.stringMatching(/two different trees of 5 entries/),
    ]);
  });

  it('is rejected next to one of another tree of the same size, or at another index', async () => {
    const errorsOf = async (other: LogReceipt) =>
      (await verifyReports([file(answer), file(withReceipt(other), 'copy.json')], keys)).errors;
    expect(await errorsOf(log)).toEqual([]);
    const moved = await sampleReceipt(model, 1, logKey.privateKey);
    expect(await errorsOf(moved)).toEqual([
      expect.stringMatching(/two different trees of 5 entries/),
      expect.stringMatching(/logged in another order/),
    ]);
  });
});

it('verifies a report of a forked log alone, and not against the public log', async () => {
  const operator = await createOperator('operator.example');
  const forged = await operator.sign(answer, model.content, new Date('2026-03-02T10:00:00Z'));
  const begin = [0, 1, 2].map((report) => entryAt(report, 1));
  const seen = [...begin, entryAt(3, 1), entryAt(4, 1), entryAt(5, 1)];
  const fork = [...begin, entryOf(model.content, forged.integrity), entryAt(4, 1)];
  const integrity = { ...forged.integrity, log: await operator.receipt(fork, 3) };
  const { files } = await verifyReports([file({ ...forged, integrity })], operator.keys);
  expect(files[0]?.errors).toEqual([]);
  const logged = files[0]?.logged;
  if (!logged) throw new Error('the fork does not verify by itself');
  expect((await compareWithLog(operator.publish(fork), logged)).size).toBe(5);
  const fault = await compareWithLog(operator.publish(seen), logged).catch((error) => error);
  expect(fault).toBeInstanceOf(LogFault);
  expect(String(fault)).toMatch(/fork: the first 5 entries are not those that the receipt proves/);
});

describe('a PDF', () => {
  const render = async (of: ReportPdfModel) => {
    const rendered = await renderPdf(of, new Map());
    const { report_id, version_number } = of.content;
    const { content_sha256 } = of.integrity;
    const { bytes } = await signPdf(
      rendered,
      { report_id, version_number, content_sha256 },
      { signer, key, now: new Date(), stamp: null },
    );
    return Buffer.from(bytes);
  };
  const verdictOf = async (bytes: Buffer) =>
    (await verifyReports([{ name: 'report.pdf', bytes }], keys)).files[0];

  it('embeds its receipt as receipt.json, which is verified', async () => {
    const bytes = await render(model);
    const embedded = readAttachments(readPdf(bytes)).get('receipt.json');
    expect(embedded?.toString()).toBe(canonicalJson(log));
    expect(await verdictOf(bytes)).toMatchObject({ errors: [], logged: { leafIndex: 3 } });
    const wrong = { ...model, log: { ...log, leaf_index: 0 } };
    expect((await verdictOf(await render(wrong)))?.errors).toEqual([
      expect.stringMatching(/^integrity\.log: this version is not entry 0/),
    ]);
  });

  it('created before its receipt has none, and verifies', async () => {
    const bytes = await render({ ...model, log: null });
    expect([...readAttachments(readPdf(bytes)).keys()]).not.toContain('receipt.json');
    expect(await verdictOf(bytes)).toMatchObject({ errors: [], logged: null });
  });
});
