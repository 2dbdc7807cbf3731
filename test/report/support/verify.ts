import { expect } from 'vitest';
import type { ReportPdfModel } from '../../../src/modules/report/pdf/model.js';
import type { ReportAnswer } from '../../../src/modules/report/report-answer.js';
import { createReportPdfRenderer } from '../../../src/modules/report/report-pdf.js';
import type { CmsSigner } from '../../../src/modules/report/signing/cms.js';
import { signPdf } from '../../../src/modules/report/signing/sign-pdf.js';
import { type KeySet, readKeySet } from '../../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../../src/modules/report/verify/verify.js';
import {
  sampleAnswer,
  sampleItem,
  sampleJob,
  sampleKey,
  sampleModel,
  samplePhoto,
  sampleSigner,
  versionOf,
} from './sample.js';

// biome-ignore lint/suspicious/noExplicitAny: tests corrupt responses in ways that no type allows
export type Loose = any;

/** A file as passed to the verification. */
export interface NamedFile {
  name: string;
  bytes: Buffer;
}

export const json = (answer: object, name = 'report.json'): NamedFile => ({
  name,
  bytes: Buffer.from(JSON.stringify(answer, null, 2)),
});
export const pdf = (bytes: Buffer, name = 'report.pdf'): NamedFile => ({ name, bytes });

export interface Chain {
  key: ReturnType<typeof sampleKey>;
  signer: CmsSigner;
  keys: KeySet;
  models: ReportPdfModel[];
  pdfs: Buffer[];
  answers: ReportAnswer[];
}

/** Three versions of a report, each with one more item, as responses and as PDFs. */
export async function threeVersions(): Promise<Chain> {
  const key = sampleKey();
  const signer = await sampleSigner();
  const photo = await samplePhoto(200, 150);
  const renderer = createReportPdfRenderer();
  const chain: Chain = {
    key,
    signer,
    keys: await readKeySet({ keys: [key.publicJwk] }),
    models: [],
    pdfs: [],
    answers: [],
  };
  for (const count of [3, 4, 5]) {
    const before = chain.models.at(-1);
    const evidence = Array.from({ length: count }, (_, index) => sampleItem(index + 1));
    const model = await sampleModel(sampleJob({ evidence }), {
      key,
      signer,
      previous: before ? { content: before.content, withdrawn: false } : null,
      previousSha256: before?.integrity.content_sha256 ?? null,
    });
    const rendered = await renderer.render(model, async () => photo);
    const { bytes, integrity } = await signPdf(
      rendered,
      versionOf(model.content, model.integrity),
      { signer, key, now: new Date('2026-03-02T10:00:01Z'), stamp: null },
    );
    chain.models.push(model);
    chain.pdfs.push(Buffer.from(bytes));
    chain.answers.push(sampleAnswer(model, integrity));
  }
  await renderer.close();
  return chain;
}

/** Returns every error of a verification; errors between files come last. */
export async function errorsOf(keys: KeySet, ...files: NamedFile[]): Promise<string[]> {
  const { files: verdicts, errors } = await verifyReports(files, keys);
  return [...verdicts.flatMap((verdict) => verdict.errors), ...errors];
}

/** Removes the reference to the signature from a PDF; all other bytes keep their positions. */
export function withoutSignature(bytes: Buffer): Buffer {
  const form = /\/AcroForm \d+ 0 R/;
  const text = bytes.toString('latin1');
  expect(text).toMatch(form);
  return Buffer.from(
    text.replace(form, (part) => ' '.repeat(part.length)),
    'latin1',
  );
}
