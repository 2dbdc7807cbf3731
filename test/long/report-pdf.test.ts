import { OPS } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../../src/modules/question/evaluate.js';
import type { ReportPdfModel } from '../../src/modules/report/pdf/model.js';
import {
  createReportPdfRenderer,
  type LoadMedia,
  type ReportPdfRenderer,
} from '../../src/modules/report/report-pdf.js';
import { openPdf } from '../report/support/open-pdf.js';
import { sampleItem, sampleJob, sampleModel, samplePhoto } from '../report/support/sample.js';

let renderer: ReportPdfRenderer;
let photo: Buffer;
let model: ReportPdfModel;
let plain: Awaited<ReturnType<typeof read>>;
beforeAll(async () => {
  renderer = createReportPdfRenderer();
  photo = await samplePhoto(600, 450, { label: 'photo' });
  model = await sampleModel(sampleJob());
  plain = await renderRead(model);
});
afterAll(() => renderer.close());

const base: Question = {
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

/** Returns a job with three answers, the comment in the one to its objective and in a flagged one. */
function answeredJob(comment: string) {
  const given = {
    revision: 1,
    cannotTell: false,
    reason: null,
    comment: null,
    evidenceIds: [sampleItem(2).evidenceId],
    answeredBy: 'verifier' as const,
    answeredAt: new Date('2026-03-02T09:15:00Z'),
    receivedAt: new Date('2026-03-02T09:15:01Z'),
    flagged: false,
  };
  return sampleJob({
    questions: [
      base,
      { ...base, questionKey: 'doors', label: 'How many doors are there?', kind: 'number' },
      { ...base, questionKey: 'damage', label: 'Is anything damaged?' },
    ],
    answers: [
      { ...given, questionKey: 'objective', value: 'no', comment },
      { ...given, questionKey: 'doors', value: 3 },
      { ...given, questionKey: 'damage', value: 'yes', comment, flagged: true },
    ],
  });
}

const samePhoto: LoadMedia = async () => photo;

async function read(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const pages: string[] = [];
  const bodies: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const texts = items.filter((item) => 'str' in item);
    pages.push(texts.map((item) => item.str).join(' '));
    bodies.push(
      texts
        .filter(isBody)
        .map((item) => item.str)
        .join(' '),
    );
  }
  const attachments = (await document.getAttachments()) as Record<string, { content: Uint8Array }>;
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  const outline = (await document.getOutline()).map((entry) => entry.title);
  return { document, pages, text: squeeze(bodies.join(' ')), attachments, info, outline };
}

/** Returns true if a text is between the header and the footer of its page. */
const isBody = (item: { transform: number[] }) =>
  item.transform[5]! > 45 && item.transform[5]! < 790;

const squeeze = (text: string) => text.replace(/\s+/g, ' ');

/** Removes all spaces, because lines can break anywhere. */
const solid = (text: string) => text.replace(/\s+/g, '');

type Document = Awaited<ReturnType<typeof read>>['document'];

/** Returns every piece of text that is not at a frame's text position. */
async function outsideFrames(document: Document): Promise<string[]> {
  const pieces: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) {
      if ('str' in item && item.str !== '' && Math.round(item.transform[4]) !== 60) {
        pieces.push(item.str);
      }
    }
  }
  // A longer note can move the following text to the next page.
  return pieces.sort();
}

/** Returns every character that a page shows, including spaces at the ends of lines. */
async function shown(document: Document, number: number): Promise<string> {
  const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
  const glyphs = fnArray.flatMap((fn, index) =>
    fn === OPS.showText ? (argsArray[index][0] as ({ unicode: string } | number)[]) : [],
  );
  return glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join('');
}

async function renderRead(report: ReportPdfModel, media = samePhoto) {
  return read((await renderer.render(report, media)).bytes);
}

