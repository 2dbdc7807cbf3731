/** @jsxImportSource preact */
import { type FigureForm, words } from '../../words/operations.en.js';

/** One day of a figure; null where the day has no data. */
export interface Point {
  day: string;
  value: number | null;
}

const [width, height, pad] = [320, 96, 8];

/** A number as people write it: `12`, `92 %`, `4.5`. */
export function valueText(value: number | null, form: FigureForm): string {
  if (value === null) return words.noData;
  if (form === 'share') return `${Math.round(value * 1000) / 10} %`;
  return form === 'count' ? String(value) : String(Math.round(value * 10) / 10);
}

/** Lines between neighbouring days that have data; a gap stays a gap. */
function pathOf(points: readonly Point[], x: (index: number) => number, y: (v: number) => number) {
  let drawing = false;
  return points
    .map(({ value }, index) => {
      if (value === null) {
        drawing = false;
        return '';
      }
      const step = `${drawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      drawing = true;
      return step;
    })
    .join('');
}

interface Props {
  name: string;
  form: FigureForm;
  points: readonly Point[];
}

/** A figure as a small line from zero up, with its days in a table beside it. */
export function Figure({ name, form, points }: Props) {
  const known = points.flatMap(({ value }, index) => (value === null ? [] : [{ value, index }]));
  const latest = known.at(-1);
  const top = form === 'share' ? 1 : Math.max(1, ...known.map(({ value }) => value));
  const x = (index: number) => pad + (index * (width - 2 * pad)) / Math.max(1, points.length - 1);
  const y = (value: number) => height - pad - (value / top) * (height - 2 * pad);
  const text = latest ? valueText(latest.value, form) : words.noData;
  const label = words.chart(name, points[0]?.day ?? '', points.at(-1)?.day ?? '', text);
  return (
    <div class="figure">
      <h3>
        {name} <strong>{text}</strong>
      </h3>
      <div class="beside">
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          <path class="base" d={`M${pad} ${y(0)}H${width - pad}`} />
          <path class="curve" d={pathOf(points, x, y)} />
          {known.map(({ value, index }) => (
            <circle key={index} cx={x(index)} cy={y(value)} r={index === latest?.index ? 4 : 1.8} />
          ))}
        </svg>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
        <section class="days" tabIndex={0} aria-label={words.showTable(name)}>
          <table>
            <caption class="away">{name}</caption>
            <thead>
              <tr>
                <th scope="col">{words.day}</th>
                <th scope="col">{words.value}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
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
