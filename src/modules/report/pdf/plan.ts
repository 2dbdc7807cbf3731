import type { Position } from '../../../lib/geo.js';
import { planLabels } from './pdf-wording.js';
import { layoutPlan, type Plan, type PlanDot, type PlanPoint } from './plan-geometry.js';
import type { Sheet } from './sheet.js';
import { colors } from './theme.js';

/** Angles at which the label of a circle can be placed, clockwise from north; the first free position is used. */
const circleAngles = [0, 45, 315, 90, 270, 135, 225, 180].map(
  (degrees) => (degrees * Math.PI) / 180,
);

const labelStyle = { font: 'bold' as const, size: 7, isFixed: true };
const scaleStyle = { size: 6.5, isFixed: true };
const northStyle = { font: 'bold' as const, size: 8, isFixed: true };

/**
 * Draws the plan of target and evidence positions into a square, as one tagged figure. Returns how many symbols had no
 * room for their label.
 */
export function drawPlan(
  sheet: Sheet,
  target: Position,
  points: PlanPoint[],
  at: { x: number; y: number; side: number },
): Plan & { unlabelled: number } {
  const { p } = sheet.wording;
  const plan = layoutPlan(target, points, at.side, planLabels(sheet.wording));
  const alt = p('pdf.plan_alt', { count: points.length });
  let unlabelled = 0;
  sheet.tag(
    'Figure',
    () => {
      unlabelled = drawFigure(sheet, plan, sheet.left(at.x, at.side), at.y);
    },
    { alt },
  );
  return { ...plan, unlabelled };
}

function drawFigure(sheet: Sheet, plan: Plan, left: number, top: number): number {
  const { doc } = sheet;
  const { side } = plan;
  const [cx, cy] = [left + side / 2, top + side / 2];
  const perMetre = side / 2 / plan.radius;
  doc.save();
  doc.rect(left, top, side, side).fill('#fafbfc');
  doc.rect(left, top, side, side).clip();
  drawGrid(sheet, plan, left, top);
  for (const radius of plan.circles) {
    doc
      .circle(cx, cy, radius * perMetre)
      .dash(3, { space: 2 })
      .lineWidth(0.7)
      .stroke(colors.accent);
    doc.undash();
  }
  doc.restore();
  doc.rect(left, top, side, side).lineWidth(0.6).stroke(colors.rule);
  const taken: Box[] = [
    { x: cx - 8, y: cy - 8, width: 16, height: 16 },
    { x: left + side - 26, y: top, width: 26, height: 40 },
    { x: left, y: top + side - 26, width: plan.scaleBar.length + 44, height: 26 },
  ];
  for (const dot of [...plan.dots, ...plan.arrows]) {
    taken.push({ x: left + dot.x - 5, y: top + dot.y - 5, width: 10, height: 10 });
  }
  for (const radius of plan.circles) {
    const text = sheet.wording.metres(radius);
    const width = sheet.width(text, labelStyle) + 4;
    const places = circleAngles.map((angle) => ({
      x: cx + Math.sin(angle) * radius * perMetre - width / 2,
      y: cy - Math.cos(angle) * radius * perMetre - 4.5,
      width,
      height: 9,
    }));
    const box = places.find((place) => !taken.some((other) => overlap(place, other)));
    if (!box) continue;
    taken.push(box);
    doc.rect(box.x, box.y, box.width, box.height).fill('#fafbfc');
    sheet.drawLines([text], box.x + 2, box.y, { ...labelStyle, color: colors.accent });
  }
  drawTarget(doc, cx, cy);
  for (const dot of plan.dots) drawSign(doc, left + dot.x, top + dot.y, dot.passed);
  for (const arrow of plan.arrows) drawArrow(doc, left + arrow.x, top + arrow.y, arrow.bearing);
  const frame = { x: left + 2, y: top + 2, width: side - 4, height: side - 4 };
  const unlabelled = [...plan.arrows, ...plan.dots].filter(
    (dot) => !placeLabel(sheet, dot, left, top, frame, taken),
  ).length;
  drawNorth(sheet, left + side - 14, top + 8);
  drawScaleBar(sheet, plan, left + 8, top + side - 10);
  return unlabelled;
}

