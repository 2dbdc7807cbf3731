import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/lib/canonical-json.js';
import type { Language } from '../../src/messages/language.js';
import { pdfCatalogue } from '../../src/messages/pdf/catalogue.js';
import { contentCatalogue } from '../../src/messages/report-content/catalogue.js';
import { loadCatalogue } from '../../src/modules/catalogue/catalogue.js';
import { labelsIn, textsOf } from '../../src/modules/catalogue/service-texts.js';
import { storedPdfs } from '../../src/modules/job/report-version.js';
import type { Question } from '../../src/modules/question/evaluate.js';
import type { ReportAnswer } from '../../src/modules/report/report-answer.js';
import { createReportPdfRenderer } from '../../src/modules/report/report-pdf.js';
import { signPdf } from '../../src/modules/report/signing/sign-pdf.js';
import { withoutUnsigned } from '../../src/modules/report/unsigned-members.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { completedJob, storedJob } from '../report/support/flow.js';
import { openPdf } from '../report/support/open-pdf.js';
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
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

const comment = 'The door is open, 第二の扉 is not.';

const question: Question = {
  questionKey: 'objective',
  label: 'Is the shop open?',
  help: null,
  kind: 'yes_no',
  options: [],
  unit: null,
  minimum: null,
  maximum: null,
  decimals: null,
  required: false,
  stepName: null,
  showWhen: null,
  evidenceWhen: null,
  commentWhen: null,
  flagWhen: null,
};

/** A job with an answer, an item that failed, and one from the requester. */
function job() {
  const failed = sampleItem(4, {
    distanceM: 900,
    validationPassed: false,
    validationErrors: ['geofence: 900 m from the job'],
    notes: 'Taken from the other side of the street.',
  });
  const [geofence, ...others] = failed.checks;
  return sampleJob({
    questions: [question, { ...question, questionKey: 'damage', label: 'Is anything damaged?' }],
    answers: ['objective', 'damage'].map((questionKey) => ({
      questionKey,
      revision: 1,
      value: questionKey === 'objective' ? 'yes' : 'no',
      cannotTell: false,
      reason: null,
      comment: questionKey === 'objective' ? comment : null,
      evidenceIds: [sampleItem(2).evidenceId],
      answeredBy: 'verifier' as const,
      answeredAt: new Date('2026-03-02T09:15:00Z'),
      receivedAt: new Date('2026-03-02T09:15:01Z'),
      flagged: questionKey === 'damage',
    })),
    evidence: [
      sampleItem(1),
      sampleItem(2, { source: 'self_service' }),
      sampleItem(3),
      { ...failed, checks: [{ ...geofence!, result: 'fail', measured: '900.0 m' }, ...others] },
    ],
  });
}

const key = sampleKey();
const renderer = createReportPdfRenderer();
let photo: Buffer;
let signer: Awaited<ReturnType<typeof sampleSigner>>;
beforeAll(async () => {
  photo = await samplePhoto(600, 450);
  signer = await sampleSigner();
});
afterAll(() => renderer.close());

/** Texts of the catalogue's default steps, of which the sample has some under the same keys. */
const service = textsOf(loadCatalogue(undefined), null);

/** Renders and signs the same version in a language. */
async function make(language: Language) {
  const model = await sampleModel(job(), { key, signer, language, service });
  const rendered = await renderer.render(model, async () => photo);
  const { bytes, integrity } = await signPdf(rendered, versionOf(model.content, model.integrity), {
    signer,
    key,
    now: new Date('2026-03-02T10:00:05.000Z'),
    stamp: null,
  });
  if (process.env['PDF_FOLDER']) {
    await writeFile(`${process.env['PDF_FOLDER']}/${language}.pdf`, bytes);
  }
  return { model, bytes: Buffer.from(bytes), integrity };
}

/** Returns the text of the pages without spaces and isolates, because lines can break anywhere. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await openPdf(bytes);
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return bare((await Promise.all(pages)).join(''));
}

const bare = (text: string) => text.normalize('NFC').replace(/[\s\u200b\u2066-\u2069]/g, '');

/** Groups of letters that differ in dots and marks alone, which pdf.js does not read. */
const shapes = ['بتثنيىئ', 'جحخ', 'دذ', 'رز', 'سش', 'صض', 'طظ', 'عغ', 'فق', 'اأإآ', 'هة', 'وؤ'];
const shapeOf = (letter: string) => shapes.find((shape) => shape.includes(letter))?.[0] ?? letter;

/** Returns the parts of a label that are found: words in Arabic, whose lines are in the order on paper. */
function partsOf(language: Language, label: string): string[] {
  if (language !== 'ar') return [bare(label)];
  return label.match(/[\p{sc=Arabic}\p{M}]+/gu)?.map(skeleton) ?? [];
}

const skeleton = (text: string) =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '')].map(shapeOf).join('');

