import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportPdfModel } from '../../src/modules/report/pdf/model.js';
import {
  createReportPdfRenderer,
  type ReportPdfRenderer,
} from '../../src/modules/report/report-pdf.js';
import { notesByScript } from '../report/support/kinds.js';
import { sampleItem, sampleJob, sampleModel } from '../report/support/sample.js';

let renderer: ReportPdfRenderer;
beforeAll(() => {
  renderer = createReportPdfRenderer();
});
afterAll(() => renderer.close());

const render = async (model: ReportPdfModel) =>
  Buffer.from((await renderer.render(model, async () => null)).bytes);

/** Returns the names of the embedded typefaces, without their subset prefix. */
const typefaces = (pdf: Buffer) => [
  ...new Set(
    Array.from(pdf.toString('latin1').matchAll(/\/FontName \/\w+\+([\w-]+)/g), ([, name]) => name),
  ),
];

const isReaderThere = spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).status === 0;

/** Returns the text of a PDF as poppler copies it, without the direction marks that it adds. */
function copied(pdf: Buffer): string {
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: pdf, maxBuffer: 10_000_000 });
  return stdout
    .toString('utf8')
    .replace(/[\u200E\u200F\u202A-\u202E]/g, ' ')
    .normalize('NFC');
}

/** Splits into letters with their marks, and digits, because poppler orders punctuation differently. */
const segmentsOf = (text: string) =>
  text.normalize('NFC').match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? [];
const solid = (text: string) => text.replace(/\s+/g, '');

describe.skipIf(!isReaderThere)('pdftotext (needs poppler)', () => {
  test('copies every word of notes in eight scripts', async () => {
    const evidence = Object.values(notesByScript).map((notes, index) =>
      sampleItem(index + 1, { notes, mediaType: 'video/mp4' }),
    );
    const text = copied(await render(await sampleModel(sampleJob({ evidence }))));
    const segments = new Set(segmentsOf(text));
    for (const [script, notes] of Object.entries(notesByScript)) {
      // Lines of scripts without spaces break anywhere.
      const isSpaced = !['Japanese', 'Chinese', 'Thai'].includes(script);
      const missing = segmentsOf(notes).filter(
        (word) => !(isSpaced ? segments.has(word) : solid(text).includes(word)),
      );
      expect({ script, missing }).toEqual({ script, missing: [] });
    }
  });

  test('copies a mark that the typeface of its letter lacks', async () => {
    const notes = 'Keys 1\uFE0F\u20E3 and #\uFE0F\u20E3, row 5\u0E31, \u093C alone';
    const evidence = [sampleItem(1, { notes, mediaType: 'video/mp4' })];
    const text = copied(await render(await sampleModel(sampleJob({ evidence }))));
    expect(text).toContain('Keys 1\u20E3 and #\u20E3, row 5\u0E31, \u093C alone');
  });
});

test("a Latin report embeds only the report's typefaces, and stays as small as before", async () => {
  const latin = await render(await sampleModel(sampleJob()));
  expect(typefaces(latin).every((name) => name?.startsWith('DejaVu'))).toBe(true);
  expect(latin.length).toBeLessThan(120_000);
});

test('a script has its own typeface, with only the used letters embedded', async () => {
  const latin = await render(await sampleModel(sampleJob()));
  for (const [objective, typeface] of [
    ['東京の店', 'NotoSansJP'],
    ['东京的店', 'NotoSansSC'],
    ['도쿄의 가게', 'NotoSansKR'],
    ['متجر', 'NotoNaskhArabic'],
    ['חנות', 'NotoSansHebrew'],
  ] as const) {
    const pdf = await render(await sampleModel(sampleJob({ objective })));
    const others = typefaces(pdf).filter((name) => !name?.startsWith('DejaVu'));
    expect(others.map((name) => name?.split('-')[0])).toContain(typeface);
    expect(others.every((name) => name?.startsWith(`${typeface}-`))).toBe(true);
    expect(pdf.length - latin.length).toBeLessThan(20_000);
  }
});

test.each([
  ['ja', 'NotoSansJP'],
  ['ar', 'NotoNaskhArabic'],
] as const)('headings in %s are bold, and the text is not', async (language, typeface) => {
  const names = typefaces(await render(await sampleModel(sampleJob(), { language })));
  expect(names).toEqual(expect.arrayContaining([`${typeface}-Regular`, `${typeface}-Bold`]));
});
