import type { TimestampBlock } from '../integrity.js';
import { changesFor, limitationsFor } from '../reader-text.js';
import type { ChangeReason, ReportContent } from '../report-schema.js';
import type { NumberedItem, ReportPdfModel } from './model.js';
import type { PdfKey, PdfWording } from './pdf-wording.js';
import { numbersLabel } from './plan-geometry.js';
import { quoted } from './printable.js';
import { drawQr } from './qr-code.js';
import type { Sheet, TextStyle } from './sheet.js';
import { type Column, drawTable } from './table.js';
import { colors, contentWidth, page } from './theme.js';

const reasonKeys = {
  withdrawal: 'pdf.reason.withdrawal',
  correction: 'pdf.reason.correction',
  feedback: 'pdf.reason.feedback',
  answers_changed: 'pdf.reason.answers_changed',
  evidence_replaced: 'pdf.reason.evidence_replaced',
  evidence_added: 'pdf.reason.evidence_added',
  status_changed: 'pdf.reason.status_changed',
} as const satisfies Record<ChangeReason, PdfKey>;

const changeColumns = ({ p }: PdfWording): Column[] => [
  { title: p('pdf.change.where'), width: 170 },
  { title: p('pdf.change.before'), width: 160 },
  { title: p('pdf.change.after'), width: contentWidth - 330 },
];

/** Draws what changed since the previous version; draws nothing on version 1. */
export function drawChanges(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const summary = content.change_summary;
  if (!summary) return;
  const { wording } = sheet;
  const { p, own } = wording;
  sheet.heading(p('pdf.changes'), 50);
  const follows = p('pdf.follows', {
    to: String(summary.to_version),
    from: String(summary.from_version),
    reason: p(reasonKeys[summary.reason]),
  });
  sheet.paragraph(follows, { font: 'bold' });
  sheet.paragraph(changesFor(wording, content)?.text ?? summary.summary);
  const added = items
    .filter(({ item }) => summary.evidence_added.includes(item.evidence_id))
    .map(({ number }) => number);
  if (added.length > 0) {
    sheet.paragraph(p('pdf.new_evidence', { items: own(numbersLabel(added)) }));
  }
  sheet.y += 6;
  const rows = summary.changes
    .filter(({ kind, path }) => !isStatedElsewhere(kind, path))
    .map(({ path, before, after }) => [
      placeOf(wording, content, items, path),
      shortValue(wording, before, path, items),
      shortValue(wording, after, path, items),
    ]);
  if (rows.length > 0) drawTable(sheet, changeColumns(wording), rows);
}

/** Returns whether the report shows the change elsewhere: summary and limitations, and new evidence. */
const isStatedElsewhere = (kind: string, path: string) =>
  path === '/summary' ||
  path === '/limitations' ||
  path.startsWith('/headline/') ||
  (kind === 'added' && path.startsWith('/evidence_items/'));

/** Returns for example `Step “Overview on arrival”: evidence` for `/steps/0/evidence_ids`. */
function placeOf(
  { p, own, labels }: PdfWording,
  content: ReportContent,
  items: NumberedItem[],
  path: string,
): string {
  const [member = '', index = '', ...inner] = path.split('/').slice(1);
  const text = (parts: string[]) => parts.join(' ').replaceAll('_', ' ').replace(/ ids$/, '');
  const step = member === 'steps' ? content.steps[Number(index)] : undefined;
  const item = member === 'evidence_items' ? items[Number(index)] : undefined;
  const place = step
    ? p('pdf.change.step', { step: own(labels.step(step.step_name, 'label', step.label)) })
    : item && p('pdf.change.item', { item: own(`E${item.number}`) });
  // Names of members are those of the JSON.
  if (place === undefined) return own(text([member, index, ...inner]).trim());
  return inner.length > 0 ? p('pdf.change.member', { place, member: own(text(inner)) }) : place;
}

const valueLengthMax = 300;

/** Members of the content that contain text written by customers or verifiers. */
const foreignMembers = new Set(['objective', 'address', 'service_key', 'notes']);

/** Formats a value for a table. Long values are truncated; the embedded JSON has them in full. */
function shortValue(
  { p, own, instant }: PdfWording,
  value: unknown,
  path: string,
  items: NumberedItem[],
): string {
  if (value === null) return '–';
  if (Array.isArray(value) && value.length === 0) return p('pdf.change.none');
  const numbers = new Map(items.map(({ item, number }) => [item.evidence_id, number]));
  if (Array.isArray(value) && value.every((id) => numbers.has(id))) {
    return own(numbersLabel(value.map((id) => numbers.get(id) as number)));
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  const text = typeof value === 'object' ? plainMembers(value) : plainMember(name, value);
  const chars = [...text.replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, instant)];
  return own(
    chars.length <= valueLengthMax
      ? chars.join('')
      : `${chars.slice(0, valueLengthMax).join('')} …`,
  );
}