describe.each(['de', 'ja', 'ar'] as const)('the PDF of a report in %s', (language) => {
  it('has the texts of its language, what people wrote unchanged, and the signed JSON', async () => {
    const english = await sampleModel(job(), { key, signer });
    const { model, bytes } = await make(language);
    const plain = await textOf(bytes);
    const text = language === 'ar' ? skeleton(plain) : plain;
    const pdf = pdfCatalogue[language];
    const content = contentCatalogue[language];
    for (const label of [
      pdf['pdf.translation'],
      pdf['pdf.steps'],
      pdf['pdf.glance'],
      pdf['pdf.detail'],
      pdf['pdf.limitations'],
      pdf['pdf.integrity'],
      pdf['pdf.code'],
      content['content.title'],
      content['content.answer.yes'],
      content['content.limit.moment'],
      content['content.limit.no_timestamp'],
      content['content.check.geofence_fail'],
      content['content.value.never_seen'],
    ]) {
      for (const part of partsOf(language, label)) expect(text).toContain(part);
    }
    const labels = labelsIn(service, language);
    for (const { step_name: name, label } of model.content.steps) {
      const shown = labels.step(name, 'label', label);
      expect(shown === label).toBe(name === 'objective_closeup');
      for (const part of partsOf(language, shown)) expect(text).toContain(part);
    }
    for (const written of [
      model.content.objective,
      model.content.address,
      comment,
      'Close-up of the objective',
      'Show the whole place from the street.',
    ]) {
      expect(plain).toContain(bare(written));
    }
    for (const label of [
      'Overview on arrival',
      'Limitations',
      'Evidence at a glance',
      'The evidence shows',
      'Answered',
    ]) {
      expect(plain).not.toContain(bare(label));
    }
    expect(model.contentJson).toBe(english.contentJson);
    const document = await openPdf(bytes);
    const attachments = (await document.getAttachments()) as Record<
      string,
      { content: Uint8Array }
    >;
    const name = `report-${model.content.report_id}-v1.json`;
    expect(Buffer.from(attachments[name]!.content).toString()).toBe(english.contentJson);
    const info = (await document.getMetadata()).info as Record<string, unknown>;
    expect(info['Language']).toBe(language);
  });

  it('verifies alone, and together with the JSON that names the English PDF', async () => {
    const keys = await readKeySet({ keys: [key.publicJwk] });
    const english = await make('en');
    const translated = await make(language);
    const files = [
      {
        name: 'report.json',
        bytes: Buffer.from(JSON.stringify(sampleAnswer(english.model, english.integrity))),
      },
      { name: 'report.pdf', bytes: english.bytes },
      { name: `report.${language}.pdf`, bytes: translated.bytes },
    ];
    const alone = await verifyReports(files.slice(2), keys);
    expect([alone.errors, ...alone.files.map(({ errors }) => errors)]).toEqual([[], []]);
    const together = await verifyReports(files, keys);
    expect([together.errors, ...together.files.map(({ errors }) => errors)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    const changed = Buffer.from(translated.bytes);
    const at = changed.indexOf('/Lang');
    changed[at + 7] = changed[at + 7]! ^ 1;
    const [forged] = (await verifyReports([{ name: 'forged.pdf', bytes: changed }], keys)).files;
    expect(forged?.errors).not.toEqual([]);
  });
});

describe('GET /v1/jobs/{job_id}/report.pdf?language=', () => {
  let app: TestApp;
  let jobId: string;
  beforeAll(async () => {
    app = await startTestApp();
    ({ jobId } = await completedJob(app));
    const made = await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
    expect(made.status).toBe(200);
  });
  afterAll(() => app.stop());

  const read = (query: string) =>
    app.fetch(`/v1/jobs/${jobId}/report.pdf${query}`, { headers: { 'x-api-key': pilotKey } });
  const filesOf = async () => {
    const fileIds = (await storedJob(app, jobId)).reports
      .flatMap(storedPdfs)
      .map((pdf) => pdf.fileId);
    const filename = { $in: fileIds };
    return { fileIds, stored: await app.db.collection('pdfs.files').countDocuments({ filename }) };
  };

  it('returns one signed file per language, which never changes', async () => {
    const english = await read('');
    const german = await read('?language=de-CH');
    const [first, second] = [german, await read('?language=de')];
    expect([english, first, second].map(({ headers }) => headers.get('content-language'))).toEqual([
      'en',
      'de',
      'de',
    ]);
    expect(first.headers.get('content-disposition')).toMatch(/-v1\.de\.pdf"$/);
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
    expect(first.headers.get('etag')).not.toBe(english.headers.get('etag'));
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
    const { body } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    const { files } = await verifyReports([{ name: 'de.pdf', bytes }], await readKeySet(body));
    expect(files[0]?.errors).toEqual([]);
    expect((await filesOf()).stored).toBe(2);
  });

  it.each(['?language=xx', '?language=', '?language=no+tag'])(
    'returns English for %s',
    async (query) => {
      const answer = await read(query);
      expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'en']);
      await answer.arrayBuffer();
    },
  );

  it('leaves the signed content equal to the byte, whatever the language of the reader', async () => {
    const bodies = await Promise.all(
      [undefined, 'ja', 'ar'].map(async (language) => {
        const headers = { 'x-api-key': pilotKey, ...(language && { 'accept-language': language }) };
        const answer = await app.fetch(`/v1/jobs/${jobId}/report`, { headers });
        return canonicalJson(withoutUnsigned((await answer.json()) as ReportAnswer));
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    const pdfs = await Promise.all(
      ['', '?language=ja', '?language=ar'].map(async (query) => {
        const document = await openPdf(new Uint8Array(await (await read(query)).arrayBuffer()));
        const files = (await document.getAttachments()) as Record<string, { content: Uint8Array }>;
        const name = Object.keys(files).find((one) => one.startsWith('report-')) ?? '';
        return Buffer.from(files[name]?.content ?? []).toString();
      }),
    );
    expect(new Set([...pdfs, bodies[0]]).size).toBe(1);
  });

  it('is erased with the job', async () => {
    const before = await filesOf();
    expect(before.stored).toBe(before.fileIds.length);
    expect(before.stored).toBeGreaterThan(2);
    const accepted = { verdict: 'accepted' };
    await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, { body: accepted });
    const erased = await app.rest('POST', `/v1/jobs/${jobId}/erase`);
    expect(erased.status).toBe(200);
    await app.services.relay.drain();
    expect(await filesOf()).toEqual({ ...before, stored: 0 });
    expect((await read('?language=fr')).status).toBe(410);
  });
});
