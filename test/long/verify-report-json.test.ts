// The results of verify-report for the JSON of a report, and for several versions.
import { describe, expect, test } from 'vitest';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { sampleAnswer, sampleJob, sampleKey, sampleModel } from '../report/support/sample.js';
import {
  errorsOf as errorsBy,
  json,
  type Loose,
  type NamedFile,
  pdf,
  threeVersions,
} from '../report/support/verify.js';

const { key, keys, models, pdfs, answers } = await threeVersions();

const errorsOf = (...files: NamedFile[]) => errorsBy(keys, ...files);

/** Returns a changed copy of a response. */
function changed(index: number, change: (answer: Loose) => void): ReportAnswer {
  const copy = structuredClone(answers[index]!);
  change(copy);
  return copy;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Returns the next letter with the same first two bits: base64 of 64 bytes has four unused bits at the end. */
const sibling = (letter: string) => alphabet[alphabet.indexOf(letter) ^ 1]!;

describe('a report as JSON', () => {
  test('is verified as received, with any layout and order of members', async () => {
    const turned = Object.fromEntries(Object.entries(answers[0]!).reverse());
    const { files } = await verifyReports([json(answers[0]!), json(turned)], keys);
    expect(files[0]).toMatchObject({
      kind: 'json',
      reportId: models[0]!.content.report_id,
      versionNumber: 1,
      signedAt: '2026-03-02T10:00:00.000Z',
      keyId: key.keyId,
      thumbprint: key.keyId,
      errors: [],
    });
    expect(files[1]?.errors).toEqual([]);
  });

  test('stays verified when unsigned members have changed', async () => {
    const answer = changed(0, (copy: Loose) => {
      copy.view_count = 12;
      copy.is_current = false;
      copy.report_url = 'https://elsewhere.example/';
      copy.evidence_items[0].media_url = 'https://elsewhere.example/m';
      delete copy.created;
      delete copy.report_status;
    });
    expect(await errorsOf(json(answer))).toEqual([]);
  });

  test.each([
    ['the objective', (copy: Loose) => (copy.objective = 'Another')],
    ['the status', (copy: Loose) => (copy.status = 'disputed')],
    ['a check', (copy: Loose) => (copy.evidence_items[0].checks[0].result = 'warn')],
    ['a distance by a millimetre', (copy: Loose) => (copy.evidence_items[0].distance_m += 0.001)],
    ['a missing limitation', (copy: Loose) => copy.limitations.pop()],
    ['the order of evidence', (copy: Loose) => copy.evidence_items.reverse()],
    ['a media hash', (copy: Loose) => (copy.evidence_items[0].media_sha256 = '0'.repeat(64))],
    ['a change summary', (copy: Loose) => (copy.change_summary = null), 1],
  ] as [string, (copy: Loose) => void, number?][])(
    'is rejected after a change of %s',
    async (_label, change, index = 0) => {
      const errors = await errorsOf(json(changed(index, change)));
      expect(errors[0]).toMatch(/^content: the SHA-256 is/);
    },
  );

  test('shows which field was changed if there is an intact copy of the version', async () => {
    const errors = await errorsOf(
      json(changed(0, (copy: Loose) => (copy.steps[1].label = 'Nothing'))),
      pdf(pdfs[0]!),
    );
    expect(errors).toContain('/steps/1/label: changed against report.pdf');
  });

  test.each([
    [
      'version_number',
      (copy: Loose) => (copy.version_number = 2),
      /version_number: the file says 2, but 1 was signed/,
    ],
    [
      'content_sha256',
      (copy: Loose) => (copy.integrity.content_sha256 = '0'.repeat(64)),
      /content_sha256: the file says 0000/,
    ],
    [
      'signed_at',
      (copy: Loose) => (copy.integrity.signed_at = '2020-01-01T00:00:00.000Z'),
      /signed_at: the file says 2020/,
    ],
    [
      'key_id',
      (copy: Loose) => (copy.integrity.key_id = 'other'),
      /key_id: other is not in the key set/,
    ],
    [
      'previous_sha256',
      (copy: Loose) => (copy.integrity.previous_sha256 = '1'.repeat(64)),
      /previous_sha256/,
    ],
    [
      'signature',
      (copy: Loose) =>
        (copy.integrity.signature = copy.integrity.signature.replace(/.{6}$/, 'AAAAAA')),
      /integrity.signature: does not verify/,
    ],
    ['algorithm', (copy: Loose) => (copy.integrity.algorithm = 'none'), /\/integrity\/algorithm/],
    [
      'pdf.sha256',
      (copy: Loose) => (copy.integrity.pdf.sha256 = '0'.repeat(64)),
      /pdf_sha256: the file says 0000/,
    ],
    [
      'pdf.signature',
      (copy: Loose) => (copy.integrity.pdf.signature = copy.integrity.signature),
      /integrity.pdf.signature/,
    ],
  ] as [string, (copy: Loose) => void, RegExp][])(
    'an edited integrity member is an error that names it: %s',
    async (_member, change, message) => {
      expect((await errorsOf(json(changed(0, change)))).join('\n')).toMatch(message);
    },
  );

  test.each([
    ['spare bits', (jws: string) => jws.replace(/.$/, sibling)],
    ['padding', (jws: string) => `${jws}==`],
    ['a line break', (jws: string) => jws.replace(/.{5}$/, '\n$&')],
  ])('rejects a signature in another spelling: %s', async (_label, respell) => {
    const answer = changed(0, (copy: Loose) => {
      copy.integrity.signature = respell(copy.integrity.signature);
    });
    const same = (jws: string) => Buffer.from(jws.split('.')[2]!, 'base64url').toString('hex');
    // A different text for the same 64 bytes.
    expect(same(answer.integrity.signature)).toBe(same(answers[0]!.integrity.signature));
    expect(await errorsOf(json(answer))).toEqual([
      expect.stringMatching(/^integrity\.signature: not in its one spelling/),
    ]);
  });

  test.each([
    ['at the top', (copy: Loose) => (copy.comment = 'x'), '/comment: unknown member'],
    [
      'in evidence',
      (copy: Loose) => (copy.evidence_items[1].note = 'x'),
      '/evidence_items/1/note: unknown member',
    ],
    [
      'in the integrity block',
      (copy: Loose) => (copy.integrity.extra = 1),
      '/integrity/extra: unknown member',
    ],
    [
      'in a list that is not signed',
      (copy: Loose) => (copy.versions[0].x = 1),
      '/versions/0/x: unknown member',
    ],
  ] as [string, (copy: Loose) => void, string][])(
    'an unknown member %s is an error',
    async (_where, change, message) => {
      expect(await errorsOf(json(changed(0, change)))).toEqual([message]);
    },
  );

  test('that is too long to be parsed is an error only for that file', async () => {
    const long = json({ ...answers[0]!, summary: '\\'.repeat(4_000_000) });
    const { files } = await verifyReports([long, json(answers[1]!)], keys);
    expect(files.map(({ errors }) => errors)).toEqual([['too long to be read'], []]);
  });

  test('with a duplicate member is an error, wherever it appears', async () => {
    const text = JSON.stringify(answers[0]);
    const twice = text.replace('"objective":', '"objective":"Another","objective":');
    expect(await errorsOf({ name: 'a', bytes: Buffer.from(twice) })).toEqual([
      '/objective is given twice',
    ]);
  });

  test('with a missing member, a wrong type, invalid JSON or invalid UTF-8 is an error', async () => {
    expect(await errorsOf(json(changed(0, (copy: Loose) => delete copy.summary)))).toHaveLength(1);
    expect(await errorsOf(json(changed(0, (copy: Loose) => (copy.latitude = '52'))))).toHaveLength(
      1,
    );
    expect(await errorsOf({ name: 'a', bytes: Buffer.from('{') })).toHaveLength(1);
    expect(await errorsOf({ name: 'a', bytes: Buffer.from([0x22, 0xff, 0x22]) })).toEqual([
      'not UTF-8',
    ]);
  });

  test('signed by another key under the same kid is rejected', async () => {
    const forged = await sampleModel(sampleJob(), {
      key: { ...sampleKey(), keyId: key.keyId },
    });
    expect(await errorsOf(json(sampleAnswer(forged)))).toEqual([
      `integrity.signature: does not verify with key ${key.keyId}`,
    ]);
  });
});

describe('several versions', () => {
  test('are a chain in any order and from any version on', async () => {
    expect(await errorsOf(json(answers[2]!), json(answers[0]!), json(answers[1]!))).toEqual([]);
    expect(await errorsOf(json(answers[2]!), pdf(pdfs[1]!))).toEqual([]);
  });

  test('with a gap are an error', async () => {
    expect(await errorsOf(json(answers[2]!), json(answers[0]!))).toEqual([
      'version 2 is missing between 1 and 3',
    ]);
  });

  test('of which one does not follow the previous one are an error', async () => {
    const other = await sampleModel(sampleJob({ objective: 'Another past' }), { key });
    expect(await errorsOf(json(sampleAnswer(other)), json(answers[1]!))).toEqual([
      'version 2 does not follow version 1: its previous_sha256 differs',
    ]);
  });

  test('with two different contents of one version are an error', async () => {
    const other = await sampleModel(sampleJob({ objective: 'Another past' }), { key });
    expect(await errorsOf(json(sampleAnswer(other), 'a'), json(answers[0]!, 'b'))).toEqual([
      'version 1: a and b differ',
    ]);
  });

  test('from two reports are an error', async () => {
    const model = await sampleModel(sampleJob(), { key, reportId: 'another-report' });
    const errors = await errorsOf(json(sampleAnswer(model)), json(answers[0]!));
    expect(errors).toEqual([expect.stringMatching(/^the files belong to 2 reports/)]);
  });
});
