import { isPossiblePosition } from '../../../lib/geo.js';
import { geofencePassMetres, geofenceWarnMetres } from '../../evidence/checks.js';
import type { FeedbackVerdict } from '../../job/job.js';
import { answerText } from '../answer-text.js';
import { titleFor } from '../reader-text.js';
import type { ReportContent } from '../report-schema.js';
import {
  answerLine,
  checksSummary,
  objectiveAnswer,
  otherAnswers,
  partyName,
  reportVerdicts,
} from '../verdict.js';
import { type NumberedItem, photoAlt, type ReportPdfModel } from './model.js';
import type { PdfKey, PdfWording } from './pdf-wording.js';
import { drawPlan, drawSign } from './plan.js';
import { type CompassPoint, compassPoint, numbersLabel, offsetOf } from './plan-geometry.js';
import { quoted } from './printable.js';
import { drawQr } from './qr-code.js';
import type { Sheet } from './sheet.js';
import { strongestPhoto } from './strongest-photo.js';
import { type Column, drawTable } from './table.js';
import { colors, contentWidth, itemMark, page, sourceKeys, stepMarks } from './theme.js';

const qrSide = 76;

/** The first page: title, question and answer, verified facts, and the photo that shows the answer. */
export function drawCover(sheet: Sheet, model: ReportPdfModel, items: NumberedItem[]): void {
  const { content, reportPage } = model;
  const { wording } = sheet;
  const { p } = wording;
  const width = reportPage ? contentWidth - qrSide - 10 : contentWidth;
  sheet.y = page.top - 16;
  const top = sheet.y;
  sheet.tag('P', () => {
    const line = p('pdf.kicker', { version: String(content.version_number) });
    sheet.drawLines([line], page.left, sheet.y, { font: 'bold', size: 8, color: colors.muted });
  });
  sheet.y += 14;
  sheet.paragraph(titleFor(wording, content), {
    font: 'bold',
    size: 19,
    color: colors.accent,
    tag: 'H1',
    width,
  });
  if (reportPage) drawReportPage(sheet, reportPage, top);
  if (wording.language !== 'en') {
    sheet.paragraph(p('pdf.translation'), { size: 8, color: colors.muted, width });
  }
  sheet.y += 6;
  const first = sheet.page;
  const party = wording.t(sourceKeys.integrator);
  sheet.quote(p('pdf.question', { party }), content.objective, width, { size: 12 });
  drawAnswer(sheet, content, width);
  sheet.quote(p('pdf.address', { party }), content.address, width);
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
  const { p, own } = sheet.wording;
  const alt = p('pdf.online_code');
  // On a screen, a link is easier to open than a QR code.
  const parent = sheet.link(url, { x, y, width: qrSide, height: qrSide }, alt);
  drawQr(sheet, url, x, y, { side: qrSide, alt, parent });
  const lines = [p('pdf.online'), p('pdf.online_until', { date: own(until) })];
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
function drawAnswer(sheet: Sheet, content: ReportContent, width: number): void {
  const { wording } = sheet;
  const { headline } = content;
  const line = answerLine(wording, content);
  if (headline?.answer && headline.answered_by) {
    const party = partyName(wording, headline.answered_by);
    const caption = wording.p('pdf.answer', { party });
    sheet.quote(caption, line, width, { font: 'bold', size: 14 });
    return;
  }
  sheet.paragraph(line, { font: 'bold', size: 12, width });
  sheet.y += 6;
}

/** The photo that shows the answer; without one, the strongest photo. */
function answerPhoto(content: ReportContent, items: NumberedItem[]): NumberedItem | null {
  const id = content.headline?.evidence_id;
  const named = items.find(({ item, photo }) => photo !== null && item.evidence_id === id);
  return named ?? strongestPhoto(items);
}

/** The people who answered and confirmed, one line each. */
function provenance(wording: PdfWording, content: ReportContent): string[] {
  const { headline } = content;
  if (!headline?.answered_by || !headline.answered_at) return [];
  const confirmedAt = objectiveAnswer(content)?.confirmed_at;
  return [
    wording.p('pdf.answered_by', {
      party: partyName(wording, headline.answered_by),
      time: wording.placeTime(headline.answered_at, content),
    }),
    ...(headline.confirmed_by && confirmedAt && headline.answered_by !== 'reviewer'
      ? [
          wording.p('pdf.confirmed_by', {
            party: partyName(wording, headline.confirmed_by),
            time: wording.placeTime(confirmedAt, content),
          }),
        ]
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
  const { wording } = sheet;
  // The caption fills the space between the card and the lower edge of the photo.
  const caption =
    photo && shown ? sheet.lines(captionOf(wording, content, shown), width, captionStyle) : [];
  const captionHeight = caption.length * sheet.lineHeight(captionStyle);
  const inner = width - cardPadding.left - cardPadding.right;
  const checks = checksSummary(wording, content.evidence_items);
  const parts = [
    ...reportVerdicts(wording, content).map(({ tone, text }) => ({
      text: `${tones[tone].sign} ${text}`,
      style: { ...verdictStyle, color: tones[tone].color },
    })),
    ...[...provenance(wording, content), checks].map((text) => ({ text, style: detailStyle })),
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
    sheet.photo(photo, { x: page.left, y, ...box }, photoAlt(wording, shown));
    sheet.tag('Caption', () =>
      sheet.drawLines(caption, x, y + total - captionHeight, captionStyle),
    );
  }
  const edge = content.status === 'disputed' ? colors.fail : colors.accent;
  sheet.artifact(() => {
    sheet.doc.rect(sheet.left(x, width), y, width, height).fill(colors.tint);
    sheet.doc.rect(sheet.left(x, 4), y, 4, height).fill(edge);
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
  const { wording } = sheet;
  const { p, own } = wording;
  sheet.heading(p('pdf.answers'), 60);
  for (const answer of answers) {
    const { corrected } = answer;
    const numbers = items
      .filter(({ item }) => answer.evidence_ids.includes(item.evidence_id))
      .map(({ number }) => number);
    const caption = [
      answer.flagged && p('pdf.flagged'),
      p('pdf.answered_by', {
        party: partyName(wording, answer.answered_by),
        time: wording.placeTime(answer.answered_at, content),
      }),
      answer.confirmed_by && answer.answered_by !== 'reviewer' && p('pdf.confirmed'),
      numbers.length > 0 && own(numbersLabel(numbers)),
    ];
    const before =
      corrected &&
      p('pdf.before_correction', {
        party: partyName(wording, corrected.answered_by),
        answer: answerText(wording, answer, corrected),
      });
    sheet.quote(caption.filter(Boolean).join(' · '), [
      wording.labels.question(answer.question_key, 'label', answer.question),
      answerText(wording, answer, answer),
      ...[answer.reason, answer.comment].filter((text) => text !== null),
      ...(before ? [before] : []),
    ]);
  }
}

/** Returns for example `E2 · Overview on arrival, 12 m NE from the target, ✓ passed its checks`. */
function captionOf(wording: PdfWording, content: ReportContent, numbered: NumberedItem): string {
  const { p, own } = wording;
  const { number, item, stepLabel } = numbered;
  const mark = itemMark(item.validation_passed);
  const values = {
    item: own(`E${number}`),
    step: own(stepLabel),
    time: wording.placeTime(item.captured_at, content),
    result: `${mark.sign} ${p(mark.word)}`,
  };
  return item.distance_m === null
    ? p('pdf.caption', values)
    : p('pdf.caption_distance', { ...values, distance: distanceText(wording, content, item) });
}

const verdictKeys = {
  accepted: 'pdf.verdict.accepted',
  needs_more: 'pdf.verdict.needs_more',
  disputed: 'pdf.verdict.disputed',
} as const satisfies Record<FeedbackVerdict, PdfKey>;

/** Draws the facts of the job. */
export function drawFacts(sheet: Sheet, content: ReportContent): void {
  const verdict = content.requester_verdict;
  const { wording } = sheet;
  const { p, own, instant, labels } = wording;
  const service = content.service_label;
  const facts: [string, string][] = [
    [p('pdf.fact.position'), positionText(wording, content)],
    [
      p('pdf.fact.service'),
      service === null ? unnamedService(wording, content) : own(labels.service(service)),
    ],
    [p('pdf.fact.complete'), instant(content.completed_at)],
    [p('pdf.fact.created'), instant(content.generated_at)],
    [
      p('pdf.fact.verdict'),
      verdict
        ? p(verdictKeys[verdict.verdict], { time: instant(verdict.at) })
        : p('pdf.verdict.none'),
    ],
    [p('pdf.fact.job'), content.job_id],
    ...(content.request_id === null
      ? []
      : [[p('pdf.fact.request'), content.request_id] as [string, string]]),
    [
      p('pdf.fact.report'),
      p('pdf.report_version', {
        report: own(content.report_id),
        version: String(content.version_number),
      }),
    ],
  ];
  sheet.endSection();
  sheet.ensure(facts.length * (sheet.lineHeight() + 3));
  sheet.y += 4;
  for (const [name, text] of facts) drawFact(sheet, name, text);
  sheet.y += 4;
}

const unnamedService = ({ p }: PdfWording, { service_key }: ReportContent) =>
  service_key === null ? p('pdf.no_service') : quoted(service_key);

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

const positionText = ({ p, own }: PdfWording, { latitude, longitude }: ReportContent) =>
  isPossiblePosition(latitude, longitude)
    ? own(`${latitude.toFixed(6)}, ${longitude.toFixed(6)} (WGS 84)`)
    : p('pdf.not_possible', { position: own(`${latitude}, ${longitude}`) });

/** Draws the plan with its legend, or the reason why it is missing. */
export function drawPlanSection(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const side = 190;
  const { p, list, metres } = sheet.wording;
  sheet.heading(p('pdf.plan'), side + 4);
  if (!isPossiblePosition(content.latitude, content.longitude)) {
    sheet.paragraph(p('pdf.plan_missing'));
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
      p('pdf.plan_target'),
    ],
    [(px, py) => drawSign(sheet.doc, px, py, true), p('pdf.plan_passed')],
    [(px, py) => drawSign(sheet.doc, px, py, false), p('pdf.plan_failed')],
    ...(plan.arrows.length > 0
      ? [
          [
            (px: number, py: number) => {
              sheet.doc.polygon([px, py - 5], [px - 4, py + 3], [px + 4, py + 3]).fill(colors.ink);
            },
            p('pdf.plan_beyond'),
          ] as [(px: number, py: number) => void, string],
        ]
      : []),
    [
      null,
      plan.circles.length > 0
        ? p('pdf.plan_circles', {
            circles: list(plan.circles.map(metres)),
            pass: metres(geofencePassMetres),
            warn: metres(geofenceWarnMetres),
          })
        : p('pdf.plan_outside', { pass: metres(geofencePassMetres) }),
    ],
    [null, p('pdf.plan_scale', { radius: metres(plan.radius) })],
    ...(plan.unlabelled > 0 ? [[null, p('pdf.plan_omitted')] as [null, string]] : []),
  ];
  let at = y + 2;
  for (const [sign, text] of legend) {
    const indent = sign ? 20 : 0;
    const lines = sheet.lines(text, width - indent, { size: 8.5 });
    const rowY = at;
    if (sign) sheet.artifact(() => sign(sheet.left(x + 7), rowY + 6));
    sheet.tag('P', () => sheet.drawLines(lines, x + indent, rowY, { size: 8.5 }));
    at += lines.length * sheet.lineHeight({ size: 8.5 }) + 6;
  }
  sheet.y = y + side + 8;
}

const stepColumns = ({ p }: PdfWording): Column[] => [
  { title: p('pdf.column.step'), width: 300 },
  { title: p('pdf.column.required'), width: 55 },
  { title: p('pdf.column.result'), width: 70 },
  { title: p('pdf.column.evidence'), width: contentWidth - 425 },
];

/** Draws the steps with their instructions, result and evidence. */
export function drawSteps(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const { p, own, labels } = sheet.wording;
  sheet.heading(p('pdf.steps'), 70);
  const numbers = new Map(items.map(({ item, number }) => [item.evidence_id, number]));
  const rows = content.steps.map((step, index) => {
    const { step_name: name } = step;
    const label = labels.step(name, 'label', step.label);
    const instructions = labels.step(name, 'instructions', step.instructions);
    const mark = stepMarks[step.status];
    const evidence = step.evidence_ids.flatMap((id) => numbers.get(id) ?? []);
    return [
      { text: [`${index + 1}. ${own(label)}`, own(instructions)] },
      p(step.required ? 'pdf.required' : 'pdf.optional'),
      { text: `${mark.sign} ${p(mark.word)}`, font: 'bold' as const, color: mark.color },
      evidence.length > 0 ? own(numbersLabel(evidence)) : '–',
    ];
  });
  drawTable(sheet, stepColumns(sheet.wording), rows);
}

const overviewColumns = ({ p }: PdfWording): Column[] => [
  { title: p('pdf.column.number'), width: 32 },
  { title: p('pdf.column.step'), width: 148 },
  { title: p('pdf.column.captured'), width: 112 },
  { title: p('pdf.column.distance'), width: 88 },
  { title: p('pdf.column.result'), width: contentWidth - 380 },
];

/** Draws one line for each evidence item, in the order of receipt. */
export function drawOverview(sheet: Sheet, content: ReportContent, items: NumberedItem[]): void {
  const { p, own, instant } = sheet.wording;
  sheet.heading(p('pdf.glance'), 70);
  if (items.length === 0) sheet.paragraph(p('pdf.no_evidence'));
  if (items.length === 0) return;
  const rows = items.map(({ number, item, stepLabel }) => {
    const failed = item.checks.filter((check) => check.result === 'fail').length;
    const warned = item.checks.filter((check) => check.result === 'warn').length;
    const [text, color] = !item.validation_passed
      ? [
          `✗ ${failed > 0 ? p('pdf.glance_failed_checks', { count: failed }) : p('pdf.glance_failed')}`,
          colors.fail,
        ]
      : warned > 0
        ? [`! ${p('pdf.glance_warned', { count: warned })}`, colors.warn]
        : [`✓ ${p('pdf.glance_passed')}`, colors.pass];
    return [
      own(`E${number}`),
      own(stepLabel),
      instant(item.captured_at),
      distanceText(sheet.wording, content, item),
      { text, font: 'bold' as const, color },
    ];
  });
  drawTable(sheet, overviewColumns(sheet.wording), rows);
}

/** Returns for example `12 m NE`, or a dash if there is no distance. */
export function distanceText(
  { p, metres }: PdfWording,
  content: ReportContent,
  item: NumberedItem['item'],
): string {
  if (item.distance_m === null) return '–';
  const distance = metres(item.distance_m);
  if (item.distance_m < 1) return distance;
  const point = p(compassKeys[compassPoint(offsetOf(content, item).bearing)]);
  return p('pdf.bearing', { distance, point });
}

const compassKeys = {
  n: 'pdf.compass.n',
  ne: 'pdf.compass.ne',
  e: 'pdf.compass.e',
  se: 'pdf.compass.se',
  s: 'pdf.compass.s',
  sw: 'pdf.compass.sw',
  w: 'pdf.compass.w',
  nw: 'pdf.compass.nw',
} as const satisfies Record<CompassPoint, PdfKey>;
