import { checkMessage, checkValue } from '../check-text.js';
import type { ContentCheck, ReportContent } from '../report-schema.js';
import { distanceText } from './cover.js';
import { type NumberedItem, photoAlt } from './model.js';
import type { PdfKey, PdfWording } from './pdf-wording.js';
import { quoted } from './printable.js';
import type { Sheet, TextStyle } from './sheet.js';
import { checkMarks, colors, contentWidth, itemMark, page, sourceKeys } from './theme.js';

const left = { x: page.left, width: 226, photoHeightMax: 236 };
const right = { x: page.left + 242, width: contentWidth - 242 };
const small: TextStyle = { size: 7.5 };
const caption: TextStyle = { size: 8 };

/** Draws every evidence item with its photo, its data and its checks. */
export function drawEvidence(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const placed = items.map((item) => layoutItem(sheet, content, item));
  const [first] = placed;
  if (!first) return;
  // On the same page as the first item, which is not split if it fits on one page.
  sheet.heading(sheet.wording.p('pdf.detail'), first.height);
  for (const item of placed) drawItem(sheet, item);
}

/** Lays out an item and computes the height of its title, photo and checks. */
function layoutItem(sheet: Sheet, content: ReportContent, numbered: NumberedItem) {
  const { item } = numbered;
  const photo = photoBox(numbered);
  const facts = factLines(sheet, content, numbered);
  const checks = item.checks.map((check) => layoutCheck(sheet, check));
  const leftHeight = photo.height + 6 + facts.length * sheet.lineHeight(caption);
  const rightHeight = 16 + checks.reduce((sum, { height }) => sum + height, 0);
  const height = 24 + Math.max(leftHeight, rightHeight);
  return { numbered, photo, facts, checks, leftHeight, height };
}

function drawItem(sheet: Sheet, placed: ReturnType<typeof layoutItem>): void {
  const { numbered, photo, facts, checks, leftHeight, height } = placed;
  const { item } = numbered;
  sheet.ensure(height);
  drawTitle(sheet, numbered);
  const top = sheet.y;
  drawPhoto(sheet, numbered, photo, top);
  sheet.tag('P', () => sheet.drawLines(facts, left.x, top + photo.height + 6, caption));
  drawChecks(sheet, checks, top);
  // If the table of checks continued on another page, the photo is on an earlier page.
  sheet.y = Math.max(sheet.y, sheet.y >= top ? top + leftHeight : page.top) + 7;
  for (const error of errorsOf(sheet.wording, item)) {
    sheet.paragraph(`✗ ${error}`, { size: 8, color: colors.fail });
  }
  if (item.notes) {
    const party = sheet.wording.t(sourceKeys[item.source]);
    sheet.quote(sheet.wording.p('pdf.note', { party }), item.notes);
  }
  sheet.y += 12;
}

function drawTitle(sheet: Sheet, { number, item, stepLabel }: NumberedItem): void {
  const mark = itemMark(item.validation_passed);
  const { y } = sheet;
  sheet.artifact(() => sheet.doc.rect(page.left, y, contentWidth, 18).fill(colors.tint));
  sheet.tag('H3', () => {
    const style = { font: 'bold' as const, size: 9 };
    const { p, own } = sheet.wording;
    const verdict = `${mark.sign} ${p(mark.word)}`;
    const width = sheet.width(verdict, style);
    sheet.label(
      `${own(`E${number}`)} · ${own(stepLabel)}`,
      page.left + 6,
      y + 3,
      contentWidth - width - 30,
      {
        ...style,
        leadsOn: true,
      },
    );
    sheet.drawLines([verdict], page.left + contentWidth - width - 6, y + 3, {
      ...style,
      color: mark.color,
    });
  });
  sheet.y += 24;
}

interface PhotoBox {
  width: number;
  height: number;
}

function photoBox({ photo }: NumberedItem): PhotoBox {
  if (!photo) return { width: left.width, height: 74 };
  const scale = Math.min(left.width / photo.width, left.photoHeightMax / photo.height);
  return { width: photo.width * scale, height: photo.height * scale };
}

function drawPhoto(sheet: Sheet, numbered: NumberedItem, box: PhotoBox, y: number): void {
  const { photo, item, fileName } = numbered;
  if (photo) {
    sheet.photo(photo, { x: left.x, y, ...box }, photoAlt(sheet.wording, numbered));
    return;
  }
  sheet.artifact(() => {
    const edge = sheet.left(left.x, box.width);
    sheet.doc.rect(edge, y, box.width, box.height).lineWidth(0.6).stroke(colors.rule);
  });
  sheet.tag('P', () => {
    const inner = box.width - 20;
    const bold = { font: 'bold' as const, size: 8.5 };
    const { p, own } = sheet.wording;
    const notShown = p('pdf.not_shown', { kind: p(kindOf(item.media_type)) });
    sheet.label(notShown, left.x + 10, y + 10, inner, bold);
    sheet.label(
      fileName === null ? p('pdf.unnamed') : quoted(fileName),
      left.x + 10,
      y + 25,
      inner,
      caption,
    );
    sheet.label(
      own(`${item.media_type}, ${bytes(item.size_bytes)}`),
      left.x + 10,
      y + 38,
      inner,
      caption,
    );
    sheet.label(p('pdf.content_not_shown'), left.x + 10, y + 51, inner, {
      ...caption,
      color: colors.muted,
    });
  });
}

