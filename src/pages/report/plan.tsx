import { useContext } from 'hono/jsx';
import { directionOf, type Language } from '../../messages/language.js';
import { pdfWordingIn, planLabels } from '../../modules/report/pdf/pdf-wording.js';
import {
  type Plan as Layout,
  layoutPlan,
  type PlanArrow,
  type PlanDot,
} from '../../modules/report/pdf/plan-geometry.js';
import { metresText } from '../frame/format.js';
import { SiteContext } from '../frame/site.js';
import type { ReportAnswer } from './answer.js';
import { useReportText } from './parts.js';

const side = 320;
const centre = side / 2;

const inkOf = (passed: boolean) => (passed ? 'var(--good)' : 'var(--bad)');

/** True if the label of a dot is on its left: at the right edge, and if another dot is close. */
const isLeft = ({ x, y }: PlanDot, dots: readonly PlanDot[]) =>
  x > side * 0.7 ||
  dots.some((other) => other.x > x && other.x - x < 36 && Math.abs(other.y - y) < 20);

/** Returns a label that is read in the direction of its language: the plan itself is left to right. */
const labelIn = (language: Language, label: string): string =>
  directionOf(language) === 'rtl' ? `\u2067${label}\u2069` : label;

/** Maximum width of a letter; the page is rendered before the typeface is known. */
const letterWidth = 8;

/** Returns the positions of the arrows' labels: inside the plan, and not over the scale or an earlier label. */
function namedArrows(arrows: readonly PlanArrow[]) {
  const named: { x: number; y: number; half: number; label: string }[] = [];
  const scale = { x: 36, y: side - 18, half: 36 };
  for (const { x, y, label } of arrows) {
    const half = (label.length * letterWidth) / 2;
    const name = {
      x: Math.min(Math.max(x, half), side - half),
      y: y < centre ? y + 20 : y - 14,
      half,
      label,
    };
    const isFree = [scale, ...named].every(
      (other) => Math.abs(other.y - name.y) > 14 || Math.abs(other.x - name.x) > other.half + half,
    );
    if (isFree) named.push(name);
  }
  return named;
}

function Drawing({ plan }: { plan: Layout }) {
  const { language } = useContext(SiteContext);
  const { p } = pdfWordingIn(language);
  const { metres: length, length: width } = plan.scaleBar;
  return (
    <>
      {plan.circles.map((circle) => (
        <circle
          cx={centre}
          cy={centre}
          r={(circle * centre) / plan.radius}
          fill="none"
          stroke="var(--edge)"
          stroke-dasharray="4 4"
        />
      ))}
      {plan.circles.map((circle) => (
        <text x={centre} y={centre - (circle * centre) / plan.radius - 4} text-anchor="middle">
          {labelIn(language, metresText(circle, language))}
        </text>
      ))}
      <path
        // The arms begin outside a dot, which can be exactly on it.
        d={`M${centre - 15} ${centre}h8m14 0h8M${centre} ${centre - 15}v8m0 14v8`}
        stroke="var(--ink)"
        stroke-width="2"
      />
      {plan.dots.map((dot, index) => (
        <>
          <circle
            cx={dot.x}
            cy={dot.y}
            r="5"
            fill={inkOf(dot.passed)}
            stroke="var(--page)"
            stroke-width="1.5"
          />
          <text
            x={isLeft(dot, plan.dots) ? dot.x - 9 : dot.x + 9}
            // Labels of neighbors alternate between above and below.
            y={index % 2 === 0 ? dot.y - 7 : dot.y + 16}
            text-anchor={isLeft(dot, plan.dots) ? 'end' : 'start'}
          >
            {dot.label}
          </text>
        </>
      ))}
      {plan.arrows.map(({ x, y, bearing, passed }) => (
        <path
          d="M0 -8L6 6H-6Z"
          fill={inkOf(passed)}
          transform={`translate(${x} ${y}) rotate(${bearing})`}
        />
      ))}
      {namedArrows(plan.arrows).map(({ x, y, label }) => (
        <text x={x} y={y} text-anchor="middle">
          {labelIn(language, label)}
        </text>
      ))}
      <path d={`M12 ${side - 12}h${width}`} stroke="var(--ink)" stroke-width="2" />
      <text x="12" y={side - 18}>
        {labelIn(language, metresText(length, language))}
      </text>
      <text x={side - 6} y="18" text-anchor="end">
        {p('pdf.compass.n')} ↑
      </text>
    </>
  );
}

/** The positions of the evidence relative to the address; empty if no plan can be drawn. */
export function Plan({ content }: { content: ReportAnswer }) {
  const t = useReportText();
  const { language } = useContext(SiteContext);
  const items = content.evidence_items;
  const distances = items.flatMap((item) => item.distance_m ?? []);
  if (distances.length === 0) return null;
  const points = items.map((item, index) => ({
    latitude: item.latitude,
    longitude: item.longitude,
    number: index + 1,
    passed: item.validation_passed,
  }));
  const plan = layoutPlan(content, points, side, planLabels(pdfWordingIn(language)));
  const label = t('report.plan_label', {
    count: distances.length,
    distance: metresText(Math.max(...distances), language),
  });
  const isNameOmitted = namedArrows(plan.arrows).length < plan.arrows.length;
  return (
    <div class="plan">
      <svg
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={label}
        // Anchors of labels are left and right on the plan.
        direction="ltr"
      >
        <Drawing plan={plan} />
      </svg>
      <p class="small soft">
        {t('report.plan_hint')}
        {isNameOmitted && ` ${t('report.plan_omitted')}`}
      </p>
    </div>
  );
}
