/** @jsxImportSource preact */
import { type FigureForm, messages } from '../../messages/operations.en.js';

/** One day of a figure; null if the day has no data. */
export interface Point {
  day: string;
  value: number | null;
}

const [width, height, pad] = [300, 100, 6];
const sharesMax = [0.05, 0.1, 0.25, 0.5, 1];
const stepsMax = [1, 2, 2.5, 5, 10];

/** Formats a number: `12`, `92 %`, `4.5`. */
function valueText(value: number | null, form: FigureForm): string {
  if (value === null) return messages.noData;
  if (form === 'share') return `${Math.round(value * 1000) / 10} %`;
  return form === 'count' ? String(value) : String(Math.round(value * 10) / 10);
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayText = (day: string) => date.format(new Date(`${day}T00:00:00Z`));

/** Returns the round number at or above the highest value. */
function topOf(highest: number, form: FigureForm): number {
  if (form === 'share') return sharesMax.find((top) => highest <= top) ?? highest;
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return unit * (stepsMax.find((step) => highest <= step * unit) ?? 10);
}

interface Place {
  x: number;
  y: number;
}

/** Returns the runs of consecutive days with data; gaps stay gaps. */
function runsOf(points: readonly Point[], top: number): Place[][] {
  const runs: Place[][] = [];
  let run: Place[] | null = null;
  for (const [index, { value }] of points.entries()) {
    if (value === null) {
      run = null;
      continue;
    }
    if (!run) {
      run = [];
      runs.push(run);
    }
    const x = pad + (index * (width - 2 * pad)) / Math.max(1, points.length - 1);
    run.push({ x, y: height - (value / top) * (height - pad) });
  }
  return runs;
}

const at = ({ x, y }: Place) => `${x.toFixed(1)} ${y.toFixed(1)}`;
/** Returns the path of a run; a single day is a dot: a line of zero length with round ends. */
const lineOf = (run: readonly Place[]) =>
  `M${run.map(at).join('L')}${run.length === 1 ? 'h0' : ''}`;
const areaOf = (run: readonly Place[]) =>
  `M${run[0]?.x} ${height}L${run.map(at).join('L')}L${run.at(-1)?.x} ${height}Z`;

/** The line of a figure from zero up; a table next to it has the same data. */
function Plot({
  points,
  form,
  label,
}: {
  points: readonly Point[];
  form: FigureForm;
  label: string;
}) {
  const top = topOf(Math.max(0, ...points.flatMap(({ value }) => value ?? [])), form);
  const runs = runsOf(points, top);
  const latest = runs.at(-1)?.at(-1);
  return (
    <div class="plot">
      <span class="scale" aria-hidden="true">
        <span>{valueText(top, form)}</span>
        <span>0</span>
      </span>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          class="base"
          d={`M0 ${pad}H${width}M0 ${(height + pad) / 2}H${width}M0 ${height}H${width}`}
        />
        <path class="area" d={runs.map(areaOf).join('')} />
        <path class="curve" d={runs.map(lineOf).join('')} />
        {latest && <path class="latest" d={lineOf([latest])} />}
      </svg>
      <span class="span" aria-hidden="true">
        <span>{dayText(points[0]?.day ?? '')}</span>
        <span>{dayText(points.at(-1)?.day ?? '')}</span>
      </span>
    </div>
  );
}

interface Props {
  name: string;
  form: FigureForm;
  points: readonly Point[];
}

/** A figure as a small line chart, with a table of its days. */
export function Figure({ name, form, points }: Props) {
  const latest = points.findLast(({ value }) => value !== null);
  const text = valueText(latest?.value ?? null, form);
  const label = messages.chart(name, points[0]?.day ?? '', points.at(-1)?.day ?? '', text);
  return (
    <div class="figure">
      <div class="name">
        <h3>{name}</h3>
        <p>
          <strong>{text}</strong>
          {latest && <span class="soft small"> {dayText(latest.day)}</span>}
        </p>
      </div>
      <div class="beside">
        <Plot points={points} form={form} label={label} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
        <section class="days" tabIndex={0} aria-label={messages.showTable(name)}>
          <table>
            <caption class="away">{name}</caption>
            <thead>
              <tr>
                <th scope="col">{messages.day}</th>
                <th scope="col">{messages.value}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">
                    <time dateTime={day}>{dayText(day)}</time>
                  </th>
                  <td>{valueText(value, form)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </div>
  );
}
