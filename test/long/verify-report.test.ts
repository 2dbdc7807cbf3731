import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { CompactSign } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import { compiledUrl } from '../../src/lib/compiled.js';
import { sha256 } from '../../src/modules/report/integrity.js';
import type { ReportPdfModel } from '../../src/modules/report/pdf/model.js';
import { renderPdf } from '../../src/modules/report/pdf/render.js';
import { fillHole, type RenderedPdf } from '../../src/modules/report/pdf/signature-hole.js';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import type { CmsSigner } from '../../src/modules/report/signing/cms.js';
import { claimCertificates, signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { type KeySet, readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import {
  sampleAnswer,
  sampleItem,
  sampleJob,
  sampleKey,
  sampleModel,
  samplePhoto,
  sampleSigner,
  versionOf,
} from '../report/support/sample.js';

// biome-ignore lint/suspicious/noExplicitAny: tests break answers in ways that no type allows
type Loose = any;

const key = sampleKey();
let signer: CmsSigner;
let keys: KeySet;
let models: ReportPdfModel[];
let pdfs: Buffer[];
let answers: ReportAnswer[];

beforeAll(async () => {
  keys = await readKeySet({ keys: [key.publicJwk] });
  signer = await sampleSigner();
  const renderer = createReportPdfRenderer();
  const photo = await samplePhoto(200, 150);
  models = [];
  for (const count of [3, 4, 5]) {
    const before = models.at(-1);
    const evidence = Array.from({ length: count }, (_, index) => sampleItem(index + 1));
    models.push(
      await sampleModel(sampleJob({ evidence }), {
        key,
        signer,
        previous: before ? { content: before.content, withdrawn: false } : null,
        previousSha256: before?.integrity.content_sha256 ?? null,
      }),
    );
  }
  pdfs = [];
  answers = [];
  for (const model of models) {
    const rendered = await renderer.render(model, async () => photo);
    const { report_id, version_number } = model.content;
    const { content_sha256 } = model.integrity;
    const { bytes, integrity } = await signPdf(
      rendered,
      { report_id, version_number, content_sha256 },
      { signer, key, now: new Date('2026-03-02T10:00:01Z'), stamp: null },
    );
    pdfs.push(Buffer.from(bytes));
    answers.push(sampleAnswer(model, integrity));
  }
  await renderer.close();
});

const json = (answer: object, name = 'report.json') => ({
  name,
  bytes: Buffer.from(JSON.stringify(answer, null, 2)),
});
const pdf = (bytes: Buffer, name = 'report.pdf') => ({ name, bytes });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The next letter, whose first two bits are the same: 64 bytes end in four spare bits. */
const sibling = (letter: string) => alphabet[alphabet.indexOf(letter) ^ 1]!;

/** Every error of a verification, those between files last. */
async function errorsOf(...files: { name: string; bytes: Buffer }[]) {
  const { files: verdicts, errors } = await verifyReports(files, keys);
  return [...verdicts.flatMap((verdict) => verdict.errors), ...errors];
}

/** A copy of an answer, changed. */
function changed(index: number, change: (answer: Loose) => void): ReportAnswer {
  const copy = structuredClone(answers[index]!);
  change(copy);
  return copy;
}

describe('a report as JSON', () => {
  test('is verified as it was answered, whatever its layout and order of members', async () => {
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

  test('stays verified when what is not signed has changed', async () => {
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
    ['a limitation left out', (copy: Loose) => copy.limitations.pop()],
    ['the order of evidence', (copy: Loose) => copy.evidence_items.reverse()],
    ['a media hash', (copy: Loose) => (copy.evidence_items[0].media_sha256 = '0'.repeat(64))],
    ['a change summary', (copy: Loose) => (copy.change_summary = null), 1],
  ] as [string, (copy: Loose) => void, number?][])(
    'is refused after a change of %s',
    async (_what, change, index = 0) => {
      const errors = await errorsOf(json(changed(index, change)));
      expect(errors[0]).toMatch(/^content: the SHA-256 is/);
    },
  );

  test('an intact copy of the version shows which field was changed', async () => {
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
  ])('a signature in another spelling is refused: %s', async (_what, respell) => {
    const answer = changed(0, (copy: Loose) => {
      copy.integrity.signature = respell(copy.integrity.signature);
    });
    const same = (jws: string) => Buffer.from(jws.split('.')[2]!, 'base64url').toString('hex');
    // Another text for the same 64 bytes.
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

  test('a member given twice is an error, wherever it stands', async () => {
    const text = JSON.stringify(answers[0]);
    const twice = text.replace('"objective":', '"objective":"Another","objective":');
    expect(await errorsOf({ name: 'a', bytes: Buffer.from(twice) })).toEqual([
      '/objective is given twice',
    ]);
  });

  test('a missing member, a wrong type, no JSON, no UTF-8 are errors', async () => {
    expect(await errorsOf(json(changed(0, (copy: Loose) => delete copy.summary)))).toHaveLength(1);
    expect(await errorsOf(json(changed(0, (copy: Loose) => (copy.latitude = '52'))))).toHaveLength(
      1,
    );
    expect(await errorsOf({ name: 'a', bytes: Buffer.from('{') })).toHaveLength(1);
    expect(await errorsOf({ name: 'a', bytes: Buffer.from([0x22, 0xff, 0x22]) })).toEqual([
      'not UTF-8',
    ]);
  });

  test('a report signed by another key under the same kid is refused', async () => {
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

  test('a gap is an error', async () => {
    expect(await errorsOf(json(answers[2]!), json(answers[0]!))).toEqual([
      'version 2 is missing between 1 and 3',
    ]);
  });

  test('a version that does not follow the one before is an error', async () => {
    const other = await sampleModel(sampleJob({ objective: 'Another past' }), { key });
    expect(await errorsOf(json(sampleAnswer(other)), json(answers[1]!))).toEqual([
      'version 2 does not follow version 1: its previous_sha256 differs',
    ]);
  });

  test('two different contents of one version are an error', async () => {
    const other = await sampleModel(sampleJob({ objective: 'Another past' }), { key });
    expect(await errorsOf(json(sampleAnswer(other), 'a'), json(answers[0]!, 'b'))).toEqual([
      'version 1: a and b differ',
    ]);
  });

  test('files of two reports are an error', async () => {
    const model = await sampleModel(sampleJob(), { key, reportId: 'another-report' });
    const errors = await errorsOf(json(sampleAnswer(model)), json(answers[0]!));
    expect(errors).toEqual([expect.stringMatching(/^the files belong to 2 reports/)]);
  });
});

describe('a report as PDF', () => {
  test.each([
    ['alone', () => []],
    ['with its JSON', () => [json(answers[0]!)]],
    ['with a JSON from before it was made', () => [json(sampleAnswer(models[0]!))]],
  ])('is verified with its pages: %s', async (_how, beside) => {
    const { files } = await verifyReports([pdf(pdfs[0]!), ...beside()], keys);
    expect(files[0]).toMatchObject({
      kind: 'pdf',
      versionNumber: 1,
      notes: ['content and pages verified'],
      uncovered: [],
      errors: [],
    });
  });

  test('a changed page is found, and a JSON beside it says so too', async () => {
    const bytes = Buffer.from(pdfs[0]!);
    // The byte lies in a content stream, so that the file keeps its shape.
    bytes[bytes.indexOf('stream\n') + 40]! ^= 1;
    const signed = expect.stringMatching(/^pages: range_sha256: the file says/);
    expect(await errorsOf(pdf(bytes))).toEqual([signed]);
    expect(await errorsOf(pdf(bytes), json(answers[0]!))).toEqual([
      signed,
      'pages: not the PDF that report.json names',
    ]);
  });

  describe('with forged pages around the true attachments', () => {
    let forged: RenderedPdf;
    beforeAll(async () => {
      const renderer = createReportPdfRenderer();
      const content = { ...models[0]!.content, summary: 'Everything is as it should be.' };
      forged = await renderer.render({ ...models[0]!, content }, async () => null);
      await renderer.close();
    });
    const signature = (bytes: Buffer) => /\/Contents <([0-9a-f]+)>/.exec(bytes.toString('latin1'))!;

    test.each([
      [
        'and no signature',
        () => Buffer.from(forged.bytes),
        /^pages: signature: not a CMS as this service writes it/,
      ],
      [
        'and the signature of the true pages',
        () => {
          const [, digits] = signature(pdfs[0]!);
          return Buffer.from(fillHole(forged, Buffer.from(digits!, 'hex')));
        },
        /^pages: range_sha256: the file says/,
      ],
    ])('%s it is refused, whatever the JSON says', async (_how, forge, message) => {
      const early = sampleAnswer(models[0]!);
      for (const beside of [[], [json(early)]]) {
        expect(await errorsOf(pdf(forge()), ...beside)).toEqual([expect.stringMatching(message)]);
      }
    });

    const signedBy = async (rendered: RenderedPdf, other: CmsSigner) => {
      const now = new Date('2026-03-02T10:00:01Z');
      const version = versionOf(models[0]!.content, models[0]!.integrity);
      const { bytes } = await signPdf(rendered, version, { signer: other, key, now, stamp: null });
      return pdf(Buffer.from(bytes));
    };

    test('and a signature by another certificate, it is refused', async () => {
      expect(await errorsOf(await signedBy(forged, await sampleSigner()))).toEqual([
        expect.stringMatching(
          /^pages: signature: by a certificate that integrity\.json does not name \(SHA-256 /,
        ),
      ]);
    });

    test('that name another certificate by a key that only claims the id, it is refused', async () => {
      const stranger = { ...sampleKey(), keyId: key.keyId };
      const other = await sampleSigner();
      const version = versionOf(models[0]!.content, models[0]!.integrity);
      const certificates = await claimCertificates(version, { signer: other, key: stranger });
      const signing = { ...models[0]!.signing, certificates };
      const rendered = await renderPdf({ ...models[0]!, signing }, new Map());
      expect(await errorsOf(await signedBy(rendered, other))).toEqual([
        `pages: certificates.signature: does not verify with key ${key.keyId}`,
      ]);
    });

    test('and the signature taken out, its pages are not verified', async () => {
      const bytes = withoutSignature(Buffer.from(forged.bytes));
      for (const beside of [[], [json(sampleAnswer(models[0]!))]]) {
        const { files } = await verifyReports([pdf(bytes), ...beside], keys);
        expect(files[0]).toMatchObject({ errors: [], notes: [] });
        expect(files[0]!.uncovered).toEqual([
          expect.stringMatching(/^content verified, pages not: the PDF has no signature/),
        ]);
      }
      expect(await errorsOf(pdf(bytes), json(answers[0]!))).toEqual([
        'pages: not the PDF that report.json names',
      ]);
    });
  });

  test('from before PDFs were signed inside, the JSON that names it covers its pages', async () => {
    const bytes = withoutSignature(pdfs[0]!);
    const { report_id, version_number } = models[0]!.content;
    const { content_sha256 } = models[0]!.integrity;
    const version = { report_id, version_number, content_sha256 };
    const pdf_sha256 = sha256(bytes);
    const payload = canonicalJson({ ...version, pdf_sha256 });
    const signature = await new CompactSign(Buffer.from(payload))
      .setProtectedHeader({ alg: 'EdDSA', kid: key.keyId })
      .sign(key.privateKey);
    const integrity = { sha256: pdf_sha256, signature };
    const { files } = await verifyReports(
      [pdf(bytes), json(sampleAnswer(models[0]!, integrity))],
      keys,
    );
    expect(files[0]).toMatchObject({ notes: ['content and pages verified'], uncovered: [] });
  });

  test.each([
    ['behind the signature', (digits: string) => digits.replace(/0$/, '1')],
    ['in capitals', (digits: string) => digits.replace(/[a-f]/g, (digit) => digit.toUpperCase())],
    ['a sign of the signature', (digits: string) => digits.replace(/^../, '66')],
  ])('digits changed in the hole (%s) are refused', async (_where, change) => {
    const text = pdfs[0]!.toString('latin1');
    const changedText = text.replace(/(?<=\/Contents <)[0-9a-f]+/, (digits: string) =>
      change(digits),
    );
    expect(changedText).not.toBe(text);
    expect(await errorsOf(pdf(Buffer.from(changedText, 'latin1')))).toHaveLength(1);
  });

  test('an incremental update, which could put another report over ours, is refused', async () => {
    const update = `1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 0\ntrailer\n<< >>\nstartxref\n${pdfs[0]!.length}\n%%EOF\n`;
    const errors = await errorsOf(pdf(Buffer.concat([pdfs[0]!, Buffer.from(update)])));
    expect(errors).toEqual([expect.stringMatching(/^PDF: /)]);
  });

  test('bytes behind the end or before the first object are refused', async () => {
    const [original] = pdfs;
    expect(await errorsOf(pdf(Buffer.concat([original!, Buffer.from('\n')])))).toHaveLength(1);
    const padded = Buffer.concat([
      original!.subarray(0, 15),
      Buffer.from('%x\n'),
      original!.subarray(15),
    ]);
    expect(await errorsOf(pdf(padded))).toHaveLength(1);
  });

  test.each([
    [
      'a second embedded report',
      (file: string) => file.replace('/AFRelationship /Supplement', '/EF << /F 9 0 R >>'),
    ],
    ['a renamed embedded report', (file: string) => file.replace(/\/UF \(report-/, '/UF (rapport')],
    ['a hidden object stream', (file: string) => file.replace('/Type /Catalog', '/Type /ObjStm')],
    [
      'an encrypted trailer',
      (file: string) => file.replace('trailer\n<<', 'trailer\n<<\n/Encrypt 1 0 R'),
    ],
  ])('%s is refused', async (_what, change) => {
    const before = pdfs[0]!.toString('latin1');
    const after = change(before);
    expect(after).not.toBe(before);
    expect(await errorsOf(pdf(reindexed(after)))).toEqual([expect.stringMatching(/^PDF: /)]);
  });

  test('an embedded report that was exchanged is refused', async () => {
    const text = withoutSignature(pdfs[0]!).toString('latin1');
    const content = { ...models[0]!.content, objective: 'Another' };
    const packed = deflateSync(Buffer.from(JSON.stringify(content))).toString('latin1');
    const object =
      /(\/Type \/EmbeddedFile[\s\S]*?\/Length )\d+([\s\S]*?stream\n)[\s\S]*?(\nendstream)/;
    const forged = text.replace(object, (_, a, b, c) => `${a}${packed.length}${b}${packed}${c}`);
    const errors = await errorsOf(pdf(reindexed(forged)));
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/not in canonical form/),
        expect.stringMatching(/^content: the SHA-256 is/),
      ]),
    );
  });

  test('no cut of the file is taken for the whole', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const cut = pdfs[0]!.subarray(0, Math.floor(pdfs[0]!.length * part));
      expect(await errorsOf(pdf(cut))).toEqual([expect.stringMatching(/^PDF: /)]);
    }
  });

  test('damage of any kind is an error and never a crash', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const bytes = Buffer.from(pdfs[0]!);
      for (let hit = 0; hit < 3; hit++) {
        bytes[(seed * 7919 + hit * 104_729) % bytes.length] = (seed * 31 + hit * 17) % 256;
      }
      if (bytes.equals(pdfs[0]!)) continue;
      expect(await errorsOf(pdf(bytes))).not.toEqual([]);
    }
  });
});

/** A PDF that names no signature; every byte keeps its place. */
function withoutSignature(bytes: Buffer): Buffer {
  const form = /\/AcroForm \d+ 0 R/;
  const text = bytes.toString('latin1');
  expect(text).toMatch(form);
  return Buffer.from(
    text.replace(form, (part) => ' '.repeat(part.length)),
    'latin1',
  );
}

/** The file with a cross-reference table that fits its objects again. */
function reindexed(text: string): Buffer {
  const tableAt = text.lastIndexOf('\nxref\n') + 1;
  const count = Number(/^xref\n0 (\d+)/.exec(text.slice(tableAt))?.[1]);
  const trailer = text.slice(text.indexOf('trailer\n', tableAt), text.lastIndexOf('startxref\n'));
  const entries = Array.from({ length: count - 1 }, (_, index) => {
    const at = text.search(new RegExp(`(?<=\\n)${index + 1} 0 obj\\n`));
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`;
  return Buffer.from(
    `${text.slice(0, tableAt)}${table}${trailer}startxref\n${tableAt}\n%%EOF\n`,
    'latin1',
  );
}

test('the rebuilt table of these tests is the one of the file, so that it hides nothing', () => {
  expect(reindexed(pdfs[0]!.toString('latin1')).equals(pdfs[0]!)).toBe(true);
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-report-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  const script = compiledUrl(
    new URL('../../scripts/verify-report.ts', import.meta.url).href,
    './verify-report.js',
  );
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script.pathname, ...args], {
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };

  beforeAll(() => {
    writeFileSync(path('jwks.json'), JSON.stringify({ keys: [key.publicJwk] }));
    for (const [index, answer] of answers.entries()) {
      writeFileSync(path(`v${index + 1}.json`), JSON.stringify(answer));
      writeFileSync(path(`v${index + 1}.pdf`), pdfs[index]!);
    }
    writeFileSync(path('bad.json'), JSON.stringify({ ...answers[0], address: 'Elsewhere' }));
  });

  test('exits 0 with one line for each file and the thumbprint, with the keys beside the first', () => {
    const { status, output } = run(path('v2.json'), path('v1.pdf'), path('v1.json'));
    expect(status).toBe(0);
    const about = (version: number) =>
      `report ${models[0]!.content.report_id}, version ${version}, signed 2026-03-02T10:00:00.000Z, key ${key.keyId}`;
    const unlogged = 'not logged: it has no receipt of the transparency log';
    expect(output.split('\n').slice(0, 4)).toEqual([
      `ok     v2.json: ${about(2)}; ${unlogged}`,
      `ok     v1.pdf: ${about(1)}; content and pages verified; ${unlogged}`,
      `ok     v1.json: ${about(1)}; ${unlogged}`,
      `key thumbprint (RFC 7638): ${key.keyId}`,
    ]);
  });

  test('exits 1 and says what is wrong', () => {
    const { status, output } = run(path('bad.json'), path('v1.pdf'));
    expect(status).toBe(1);
    expect(output).toContain('WRONG  bad.json');
    expect(output).toContain('/address: changed against v1.pdf');
  });

  test('exits 1 without files, without a key set, and for a file that is not there', () => {
    expect(run().status).toBe(1);
    expect(run(path('v1.json'), '--jwks', path('none.json')).status).toBe(1);
    expect(run(path('none.json')).status).toBe(1);
  });

  test('exits 1 for a PDF whose pages no signature covers', () => {
    writeFileSync(path('bare.pdf'), withoutSignature(pdfs[0]!));
    const { status, output } = run(path('bare.pdf'));
    expect(status).toBe(1);
    expect(output).toMatch(/^partly bare\.pdf: report .*; content verified, pages not: /);
    expect(run(path('v1.pdf')).status).toBe(0);
  });

  test('a key that claims the id of another is refused with its thumbprint', async () => {
    const stranger = sampleKey();
    const forged = await sampleModel(sampleJob({ objective: 'Forged' }), {
      key: { ...stranger, keyId: key.keyId },
    });
    writeFileSync(path('forged.json'), JSON.stringify(sampleAnswer(forged)));
    const claimed = { ...stranger.publicJwk, kid: key.keyId };
    writeFileSync(path('forged-keys.json'), JSON.stringify({ keys: [claimed] }));
    const { status, output } = run(path('forged.json'), '--jwks', path('forged-keys.json'));
    expect(status).toBe(1);
    expect(output).toBe(
      `${path('forged-keys.json')}: key 1 of the set claims the id "${key.keyId}", but its thumbprint is ${stranger.keyId}\n`,
    );
  });

  test.each([
    ['null', 'not a key set: it has no list "keys"'],
    ['{"keys":{}}', 'not a key set: it has no list "keys"'],
    ['{"keys":[null]}', 'key 1 of the set is null, not a key'],
    ['{"keys":["x"]}', 'key 1 of the set is a string, not a key'],
    ['{"keys":[{"kty":"OKP"}]}', 'key 1 of the set has no thumbprint: '],
    ['{"keys":[],"keys":[]}', '/keys is given twice'],
    ['{', 'not JSON: '],
  ])('a key set %s is refused in words', (text, words) => {
    writeFileSync(path('odd.json'), text);
    const { status, output } = run(path('v1.json'), '--jwks', path('odd.json'));
    expect(status).toBe(1);
    expect(output.startsWith(`${path('odd.json')}: ${words}`), output).toBe(true);
  });

  test('takes the keys from --jwks', () => {
    writeFileSync(path('other.json'), JSON.stringify({ keys: [sampleKey().publicJwk] }));
    const { status, output } = run(path('v1.json'), '--jwks', path('other.json'));
    expect(status).toBe(1);
    expect(output).toContain(`integrity.key_id: ${key.keyId} is not in the key set`);
  });
});
