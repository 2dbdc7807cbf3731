import { isPossiblePosition } from '../../../lib/geo.js';
import { placeTimeText } from '../../../lib/time-zone.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../evidence/checks.js';
import type { ReportContent } from '../report-schema.js';
import {
  answererNames,
  checksSummary,
  notAnswered,
  objectiveAnswer,
  otherAnswers,
  reportVerdicts,
} from '../verdict.js';
import { metres, readableInstant } from '../wording.js';
import { type NumberedItem, photoAlt, type ReportPdfModel } from './model.js';
import { drawPlan, drawSign } from './plan.js';
import { compassPoint, numbersLabel, offsetOf } from './plan-geometry.js';
import { quoted } from './printable.js';
import { drawQr } from './qr-code.js';
import type { Sheet } from './sheet.js';
import { strongestPhoto } from './strongest-photo.js';
import { type Column, drawTable } from './table.js';
import { colors, contentWidth, itemMark, page, sourceText, stepMarks } from './theme.js';

const qrSide = 76;

/** The first page: title, question and answer, verified facts, and the photo that shows the answer. */
export function drawCover(sheet: Sheet, model: ReportPdfModel, items: NumberedItem[]): void {
  const { content, reportPage } = model;
  const width = reportPage ? contentWidth - qrSide - 10 : contentWidth;
  sheet.y = page.top - 16;
  const top = sheet.y;
  sheet.tag('P', () => {
    const line = `VERIFICATION REPORT · VERSION ${content.version_number}`;
    sheet.drawLines([line], page.left, sheet.y, { font: 'bold', size: 8, color: colors.muted });
  });
  sheet.y += 14;
  sheet.paragraph(content.report_title ?? 'Reality report', {
    font: 'bold',
    size: 19,
    color: colors.accent,
    tag: 'H1',
    width,
  });
  if (reportPage) drawReportPage(sheet, reportPage, top);
  sheet.y += 6;
  const first = sheet.page;
  const question = `Question, in the words of ${sourceText.integrator}`;
  sheet.quote(question, content.objective, width, { size: 12 });
  drawAnswer(sheet, content, width);
  sheet.quote(`Address, in the words of ${sourceText.integrator}`, content.address, width);
  if (reportPage && sheet.page === first) sheet.y = Math.max(sheet.y, top + qrSide + 18);
  sheet.y += 4;
  drawVerdicts(sheet, content, answerPhoto(content, items));
}

/** Draws a QR code with a link to the report's page, to the right of the title. */
function drawReportPage(
  sheet: Sheet,
  { url, until }: NonNullable<ReportPdfModel['reportPage']>,
  top: number,
): void {
  const style = { size: 7, color: colors.muted };
  const right = page.left + contentWidth;
  // The quiet zone of the code overlaps the margins of the text.
  const [x, y] = [right - qrSide + 5, top - 5];
  const alt = 'QR code that opens the page of this report';
  // On a screen, a link is easier to open than a QR code.
  const parent = sheet.link(url, { x, y, width: qrSide, height: qrSide }, alt);
  drawQr(sheet, url, x, y, { side: qrSide, alt, parent });
  const lines = ['This report online', `until ${until}`];
  sheet.tag('P', () => {
    for (const [index, line] of lines.entries()) {
      const x = right - sheet.width(line, style);
      sheet.drawLines([line], x, top + qrSide - 8 + index * sheet.lineHeight(style), style);
    }
  });
}

const photoMax = { width: 264, height: 198 };
const captionStyle = { size: 8, color: colors.muted };
const verdictStyle = { font: 'bold' as const, size: 11 };
const detailStyle = { size: 8.5 };
/** Space inside the card of the verdicts. */
const cardPadding = { left: 16, right: 10, top: 12 };
const tones = {
  good: { sign: '✓', color: colors.pass },
  warn: { sign: '!', color: colors.warn },
  bad: { sign: '✗', color: colors.fail },
  none: { sign: '–', color: colors.ink },
};

/** The answer to the objective in one line, framed because another party wrote it. */
function drawAnswer(sheet: Sheet, { headline }: ReportContent, width: number): void {
  if (headline?.answer && headline.answered_by) {
    const caption = `Answer, in the words of ${answererNames[headline.answered_by]}`;
    sheet.quote(caption, headline.answer, width, { font: 'bold', size: 14 });
    return;
  }
  sheet.paragraph(notAnswered, { font: 'bold', size: 12, width });
  sheet.y += 6;
}

