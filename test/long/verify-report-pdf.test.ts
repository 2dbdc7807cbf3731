// The results of verify-report for the PDF of a report: its pages, its attachments, its structure.
import { deflateSync } from 'node:zlib';
import { CompactSign } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import { sha256 } from '../../src/modules/report/integrity.js';
import { renderPdf } from '../../src/modules/report/pdf/render.js';
import { fillHole, type RenderedPdf } from '../../src/modules/report/pdf/signature-hole.js';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import type { CmsSigner } from '../../src/modules/report/signing/cms.js';
import { claimCertificates, signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { sampleAnswer, sampleKey, sampleSigner, versionOf } from '../report/support/sample.js';
import {
  errorsOf as errorsBy,
  json,
  type NamedFile,
  pdf,
  threeVersions,
  withoutSignature,
} from '../report/support/verify.js';

const { key, keys, models, pdfs, answers } = await threeVersions();

const errorsOf = (...files: NamedFile[]) => errorsBy(keys, ...files);

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

  test('with a changed page is rejected, and a JSON next to it confirms this', async () => {
    const bytes = Buffer.from(pdfs[0]!);
    // The byte is in a content stream, so that the structure of the file stays valid.
    bytes[bytes.indexOf('stream\n') + 40]! ^= 1;
    const signed = expect.stringMatching(/^pages: range_sha256: the file says/);
    expect(await errorsOf(pdf(bytes))).toEqual([signed]);
    expect(await errorsOf(pdf(bytes), json(answers[0]!))).toEqual([
      signed,
      'pages: not the PDF that report.json names',
    ]);
  });

  describe('with forged pages around the genuine attachments', () => {
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
    ])('%s it is rejected, whatever the JSON says', async (_how, forge, message) => {
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

    test('and a signature by another certificate, it is rejected', async () => {
      expect(await errorsOf(await signedBy(forged, await sampleSigner()))).toEqual([
        expect.stringMatching(
          /^pages: signature: by a certificate that integrity\.json does not name \(SHA-256 /,
        ),
      ]);
    });

    test('that name another certificate by a key that only claims the id, it is rejected', async () => {
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

    test('and without the signature, its pages are not verified', async () => {
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

  test('from before PDFs were signed inside has its pages covered by the JSON that names it', async () => {
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
    ['after the signature', (digits: string) => digits.replace(/0$/, '1')],
    ['in capitals', (digits: string) => digits.replace(/[a-f]/g, (digit) => digit.toUpperCase())],
    ['a digit of the signature', (digits: string) => digits.replace(/^../, '66')],
  ])(
    'with changed digits in the signature placeholder (%s) is rejected',
    async (_where, change) => {
      const text = pdfs[0]!.toString('latin1');
      const changedText = text.replace(/(?<=\/Contents <)[0-9a-f]+/, (digits: string) =>
        change(digits),
      );
      expect(changedText).not.toBe(text);
      expect(await errorsOf(pdf(Buffer.from(changedText, 'latin1')))).toHaveLength(1);
    },
  );

  test('with an incremental update, which could cover the report with another, is rejected', async () => {
    const update = `1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 0\ntrailer\n<< >>\nstartxref\n${pdfs[0]!.length}\n%%EOF\n`;
    const errors = await errorsOf(pdf(Buffer.concat([pdfs[0]!, Buffer.from(update)])));
    expect(errors).toEqual([expect.stringMatching(/^PDF: /)]);
  });

  test('with bytes after the end or before the first object is rejected', async () => {
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
  ])('with %s is rejected', async (_label, change) => {
    const before = pdfs[0]!.toString('latin1');
    const after = change(before);
    expect(after).not.toBe(before);
    expect(await errorsOf(pdf(reindexed(after)))).toEqual([expect.stringMatching(/^PDF: /)]);
  });

  test('with a replaced embedded report is rejected', async () => {
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

  test('is not accepted when truncated anywhere', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const cut = pdfs[0]!.subarray(0, Math.floor(pdfs[0]!.length * part));
      expect(await errorsOf(pdf(cut))).toEqual([expect.stringMatching(/^PDF: /)]);
    }
  });

  test('with any damage is an error and never a crash', async () => {
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

/** Rebuilds the cross-reference table of a file to match its objects. */
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

test('the rebuilt table of these tests equals the one of the file, so that it hides nothing', () => {
  expect(reindexed(pdfs[0]!.toString('latin1')).equals(pdfs[0]!)).toBe(true);
});