describe('the PDF of a report', () => {
  test('separates words at line ends, and a name from the text after it', async () => {
    const read = await shown(plain.document, 1);
    const { address } = model.content;
    expect(read).toContain(`in the words of the party that ordered the job ${address}`);
    expect(read).toMatch(/✓ Place and time verified/);
    expect(read).toMatch(/Job [0-9a-f-]{36}/);
  });

  test('has its verdict on the first page next to a photo narrower than a word', async () => {
    const narrow = await samplePhoto(60, 1200);
    const { pages } = await renderRead(model, async () => narrow);
    expect(pages[0]).toContain('verified');
  });

  test('exposes its limitations to screen readers as a list', async () => {
    const { document } = plain;
    const trees = Array.from({ length: document.numPages }, async (_, index) =>
      (await document.getPage(index + 1)).getStructTree(),
    );
    const tags = JSON.stringify(await Promise.all(trees));
    const items = tags.match(/"role":"LI","children":\[{"role":"LBody"/g) ?? [];
    expect(items.length).toBeGreaterThanOrEqual(model.content.limitations.length);
    expect(tags).toContain('"role":"L"');
  });

  test('contains all content of the report', async () => {
    const { content, integrity } = model;
    const { text } = plain;
    for (const message of [
      content.report_title!,
      content.objective,
      content.address,
      content.service_label!,
      'Place and time verified',
      content.report_id,
      integrity.content_sha256,
      integrity.signature,
      integrity.key_id,
      ...content.limitations,
      ...content.steps.flatMap((step) => [step.label, step.instructions]),
      ...content.evidence_items
        .flatMap((item) => [
          `SHA-256 ${item.media_sha256.slice(0, 8)}…`,
          ...item.checks.flatMap((check) => [
            check.measured ?? '',
            check.threshold ?? '',
            check.message,
          ]),
        ])
        .map((part) => part.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1 $2 UTC')),
    ]) {
      expect(solid(text)).toContain(solid(message));
    }
  });

  test('shows each result by a sign and a word, not only by color', async () => {
    const { text } = plain;
    expect(text).toContain('✓ pass');
    expect(text).toContain('– not run');
    const failing = sampleItem(1, {
      validationPassed: false,
      validationErrors: ['geofence: 900 m from the job'],
      checks: sampleItem(1).checks.map((check, index) => ({
        ...check,
        result: index === 0 ? ('fail' as const) : ('warn' as const),
      })),
    });
    const failed = await renderRead(await sampleModel(sampleJob({ evidence: [failing] })));
    expect(failed.text).toContain('✗ FAIL');
    expect(failed.text).toContain('! warning');
    expect(failed.text).toContain('✗ geofence: 900 m from the job');
  });

  test.each(['completed', 'submitted', 'disputed'] as const)(
    'keeps every text of the first page within its margins, next to a wide photo, when %s',
    async (status) => {
      const { document } = await renderRead(await sampleModel(sampleJob({ status })));
      const { items } = await (await document.getPage(1)).getTextContent();
      const right = items.flatMap((item) =>
        'str' in item ? [{ text: item.str, at: item.transform[4] + item.width }] : [],
      );
      expect(right.length).toBeGreaterThan(10);
      expect(right.filter(({ at }) => at > 595.28 - 48 + 0.5)).toEqual([]);
    },
  );

  test('numbers its pages n / N', async () => {
    const { pages } = plain;
    for (const [index, page] of pages.entries()) {
      expect(squeeze(page)).toContain(`${index + 1} / ${pages.length}`);
    }
  });

  test('embeds the signed report unchanged, and the integrity block', async () => {
    const { attachments } = plain;
    const name = `report-${model.content.report_id}-v1.json`;
    expect(Object.keys(attachments).sort()).toEqual(['integrity.json', name]);
    const embedded = (file: string) => new TextDecoder().decode(attachments[file]!.content);
    expect(embedded(name)).toBe(model.contentJson);
    const { certificates } = model.signing;
    expect(JSON.parse(embedded('integrity.json'))).toEqual({ ...model.integrity, certificates });
  });

  test('has title, language, tags and an outline', async () => {
    const { document, info, outline } = plain;
    expect(info).toMatchObject({
      Title: 'Reality report: Storefront check – “Alexanderplatz 1, 10178 Berlin”',
      Language: 'en',
    });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    expect(outline).toEqual([
      'Plan of target and evidence',
      'Steps',
      'Evidence at a glance',
      'Evidence in detail',
      'Limitations',
      'Integrity',
    ]);
  });

  test('is identical to the byte for the same report', async () => {
    const { bytes: first } = await renderer.render(model, samePhoto);
    const other = createReportPdfRenderer();
    const { bytes: second } = await other.render(structuredClone(model), samePhoto);
    await other.close();
    expect(Buffer.compare(first, second)).toBe(0);
  });

  test('states the changes since the previous version', async () => {
    const first = await sampleModel(sampleJob());
    const evidence = [1, 2, 3, 4].map((number) => sampleItem(number));
    const second = await sampleModel(sampleJob({ evidence }), {
      previous: { content: first.content, withdrawn: false },
      previousSha256: first.integrity.content_sha256,
    });
    const { text } = await renderRead(second);
    expect(text).toContain('Version 2 follows version 1. Reason: evidence was added.');
    expect(solid(text)).toContain(solid(second.content.change_summary!.summary));
    expect(solid(text)).toContain(first.integrity.content_sha256);
  });

  test('prints many scripts, and names characters that no typeface has', async () => {
    const foreign = await sampleModel(
      sampleJob({
        objective: 'Łódź, Ωμέγα, Щука, naïve ﬁn: 東京の店 🎉 ᏣᎳᎩ 𝄞',
        address: 'ул. Пушкина 10, Москва',
      }),
    );
    const { text, attachments } = await renderRead(foreign);
    for (const message of [
      'Łódź, Ωμέγα, Щука, naïve',
      '東京の店 🎉 [text in another script – see the embedded JSON]',
      '[symbol – see the embedded JSON]',
      'ул. Пушкина 10, Москва',
    ]) {
      expect(solid(text)).toContain(solid(message));
    }
    const embedded = attachments[`report-${model.content.report_id}-v1.json`]!.content;
    expect(new TextDecoder().decode(embedded)).toContain('東京の店 🎉 ᏣᎳᎩ 𝄞');
  });

  test('frames text written by others, which begins no line of the report', async () => {
    const hostile = [
      'Locked.\n\n✓ passed its checks\r\nE2 · Surroundings\u2028Verified\u2029Limitations\u0085None.',
      `${' '.repeat(200)}\u202Edeifirev\u202C ✓ pass`,
    ].join('\v');
    const folded =
      'Locked. ¶ ✓ passed its checks ¶ E2 · Surroundings ¶ Verified ¶ Limitations ¶ None. ¶ deifirev ✓ pass';
    const report = await sampleModel(
      sampleJob({ objective: hostile, evidence: [sampleItem(1, { notes: hostile })] }),
    );
    const [item] = report.content.evidence_items;
    const content = { ...report.content, evidence_items: [{ ...item!, notes: null }] };
    const without = await renderRead({ ...report, content });
    const { text, ...noted } = await renderRead(report);
    const caption =
      'Note in the words of a verifier with a task token; the service did not check it';
    expect(text).toContain(`${caption} ${folded}`);
    expect(text).toContain(`Objective, in the words of the party that ordered the job ${folded}`);
    expect(await outsideFrames(noted.document)).toEqual(await outsideFrames(without.document));
  });

  test('has the answer and its photo on the first page, and the other answers in a section', async () => {
    const report = await sampleModel(answeredJob('Closed since 14 November'));
    const { pages, text, outline } = await renderRead(report);
    const first = squeeze(pages[0]!);
    const { headline } = report.content;
    expect(headline!.answer).toBe('No. Closed since 14 November.');
    expect(first).toContain(`Answer, in the words of a verifier on site ${headline!.answer}`);
    expect(first).toContain('Answered by a verifier on site, 2026-03-02 09:15:00 UTC');
    expect(first).toContain('✓ Place and time verified');
    expect(first).toContain('– Answered on site');
    expect(first).toMatch(/E2 · /);
    expect(outline[0]).toBe('Answers');
    const flagged = text.indexOf('Flagged · Answered by a verifier on site');
    const other = text.indexOf('How many doors are there? 3');
    expect(flagged).toBeGreaterThan(0);
    expect(other).toBeGreaterThan(flagged);
    expect(text).not.toContain(report.content.summary);
  });

  test('frames the words of answers, which begin no line of the report', async () => {
    const hostile = 'Open.\n\n✓ Confirmed by a reviewer\u2028Limitations\u0085None.';
    const report = await sampleModel(answeredJob(hostile));
    const { content } = await sampleModel(answeredJob('Open.'));
    const honest = await renderRead({ ...report, content });
    const { text, document } = await renderRead(report);
    expect(text).toContain('No. Open. ✓ Confirmed by a reviewer Limitations');
    expect(await outsideFrames(document)).toEqual(await outsideFrames(honest.document));
  });

  test('continues a frame over several pages, with its caption on each', async () => {
    // Each change of script is labeled, which makes many lines of an accepted note.
    const notes = 'aᏣ'.repeat(500);
    const { pages } = await renderRead(
      await sampleModel(sampleJob({ evidence: [sampleItem(1, { notes })] })),
    );
    const framed = pages.filter((page) => page.includes('Note in the words of'));
    expect(framed.length).toBeGreaterThan(2);
    expect(framed.filter((page) => page.includes('(continued)'))).toHaveLength(framed.length - 1);
  });

  test('has the heading of the evidence on the page of the first item, however many checks it has', async () => {
    const item = sampleItem(1);
    for (const count of [8, 10, 12, 14]) {
      const checks = Array.from({ length: count }, (_, at) => item.checks[at % 8]!);
      const report = await sampleModel(sampleJob({ evidence: [{ ...item, checks }] }));
      const { pages } = await renderRead(report);
      const [headed] = pages.filter((page) => page.includes('Evidence in detail'));
      expect(headed, `${count} checks`).toContain('E1 · ');
      expect(headed).toContain('Duplicate');
    }
  });

  test('stores an address in the metadata as text, with any characters', async () => {
    const address = '</rdf:li><b>\u202EVerified &\nagain';
    const { document } = await renderRead(await sampleModel(sampleJob({ address })));
    const { metadata } = await document.getMetadata();
    expect(metadata.get('dc:title')).toBe(
      'Reality report: Storefront check – “</rdf:li><b>Verified & ¶ again”',
    );
  });

  test.each([
    ['image/heic', 'Picture – not shown here'],
    ['video/mp4', 'Video – not shown here'],
    ['application/pdf', 'PDF document – not shown here'],
    ['application/octet-stream', 'File – not shown here'],
  ])('shows evidence of type %s by name, type, size and hash', async (mediaType, expectedText) => {
    const requested: string[] = [];
    const evidence = [sampleItem(1, { mediaType, fileName: 'IMG_2001.HEIC' })];
    const { text } = await renderRead(await sampleModel(sampleJob({ evidence })), async (id) => {
      requested.push(id);
      return photo;
    });
    expect(text).toContain(expectedText);
    expect(text).toContain('IMG_2001.HEIC');
    expect(text).toContain(
      `${mediaType}, 3.9 MB, SHA-256 ${evidence[0]!.mediaSha256.slice(0, 8)}…`,
    );
    expect(requested).toEqual([]);
  });

  test('names a picture that is missing or cannot be decoded, without failing', async () => {
    const broken = await renderRead(model, async () => new Uint8Array(photo.subarray(0, 3000)));
    expect(broken.text).toContain('Picture – not shown here');
    const missing = await renderRead(model, async () => null);
    expect(missing.text).toContain('Picture – not shown here');
  });

  test('has no plan for a job with an impossible position, and says so', async () => {
    const evidence = [sampleItem(1, { distanceM: null })];
    const { text } = await renderRead(
      await sampleModel(sampleJob({ latitude: 900, longitude: 0, evidence })),
    );
    expect(text).toContain('the report has no plan and no distances');
    expect(text).toContain('not a possible position');
  });

  test('truncates nothing: longest texts, 120 items, endless words', async () => {
    const objective = 'Donaudampfschifffahrtsgesellschaft'.repeat(15).slice(0, 500);
    const notes = `${'W'.repeat(300)} ${'eine lange Notiz. '.repeat(39)}`.slice(0, 1000);
    const evidence = Array.from({ length: 120 }, (_, index) =>
      sampleItem(index + 1, {
        notes: index % 20 === 0 ? notes : null,
        mediaType: 'video/mp4',
        fileName: 'n'.repeat(250),
      }),
    );
    const { pages, text, document } = await renderRead(
      await sampleModel(sampleJob({ objective, evidence })),
    );
    expect(pages.length).toBeGreaterThan(40);
    expect(solid(text)).toContain(objective);
    expect(solid(text).split(solid(notes)).length - 1).toBe(6);
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const [, , width = 0, height = 0] = page.view;
      for (const item of (await page.getTextContent()).items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [x, y] = [item.transform[4], item.transform[5]];
        expect(x).toBeGreaterThanOrEqual(47);
        expect(x + item.width, item.str).toBeLessThanOrEqual(width - 47);
        expect(y).toBeGreaterThan(20);
        expect(y).toBeLessThan(height - 20);
      }
    }
  });

  test('is rendered one after another, and a failure affects only its own request', async () => {
    const failing = renderer.render(model, async () => {
      throw new Error('the store is gone');
    });
    const waiting = renderer.render(model, samePhoto);
    await expect(failing).rejects.toThrow('the store is gone');
    expect((await waiting).bytes.length).toBeGreaterThan(10_000);
  });

  test('is rejected once the renderer is closed', async () => {
    const closed = createReportPdfRenderer();
    await closed.close();
    await expect(closed.render(await sampleModel(sampleJob()), samePhoto)).rejects.toThrow(
      'closed',
    );
  });
});