function kindOf(mediaType: string) {
  if (mediaType.startsWith('video/')) return 'pdf.kind.video';
  if (mediaType === 'application/pdf') return 'pdf.kind.document';
  return mediaType.startsWith('image/') ? 'pdf.kind.picture' : 'pdf.kind.file';
}

function factLines(sheet: Sheet, content: ReportContent, { item }: NumberedItem): string[] {
  const { p, t, own, instant } = sheet.wording;
  const facts = [
    p('pdf.captured', { time: instant(item.captured_at) }),
    p('pdf.received', { time: instant(item.received_at) }),
    p('pdf.position', {
      position: own(`${item.latitude.toFixed(6)}, ${item.longitude.toFixed(6)}`),
      distance: distanceText(sheet.wording, content, item),
    }),
    p('pdf.sent_by', { party: t(sourceKeys[item.source]) }),
    own(`${item.media_type}, ${bytes(item.size_bytes)}, SHA-256 ${item.media_sha256.slice(0, 8)}…`),
  ];
  return sheet.lines(facts, left.width, caption);
}

const bytes = (size: number) =>
  size < 1_000_000
    ? `${Math.max(1, Math.round(size / 1000))} kB`
    : `${(size / 1_000_000).toFixed(1)} MB`;

const checkLabels = {
  geofence: 'pdf.check.geofence',
  capture_time: 'pdf.check.capture_time',
  freshness: 'pdf.check.freshness',
  hash: 'pdf.check.hash',
  duplicate: 'pdf.check.duplicate',
  similar: 'pdf.check.similar',
  nonce: 'pdf.check.nonce',
  media: 'pdf.check.media',
  exif: 'pdf.check.exif',
  provenance: 'pdf.check.provenance',
} as const satisfies Record<ContentCheck['name'], PdfKey>;

/** Widths of the columns result, name, measured and threshold. */
const columns = [48, 58, 73, right.width - 179];
const columnX = columns.map((_, index) =>
  columns.slice(0, index).reduce((sum, width) => sum + width, right.x + 4),
);

/** Formats instants for readers and shortens hashes to their first digits. */
const readable = ({ instant }: PdfWording, text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, instant)
    .replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…');

const shownValue = (wording: PdfWording, value: string | null): string =>
  value === null ? '–' : readable(wording, checkValue(wording, value).text);

/** Returns why an item failed: as signed in English, otherwise the messages of its failed checks. */
function errorsOf(
  wording: PdfWording,
  { checks, validation_errors }: NumberedItem['item'],
): string[] {
  if (wording.language === 'en') return validation_errors;
  return checks
    .filter(({ result }) => result === 'fail')
    .map((check) => checkMessage(wording, check).text);
}

interface CheckLayout {
  check: ContentCheck;
  cells: string[][];
  message: string[];
  height: number;
}

function layoutCheck(sheet: Sheet, check: ContentCheck): CheckLayout {
  const { wording } = sheet;
  const mark = checkMarks[check.result];
  const cells = [
    [`${mark.sign} ${wording.p(mark.word)}`],
    sheet.lines(wording.p(checkLabels[check.name]), columns[1]! - 4, small),
    sheet.lines(shownValue(wording, check.measured), columns[2]! - 4, small),
    sheet.lines(shownValue(wording, check.threshold), columns[3]! - 4, small),
  ];
  const text = readable(wording, checkMessage(wording, check).text);
  const message = sheet.lines(text, right.width - columns[0]! - 8, { size: 7 });
  const height =
    Math.max(...cells.map((lines) => lines.length)) * sheet.lineHeight(small) +
    message.length * sheet.lineHeight({ size: 7 }) +
    7;
  return { check, cells, message, height };
}

const columnKeys = [
  'pdf.column.result',
  'pdf.column.check',
  'pdf.column.measured',
  'pdf.column.limit',
] as const satisfies PdfKey[];

function drawChecks(sheet: Sheet, checks: CheckLayout[], top: number): void {
  const table = sheet.container('Table');
  const drawHead = () => {
    const { y } = sheet;
    const row = sheet.container('TR', table);
    for (const [index, key] of columnKeys.entries()) {
      const title = sheet.wording.p(key);
      const style: TextStyle = { font: 'bold', size: 7, color: colors.muted };
      sheet.tag('TH', () => sheet.drawLines([title], columnX[index]!, y, style), { parent: row });
    }
    sheet.y += 12;
    rule(sheet);
  };
  sheet.y = top;
  drawHead();
  for (const { check, cells, message, height } of checks) {
    if (sheet.ensure(height)) drawHead();
    const y = sheet.y + 3;
    const mark = checkMarks[check.result];
    const row = sheet.container('TR', table);
    const cellsHeight = Math.max(...cells.map((lines) => lines.length)) * sheet.lineHeight(small);
    for (const [index, lines] of cells.entries()) {
      const style: TextStyle = index === 0 ? { ...small, font: 'bold', color: mark.color } : small;
      sheet.tag(
        'TD',
        () => {
          sheet.drawLines(lines, columnX[index]!, y, { ...style, leadsOn: index === 1 });
          if (index !== 1) return;
          const below = { size: 7, color: colors.muted };
          sheet.drawLines(message, columnX[1]!, y + cellsHeight, below);
        },
        { parent: row },
      );
    }
    sheet.y += height;
    rule(sheet);
  }
}

function rule(sheet: Sheet): void {
  const { y } = sheet;
  const from = sheet.left(right.x, right.width);
  sheet.artifact(() => {
    sheet.doc
      .moveTo(from, y)
      .lineTo(from + right.width, y)
      .lineWidth(0.4)
      .stroke(colors.rule);
  });
}