/** The photo that shows the answer; without one, the strongest photo. */
function answerPhoto(content: ReportContent, items: NumberedItem[]): NumberedItem | null {
  const id = content.headline?.evidence_id;
  const named = items.find(({ item, photo }) => photo !== null && item.evidence_id === id);
  return named ?? strongestPhoto(items);
}

/** Formats a time in the time zone of the place. */
const localTime = (content: ReportContent, instant: string): string =>
  placeTimeText(new Date(instant), content);

/** The people who answered and confirmed, one line each. */
function provenance(content: ReportContent): string[] {
  const { headline } = content;
  if (!headline?.answered_by || !headline.answered_at) return [];
  const confirmedAt = objectiveAnswer(content)?.confirmed_at;
  return [
    `Answered by ${answererNames[headline.answered_by]}, ${localTime(content, headline.answered_at)}`,
    ...(headline.confirmed_by && confirmedAt && headline.answered_by !== 'reviewer'
      ? [`Confirmed by ${answererNames[headline.confirmed_by]}, ${localTime(content, confirmedAt)}`]
      : []),
  ];
}

/** Draws the verified facts and the author of the answer next to the photo. */
function drawVerdicts(sheet: Sheet, content: ReportContent, shown: NumberedItem | null): void {
  const photo = shown?.photo ?? null;
  const scale = photo ? Math.min(photoMax.width / photo.width, photoMax.height / photo.height) : 0;
  const box = { width: (photo?.width ?? 0) * scale, height: (photo?.height ?? 0) * scale };
  const x = page.left + (photo ? box.width + 14 : 0);
  const width = page.left + contentWidth - x;
  // The caption fills the space between the card and the lower edge of the photo.
  const caption = photo && shown ? sheet.lines(captionOf(content, shown), width, captionStyle) : [];
  const captionHeight = caption.length * sheet.lineHeight(captionStyle);
  const inner = width - cardPadding.left - cardPadding.right;
  const checks = checksSummary(content.evidence_items);
  const parts = [
    ...reportVerdicts(content).map(({ tone, text }) => ({
      text: `${tones[tone].sign} ${text}`,
      style: { ...verdictStyle, color: tones[tone].color },
    })),
    ...[...provenance(content), checks].map((text) => ({ text, style: detailStyle })),
  ].map(({ text, style }) => {
    const lines = sheet.lines(text, inner, style);
    return { lines, style, height: lines.length * sheet.lineHeight(style) + 4 };
  });
  const cardHeight = 2 * cardPadding.top + parts.reduce((sum, { height }) => sum + height, 0);
  const besides = captionHeight + (photo ? 10 : 0);
  const total = Math.max(box.height, cardHeight + besides);
  const height = total - besides;
  sheet.ensure(total);
  const { y } = sheet;
  if (photo && shown) {
    sheet.photo(photo, { x: page.left, y, ...box }, photoAlt(shown));
    sheet.tag('Caption', () =>
      sheet.drawLines(caption, x, y + total - captionHeight, captionStyle),
    );
  }
  const edge = content.status === 'disputed' ? colors.fail : colors.accent;
  sheet.artifact(() => {
    sheet.doc.rect(x, y, width, height).fill(colors.tint);
    sheet.doc.rect(x, y, 4, height).fill(edge);
  });
  // The parts share the height that the photo gives the card.
  const gap = Math.min((height - cardHeight) / parts.length, 12);
  let at = y + cardPadding.top + (height - cardHeight - gap * (parts.length - 1)) / 2;
  for (const { lines, style, height: taken } of parts) {
    const top = at;
    sheet.tag('P', () => sheet.drawLines(lines, x + cardPadding.left, top, style));
    at += taken + gap;
  }
  sheet.y += total + 8;
}

/** The answers to the other questions, flagged ones first; nothing without such answers. */
export function drawAnswers(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const { flagged, unflagged } = otherAnswers(content);
  const objective = objectiveAnswer(content);
  // The first page has the answer to the objective, but not the one before its correction.
  const answers = [...(objective?.corrected ? [objective] : []), ...flagged, ...unflagged];
  if (answers.length === 0) return;
  sheet.heading('Answers', 60);
  for (const answer of answers) {
    const { corrected } = answer;
    const numbers = items
      .filter(({ item }) => answer.evidence_ids.includes(item.evidence_id))
      .map(({ number }) => number);
    const caption = [
      answer.flagged && 'Flagged',
      `Answered by ${answererNames[answer.answered_by]}, ${localTime(content, answer.answered_at)}`,
      answer.confirmed_by && answer.answered_by !== 'reviewer' && 'confirmed by a reviewer',
      numbers.length > 0 && numbersLabel(numbers),
    ];
    const before = corrected && `Before the correction, by ${answererNames[corrected.answered_by]}`;
    sheet.quote(caption.filter(Boolean).join(' · '), [
      answer.question,
      answer.text,
      ...[answer.reason, answer.comment].filter((text) => text !== null),
      ...(before ? [`${before}: ${corrected.text}`] : []),
    ]);
  }
}