const plainMember = (name: string, value: unknown): string =>
  foreignMembers.has(name) ? quoted(String(value)) : String(value);

const plainMembers = (value: object): string =>
  Object.entries(value)
    .map(([name, member]) => {
      const text = typeof member === 'object' ? JSON.stringify(member) : plainMember(name, member);
      return Array.isArray(value) ? text : `${name.replaceAll('_', ' ')}: ${text}`;
    })
    .join('; ');

/** Draws what the evidence and this file do not prove. */
export function drawLimitations(sheet: Sheet, { content, log, signing }: ReportPdfModel): void {
  const { wording } = sheet;
  sheet.heading(wording.p('pdf.limitations'), 60);
  // Not in the signed content because they are only known after signing.
  const ofThisFile = [
    ...(log ? [] : [wording.p('pdf.not_logged')]),
    ...(signing.isTimestampMissing ? [wording.p('pdf.no_timestamp')] : []),
  ];
  const limitations = limitationsFor(wording, content).map(({ text }) => text);
  const list = sheet.container('L');
  for (const limitation of [...limitations, ...ofThisFile]) {
    sheet.ensure(2 * sheet.lineHeight());
    const { y } = sheet;
    const bullet = sheet.left(page.left + 4);
    sheet.artifact(() => sheet.doc.circle(bullet, y + 6, 1.5).fill(colors.accent));
    const parent = sheet.container('LI', list);
    sheet.paragraph(limitation, { x: page.left + 14, tag: 'LBody', parent });
    sheet.y += 3;
  }
}

/** Draws hash, signature and key as text and as a QR code, and how to verify them. */
export function drawIntegrity(sheet: Sheet, model: ReportPdfModel): void {
  const { integrity, log, content, keySetUrl } = model;
  const { timestamp } = model.signing;
  const { p, own, instant } = sheet.wording;
  const side = 150;
  const mono: TextStyle = { font: 'mono', size: 7.5 };
  const textWidth = contentWidth - side - 20;
  const fields: [string, string][] = [
    [p('pdf.algorithm'), p('pdf.algorithm_text')],
    [p('pdf.content_hash'), integrity.content_sha256],
    [p('pdf.previous_hash'), integrity.previous_sha256 ?? p('pdf.no_previous')],
    [p('pdf.key'), integrity.key_id],
    [p('pdf.signed'), instant(integrity.signed_at)],
    ...(timestamp
      ? [[p('pdf.timestamp'), timestampText(sheet.wording, timestamp)] as [string, string]]
      : []),
    [
      p('pdf.log'),
      log
        ? p('pdf.log_text', {
            origin: own(log.origin),
            index: String(log.leaf_index),
            size: String(log.tree_size),
          })
        : p('pdf.log_missing'),
    ],
    [p('pdf.signature'), integrity.signature],
  ];
  const perLine = Math.floor(textWidth / sheet.width('0', mono));
  const placed = fields.map(([name, text]) => ({
    name,
    lines: /^[\w.-]+$/.test(text) ? chunks(text, perLine) : sheet.lines(text, textWidth, mono),
  }));
  const height = placed.reduce(
    (sum, { lines }) => sum + 15 + lines.length * sheet.lineHeight(mono),
    0,
  );
  const explanation = [
    p(log ? 'pdf.embeds_receipt' : 'pdf.embeds', {
      file: own(`report-${content.report_id}-v${content.version_number}.json`),
    }),
    p('pdf.keys', { url: own(keySetUrl) }),
    p('pdf.code'),
  ];
  sheet.heading(p('pdf.integrity'), height + 90);
  const { y } = sheet;
  drawQr(sheet, integrity.signature, page.left + contentWidth - side, y, {
    side,
    alt: p('pdf.signature_code'),
  });
  for (const { name, lines } of placed) {
    sheet.tag('P', () => {
      sheet.drawLines([name], page.left, sheet.y, {
        size: 8,
        color: colors.muted,
        leadsOn: true,
      });
      sheet.y += 11;
      sheet.drawLines(lines, page.left, sheet.y, mono);
    });
    sheet.y += lines.length * sheet.lineHeight(mono) + 4;
  }
  sheet.y = Math.max(sheet.y, y + side) + 8;
  for (const paragraph of explanation) {
    sheet.paragraph(paragraph, { size: 8.5 });
    sheet.y += 3;
  }
}

const timestampText = ({ p, own, instant }: PdfWording, { time, authority }: TimestampBlock) =>
  p('pdf.timestamp_text', { time: instant(time), authority: own(authority) });

/** Splits text without spaces into lines of `length` characters. */
const chunks = (text: string, length: number): string[] =>
  text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