function drawGrid(sheet: Sheet, plan: Plan, left: number, top: number): void {
  const { side, scaleBar } = plan;
  for (let offset = 0; offset <= side / 2; offset += scaleBar.length) {
    for (const at of [side / 2 - offset, side / 2 + offset]) {
      sheet.doc.moveTo(left + at, top).lineTo(left + at, top + side);
      sheet.doc.moveTo(left, top + at).lineTo(left + side, top + at);
    }
  }
  sheet.doc.lineWidth(0.3).stroke('#e3e8ec');
}

/** Draws the target: a ring with a cross through it. */
function drawTarget(doc: Sheet['doc'], x: number, y: number): void {
  doc.circle(x, y, 5).lineWidth(1.2).stroke(colors.fail);
  doc
    .moveTo(x - 8, y)
    .lineTo(x + 8, y)
    .moveTo(x, y - 8)
    .lineTo(x, y + 8);
  doc.lineWidth(0.8).stroke(colors.fail);
}

/** Draws passed evidence as a filled dot and failed evidence as an empty square with a cross. */
export function drawSign(doc: Sheet['doc'], x: number, y: number, passed: boolean): void {
  if (passed) {
    doc.circle(x, y, 3.4).lineWidth(0.8).fillAndStroke(colors.accent, '#ffffff');
    return;
  }
  doc
    .rect(x - 3, y - 3, 6, 6)
    .lineWidth(0.9)
    .fillAndStroke('#ffffff', colors.ink);
  doc
    .moveTo(x - 3, y - 3)
    .lineTo(x + 3, y + 3)
    .moveTo(x + 3, y - 3)
    .lineTo(x - 3, y + 3);
  doc.lineWidth(0.9).stroke(colors.ink);
}

function drawArrow(doc: Sheet['doc'], x: number, y: number, bearing: number): void {
  doc.save();
  doc.rotate(bearing, { origin: [x, y] });
  doc.polygon([x, y - 6], [x - 4, y + 3], [x + 4, y + 3]).fill(colors.ink);
  doc.restore();
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a label next to its symbol if it overlaps nothing; returns false if there is no room. */
function placeLabel(
  sheet: Sheet,
  dot: PlanDot,
  left: number,
  top: number,
  frame: Box,
  taken: Box[],
): boolean {
  const [x, y] = [left + dot.x, top + dot.y];
  const width = sheet.width(dot.label, labelStyle);
  const height = 9;
  const places = [
    [x + 6, y - height / 2],
    [x - 6 - width, y - height / 2],
    [x - width / 2, y - 6 - height],
    [x - width / 2, y + 6],
    [x + 5, y + 4],
    [x + 5, y - 4 - height],
    [x - 5 - width, y + 4],
    [x - 5 - width, y - 4 - height],
  ].map(([px, py]) => ({ x: px as number, y: py as number, width, height }));
  const free = places.find(
    (box) => isInside(box, frame) && !taken.some((other) => overlap(box, other)),
  );
  if (!free) return false;
  taken.push(free);
  sheet.drawLines([dot.label], free.x, free.y, labelStyle);
  return true;
}

const isInside = (box: Box, frame: Box) =>
  box.x >= frame.x &&
  box.y >= frame.y &&
  box.x + box.width <= frame.x + frame.width &&
  box.y + box.height <= frame.y + frame.height;

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function drawNorth(sheet: Sheet, x: number, y: number): void {
  sheet.doc.polygon([x, y], [x - 5, y + 15], [x, y + 11.5], [x + 5, y + 15]).fill(colors.ink);
  const north = sheet.wording.p('pdf.compass.n');
  sheet.drawLines([north], x - sheet.width(north, northStyle) / 2, y + 15, northStyle);
}

function drawScaleBar(sheet: Sheet, plan: Plan, x: number, y: number): void {
  const { length, metres } = plan.scaleBar;
  const { doc } = sheet;
  doc.rect(x - 3, y - 12, length + 10, 17).fill('#fafbfc');
  doc.rect(x, y - 3, length / 2, 3).fill(colors.ink);
  doc
    .rect(x, y - 3, length, 3)
    .lineWidth(0.6)
    .stroke(colors.ink);
  sheet.drawLines(['0'], x, y - 13, scaleStyle);
  const label = sheet.wording.metres(metres);
  sheet.drawLines([label], x + length - sheet.width(label, scaleStyle), y - 13, scaleStyle);
}