/** Returns for example `E2 · Overview on arrival, 12 m NE from the target, ✓ passed its checks`. */
function captionOf(content: ReportContent, numbered: NumberedItem): string {
  const { number, item, stepLabel } = numbered;
  const mark = itemMark(item.validation_passed);
  const where = item.distance_m === null ? '' : `, ${distanceText(content, item)} from the target`;
  const when = localTime(content, item.captured_at);
  return `E${number} · ${stepLabel}, captured ${when}${where}: ${mark.sign} ${mark.word}`;
}

const verdictText = {
  accepted: 'accepted',
  needs_more: 'asked for more evidence',
  disputed: 'disputed',
};

/** Draws the facts of the job. */
export function drawFacts(sheet: Sheet, content: ReportContent): void {
  const verdict = content.requester_verdict;
  const facts: [string, string][] = [
    ['Position', positionText(content)],
    ['Service', content.service_label ?? unnamedService(content)],
    ['Evidence complete', readableInstant(content.completed_at)],
    ['Report created', readableInstant(content.generated_at)],
    [
      'Requester’s verdict',
      verdict ? `${verdictText[verdict.verdict]}, ${readableInstant(verdict.at)}` : 'none yet',
    ],
    ['Job', content.job_id],
    ...(content.request_id === null ? [] : [['Request', content.request_id] as [string, string]]),
    ['Report', `${content.report_id}, version ${content.version_number}`],
  ];
  sheet.endSection();
  sheet.ensure(facts.length * (sheet.lineHeight() + 3));
  sheet.y += 4;
  for (const [name, text] of facts) drawFact(sheet, name, text);
  sheet.y += 4;
}

const unnamedService = ({ service_key }: ReportContent) =>
  service_key === null ? 'general verification' : quoted(service_key);

/** Draws a name on the left and its text on the right, across pages if necessary. */
function drawFact(sheet: Sheet, name: string, text: string): void {
  const x = page.left + 108;
  const lines = sheet.lines(text, contentWidth - 108);
  sheet.ensure(Math.min(lines.length, 3) * sheet.lineHeight());
  sheet.tag('P', () => {
    sheet.drawLines([name], page.left, sheet.y, { color: colors.muted, leadsOn: true });
    sheet.flow(lines, x);
  });
  sheet.y += 3;
}

const positionText = ({ latitude, longitude }: ReportContent) =>
  isPossiblePosition(latitude, longitude)
    ? `${latitude.toFixed(6)}, ${longitude.toFixed(6)} (WGS 84)`
    : `${latitude}, ${longitude} – not a possible position`;

