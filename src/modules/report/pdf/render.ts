import { canonicalJson } from '../../../lib/canonical-json.js';
import type { PlacedPhoto } from '../../evidence/shrink-photo.js';
import { titleFor } from '../reader-text.js';
import type { ReportContent } from '../report-schema.js';
import { drawChanges, drawIntegrity, drawLimitations } from './closing.js';
import {
  drawAnswers,
  drawCover,
  drawFacts,
  drawOverview,
  drawPlanSection,
  drawSteps,
} from './cover.js';
import { drawEvidence } from './evidence.js';
import type { NumberedItem, ReportPdfModel } from './model.js';
import { type PdfWording, pdfWordingIn, textsOfWording } from './pdf-wording.js';
import { quoted } from './printable.js';
import { Sheet } from './sheet.js';
import { findHole, type RenderedPdf, reserveSignature } from './signature-hole.js';
import { colors, contentWidth, page } from './theme.js';

/**
 * Renders a report as a tagged PDF 1.7 (A4) with the signed JSON embedded. The same model and photos give the same
 * bytes: all dates are those of the version, and nothing is random. The signature is left open.
 */
export async function renderPdf(
  model: ReportPdfModel,
  photos: ReadonlyMap<string, PlacedPhoto>,
): Promise<RenderedPdf> {
  const { content } = model;
  const wording = pdfWordingIn(model.language, model.service);
  const items = numberItems(model, photos, wording);
  const title = titleFor(wording, content);
  const sheet = new Sheet({
    title: wording.p('pdf.title', { title, address: quoted(content.address) }),
    subject: wording.p('pdf.version', {
      report: content.report_id,
      version: String(content.version_number),
    }),
    wording,
    createdAt: new Date(content.generated_at),
  });
  await sheet.loadTypefaces(
    textsOf([
      content,
      model.fileNames,
      textsOfWording(wording),
      model.language === 'en' ? [] : model.service,
    ]),
  );
  const collected = collect(sheet);
  drawCover(sheet, model, items);
  drawAnswers(sheet, content, items);
  drawPlanSection(sheet, content, items);
  drawFacts(sheet, content);
  drawChanges(sheet, content, items);
  drawSteps(sheet, content, items);
  drawOverview(sheet, content, items);
  drawEvidence(sheet, content, items);
  drawLimitations(sheet, model);
  drawIntegrity(sheet, model);
  drawMargins(sheet, content);
  if (model.isTest) drawWatermark(sheet, wording.t('content.sandbox'));
  embed(sheet, model);
  const signatureAt = reserveSignature(sheet, model.signing.signatureBytes);
  sheet.doc.end();
  return findHole(await collected, signatureAt(), model.signing.signatureBytes);
}

/** Returns every string of a report. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

function numberItems(
  { content, fileNames }: ReportPdfModel,
  photos: ReadonlyMap<string, PlacedPhoto>,
  { labels }: PdfWording,
): NumberedItem[] {
  const stepLabels = new Map(
    content.steps.map(({ step_name: name, label }) => [name, labels.step(name, 'label', label)]),
  );
  return content.evidence_items.map((item, index) => ({
    number: index + 1,
    item,
    stepLabel: stepLabels.get(item.step_name) ?? item.step_name,
    fileName: fileNames[item.evidence_id] ?? null,
    photo: photos.get(item.evidence_id) ?? null,
  }));
}

function drawMargins(sheet: Sheet, content: ReportContent): void {
  const style = { size: 7.5, color: colors.muted };
  const title = titleFor(sheet.wording, content);
  sheet.eachPage((number, total) => {
    const right = page.left + contentWidth;
    if (number > 1) {
      sheet.label(title, page.left, 30, 180, style);
      const address = sheet.lines(quoted(content.address), 300, style);
      const line = address.length > 1 ? `${address[0]} …` : (address[0] ?? '');
      sheet.drawLines([line], right - sheet.width(line, style), 30, style);
      sheet.doc.moveTo(page.left, 45).lineTo(right, 45).lineWidth(0.4).stroke(colors.rule);
    }
    const footY = page.height - 40;
    sheet.doc.moveTo(page.left, footY).lineTo(right, footY).lineWidth(0.4).stroke(colors.rule);
    const name = sheet.wording.p('pdf.footer', {
      report: sheet.wording.own(content.report_id),
      version: String(content.version_number),
    });
    sheet.drawLines([name], page.left, footY + 6, style);
    const pageNumber = sheet.wording.own(`${number} / ${total}`);
    const width = sheet.width(pageNumber, style);
    sheet.drawLines([pageNumber], right - width, footY + 6, style);
  });
}

/** Draws a line of text across each page that can be searched and is read by screen readers. */
function drawWatermark(sheet: Sheet, text: string): void {
  const style = { font: 'bold' as const, size: 38, color: colors.fail };
  const width = sheet.width(text, style);
  const middle: [number, number] = [page.width / 2, page.height / 2];
  sheet.eachPageTagged(() => {
    sheet.doc.save().rotate(-52, { origin: middle }).fillOpacity(0.16);
    sheet.drawLines([text], middle[0] - width / 2, middle[1] - style.size / 2, style);
    sheet.doc.restore();
  });
}

function embed(sheet: Sheet, model: ReportPdfModel): void {
  const { report_id, version_number, generated_at } = model.content;
  const dates = { creationDate: new Date(generated_at), modifiedDate: new Date(generated_at) };
  sheet.doc.file(Buffer.from(model.contentJson), {
    name: `report-${report_id}-v${version_number}.json`,
    type: 'application/json',
    description: 'The signed report',
    relationship: 'Data',
    ...dates,
  } as object);
  const { certificates, timestamp } = model.signing;
  const integrity = { ...model.integrity, certificates, ...(timestamp && { timestamp }) };
  sheet.doc.file(Buffer.from(canonicalJson(integrity)), {
    name: 'integrity.json',
    type: 'application/json',
    description: 'Hash and signature of the report',
    relationship: 'Supplement',
    ...dates,
  } as object);
  if (!model.log) return;
  sheet.doc.file(Buffer.from(canonicalJson(model.log)), {
    name: 'receipt.json',
    type: 'application/json',
    description: 'Receipt of the transparency log',
    relationship: 'Supplement',
    ...dates,
  } as object);
}

function collect(sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    sheet.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.doc.on('end', () => resolve(Buffer.concat(chunks)));
    sheet.doc.on('error', reject);
  });
}
