import type { TimestampBlock } from '../integrity.js';
import type { ReportContent } from '../report-schema.js';
import { readableInstant } from '../wording.js';
import type { NumberedItem, ReportPdfModel } from './model.js';
import { numbersLabel } from './plan-geometry.js';
import { quoted } from './printable.js';
import { drawQr } from './qr-code.js';
import type { Sheet, TextStyle } from './sheet.js';
import { type Column, drawTable } from './table.js';
import { colors, contentWidth, page } from './theme.js';

const reasonText = {
  withdrawal: 'the previous version was withdrawn',
  correction: 'a correction',
  feedback: 'the verdict of the requester',
  evidence_replaced: 'evidence was replaced',
  evidence_added: 'evidence was added',
  status_changed: 'the status changed',
};

const changeColumns: Column[] = [
  { title: 'WHERE', width: 170 },
  { title: 'BEFORE', width: 160 },
  { title: 'AFTER', width: contentWidth - 330 },
];

/** What changed since the previous version; nothing on version 1. */
export function drawChanges(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const summary = content.change_summary;
  if (!summary) return;
  sheet.heading('Changes since the previous version', 50);
  sheet.paragraph(
    `Version ${summary.to_version} follows version ${summary.from_version}. Reason: ${reasonText[summary.reason]}.`,
    { font: 'bold' },
  );
  sheet.paragraph(summary.summary);
  const added = items
    .filter(({ item }) => summary.evidence_added.includes(item.evidence_id))
    .map(({ number }) => number);
  if (added.length > 0) sheet.paragraph(`New evidence: ${numbersLabel(added)}.`);
  sheet.y += 6;
  const rows = summary.changes
    .filter(({ kind, path }) => !isStatedElsewhere(kind, path))
    .map(({ path, before, after }) => [
      placeOf(content, items, path),
      shortValue(before, path, items),
      shortValue(after, path, items),
    ]);
  if (rows.length > 0) drawTable(sheet, changeColumns, rows);
}

/** Summary and limitations stand in this report themselves; new evidence is shown below. */
const isStatedElsewhere = (kind: string, path: string) =>
  path === '/summary' ||
  path === '/limitations' ||
  (kind === 'added' && path.startsWith('/evidence_items/'));

/** `Step “Overview on arrival”: evidence` for `/steps/0/evidence_ids`. */
function placeOf(content: ReportContent, items: NumberedItem[], path: string): string {
  const [member = '', index = '', ...inner] = path.split('/').slice(1);
  const text = (parts: string[]) => parts.join(' ').replaceAll('_', ' ').replace(/ ids$/, '');
  const step = member === 'steps' ? content.steps[Number(index)] : undefined;
  const item = member === 'evidence_items' ? items[Number(index)] : undefined;
  const name = step ? `Step “${step.label}”` : item && `Evidence E${item.number}`;
  if (name === undefined) return text([member, index, ...inner]).trim();
  return inner.length > 0 ? `${name}: ${text(inner)}` : name;
}

const valueLengthMax = 300;

/** Members of the content that hold what others wrote. */
const foreignMembers = new Set(['objective', 'address', 'service_key', 'notes']);

/** A value as a table can show it; long ones are cut, the embedded JSON has them whole. */
function shortValue(value: unknown, path: string, items: NumberedItem[]): string {
  if (value === null) return '–';
  if (Array.isArray(value) && value.length === 0) return 'none';
  const numbers = new Map(items.map(({ item, number }) => [item.evidence_id, number]));
  if (Array.isArray(value) && value.every((id) => numbers.has(id))) {
    return numbersLabel(value.map((id) => numbers.get(id) as number));
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  const text = typeof value === 'object' ? plainMembers(value) : plainMember(name, value);
  const chars = [...text.replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/g, readableInstant)];
  return chars.length <= valueLengthMax
    ? chars.join('')
    : `${chars.slice(0, valueLengthMax).join('')} …`;
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

/** Known only after the content was signed. */
const timestampMissing =
  'The timestamp authority did not answer when this document was made: its times are those of the service alone. A timestamp that was received later is in the JSON of this version.';

/** What is true of a file that was made before its receipt; the signed content is older than both. */
const notLogged =
  'This version was not yet logged in the transparency log when this file was made.';

/** What the evidence, and this file, do not prove. */
export function drawLimitations(sheet: Sheet, { content, log, signing }: ReportPdfModel): void {
  sheet.heading('Limitations', 60);
  const ofThisFile = [
    ...(log ? [] : [notLogged]),
    ...(signing.isTimestampMissing ? [timestampMissing] : []),
  ];
  const list = sheet.container('L');
  for (const limitation of [...content.limitations, ...ofThisFile]) {
    sheet.ensure(2 * sheet.lineHeight());
    const { y } = sheet;
    sheet.artifact(() => sheet.doc.circle(page.left + 4, y + 6, 1.5).fill(colors.accent));
    const parent = sheet.container('LI', list);
    sheet.paragraph(limitation, { x: page.left + 14, tag: 'LBody', parent });
    sheet.y += 3;
  }
}

/** Hash, signature and key, for the eye and for a scanner, and how to check them. */
export function drawIntegrity(sheet: Sheet, model: ReportPdfModel): void {
  const { integrity, log, content, keySetUrl } = model;
  const { timestamp } = model.signing;
  const side = 150;
  const mono: TextStyle = { font: 'mono', size: 7.5 };
  const textWidth = contentWidth - side - 20;
  const fields: [string, string][] = [
    ['Algorithm', 'SHA-256 over the canonical JSON (RFC 8785), signed with Ed25519 (JWS)'],
    ['Content SHA-256', integrity.content_sha256],
    ['SHA-256 of the previous version', integrity.previous_sha256 ?? 'none: this is version 1'],
    ['Key', integrity.key_id],
    ['Signed', readableInstant(integrity.signed_at)],
    ...(timestamp ? [['Timestamp', timestampText(timestamp)] as [string, string]] : []),
    [
      'Transparency log',
      log
        ? `${log.origin}, index ${log.leaf_index} in a tree of ${log.tree_size} entries`
        : 'not yet logged',
    ],
    ['Signature', integrity.signature],
  ];
  const perLine = Math.floor(textWidth / sheet.width('0', mono));
  const placed = fields.map(([name, text]) => ({
    name,
    lines: text.includes(' ') ? sheet.lines(text, textWidth, mono) : chunks(text, perLine),
  }));
  const height = placed.reduce(
    (sum, { lines }) => sum + 15 + lines.length * sheet.lineHeight(mono),
    0,
  );
  const explanation = [
    `This file embeds the signed report as report-${content.report_id}-v${content.version_number}.json${log ? ',' : ' and'} its integrity block as integrity.json${log ? ' and its receipt of the transparency log as receipt.json' : ''}, and carries a signature over all of its bytes, these pages included, which PDF readers show and verify.`,
    `The public keys are at ${keySetUrl}. Keep a copy of them, or their thumbprint, from a time when you trusted the source.`,
    'The QR code holds the signature shown here. It names the report, its version and the hash of its content, so that a printed copy can be compared with the file.',
  ];
  sheet.heading('Integrity', height + 90);
  const { y } = sheet;
  drawQr(sheet, integrity.signature, page.left + contentWidth - side, y, {
    side,
    alt: 'QR code that holds the signature of this report',
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

const timestampText = ({ time, authority }: TimestampBlock) =>
  `${readableInstant(time)}, by ${authority}`;

/** Text without spaces cut into lines of so many characters. */
const chunks = (text: string, length: number): string[] =>
  text.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