/** Draws the plan with its legend, or the reason why it is missing. */
export function drawPlanSection(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const side = 190;
  sheet.heading('Plan of target and evidence', side + 4);
  if (!isPossiblePosition(content.latitude, content.longitude)) {
    sheet.paragraph(
      'The position given for this job is not valid, so the report has no plan and no distances.',
    );
    return;
  }
  const points = items
    .filter(({ item }) => isPossiblePosition(item.latitude, item.longitude))
    .map(({ number, item }) => ({ ...item, number, passed: item.validation_passed }));
  const { y } = sheet;
  const plan = drawPlan(sheet, content, points, { x: page.left, y, side });
  const x = page.left + side + 20;
  const width = contentWidth - side - 20;
  const legend: [((px: number, py: number) => void) | null, string][] = [
    [
      (px, py) => {
        sheet.doc.circle(px, py, 4).lineWidth(1.2).stroke(colors.fail);
        sheet.doc
          .moveTo(px - 6, py)
          .lineTo(px + 6, py)
          .moveTo(px, py - 6)
          .lineTo(px, py + 6);
        sheet.doc.lineWidth(0.8).stroke(colors.fail);
      },
      'Target: the position given for the job',
    ],
    [(px, py) => drawSign(sheet.doc, px, py, true), 'Evidence that passed its checks'],
    [(px, py) => drawSign(sheet.doc, px, py, false), 'Evidence that failed a check'],
    ...(plan.arrows.length > 0
      ? [
          [
            (px: number, py: number) => {
              sheet.doc.polygon([px, py - 5], [px - 4, py + 3], [px + 4, py + 3]).fill(colors.ink);
            },
            'Evidence beyond the edge, in this direction, with its distance',
          ] as [(px: number, py: number) => void, string],
        ]
      : []),
    [
      null,
      plan.circles.length > 0
        ? `Dashed: ${plan.circles.map((radius) => `${radius} m`).join(' and ')} around the target. Evidence within ${geofencePassMetres} m counts as taken there, up to ${geofenceWarnMetres} m with a warning.`
        : `Evidence within ${geofencePassMetres} m of the target counts as taken there; that circle lies outside this plan.`,
    ],
    [
      null,
      `From the center to the edge of the plan: ${plan.radius} m. North is up. Distances from the target are true to scale.`,
    ],
    ...(plan.unlabelled > 0
      ? [[null, 'Where markers overlap, some numbers are omitted.'] as [null, string]]
      : []),
  ];
  let at = y + 2;
  for (const [sign, text] of legend) {
    const indent = sign ? 20 : 0;
    const lines = sheet.lines(text, width - indent, { size: 8.5 });
    const rowY = at;
    if (sign) sheet.artifact(() => sign(x + 7, rowY + 6));
    sheet.tag('P', () => sheet.drawLines(lines, x + indent, rowY, { size: 8.5 }));
    at += lines.length * sheet.lineHeight({ size: 8.5 }) + 6;
  }
  sheet.y = y + side + 8;
}

const stepColumns: Column[] = [
  { title: 'STEP', width: 300 },
  { title: 'REQUIRED', width: 55 },
  { title: 'RESULT', width: 70 },
  { title: 'EVIDENCE', width: contentWidth - 425 },
];

/** Draws the steps with their instructions, result and evidence. */
export function drawSteps(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  sheet.heading('Steps', 70);
  const numbers = new Map(items.map(({ item, number }) => [item.evidence_id, number]));
  const rows = content.steps.map((step, index) => {
    const mark = stepMarks[step.status];
    const evidence = step.evidence_ids.flatMap((id) => numbers.get(id) ?? []);
    return [
      { text: [`${index + 1}. ${step.label}`, step.instructions] },
      step.required ? 'yes' : 'no',
      { text: `${mark.sign} ${mark.word}`, font: 'bold' as const, color: mark.color },
      evidence.length > 0 ? numbersLabel(evidence) : '–',
    ];
  });
  drawTable(sheet, stepColumns, rows);
}

const overviewColumns: Column[] = [
  { title: 'NO.', width: 32 },
  { title: 'STEP', width: 148 },
  { title: 'CAPTURED', width: 112 },
  { title: 'FROM THE TARGET', width: 88 },
  { title: 'RESULT', width: contentWidth - 380 },
];

/** Draws one line for each evidence item, in the order of receipt. */
export function drawOverview(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  sheet.heading('Evidence at a glance', 70);
  if (items.length === 0) sheet.paragraph('No evidence was received.');
  if (items.length === 0) return;
  const rows = items.map(({ number, item, stepLabel }) => {
    const failed = item.checks.filter((check) => check.result === 'fail').length;
    const warned = item.checks.filter((check) => check.result === 'warn').length;
    const [text, color] = !item.validation_passed
      ? [`✗ FAILED${failed > 0 ? ` (${failed})` : ''}`, colors.fail]
      : warned > 0
        ? [`! passed, ${warned} warning${warned === 1 ? '' : 's'}`, colors.warn]
        : ['✓ passed', colors.pass];
    return [
      `E${number}`,
      stepLabel,
      readableInstant(item.captured_at),
      distanceText(content, item),
      { text, font: 'bold' as const, color },
    ];
  });
  drawTable(sheet, overviewColumns, rows);
}

/** Returns for example `12 m NE`, or a dash if there is no distance. */
export function distanceText(content: ReportContent, item: NumberedItem['item']): string {
  if (item.distance_m === null) return '–';
  const direction = item.distance_m >= 1 ? ` ${compassPoint(offsetOf(content, item).bearing)}` : '';
  return `${metres(item.distance_m)}${direction}`;
}
