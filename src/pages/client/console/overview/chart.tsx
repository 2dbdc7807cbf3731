/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { messages } from '../../../messages/overview.en.js';
import { addStyles } from '../../parts/load-styles.js';

/** The values of a figure, one per bucket; null for a value that does not exist. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
}

export interface ChartData {
  /** First days of the buckets, as `YYYY-MM-DD`. */
  buckets: readonly string[];
  /** The first as bars, others as lines. */
  series: readonly Series[];
}

const height = 260;

const textIn = (form: Intl.DateTimeFormatOptions) => (bucket: string) =>
  new Date(`${bucket}T00:00`).toLocaleDateString('en-GB', form);
export const bucketText = textIn({ day: 'numeric', month: 'short', year: 'numeric' });
const shortText = textIn({ day: 'numeric', month: 'short' });

function optionsOf(
  Plot: typeof UPlot,
  element: HTMLElement,
  { buckets, series }: ChartData,
): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (token: string) => style.getPropertyValue(token).trim();
  const line = { stroke: color('--hair'), width: 1 };
  const axis = { stroke: color('--soft'), ticks: line, font: `13px ${style.fontFamily}` };
  // No label is between two buckets, or a fraction.
  const incrs = [1, 2, 5].flatMap((step) => [1, 10, 100, 1000, 10_000].map((by) => step * by));
  incrs.sort((one, other) => one - other);
  const bars = Plot.paths.bars?.({ size: [0.7, 48] });
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.5, buckets.length - 0.5] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        incrs,
        space: 64,
        grid: { show: false },
        values: (_, splits) => splits.map((at) => shortText(buckets[at] ?? '')),
        splits: (_, __, ___, ____, increment) =>
          buckets.flatMap((_bucket, at) => (at % increment === 0 ? [at] : [])),
      },
      { ...axis, incrs, grid: line, size: 56 },
    ],
    series: [
      {},
      ...series.map(
        ({ name }, at): UPlot.Series =>
          at === 0
            ? {
                label: name,
                fill: color('--go'),
                stroke: color('--go'),
                ...(bars && { paths: bars }),
                points: { show: false },
              }
            : {
                label: name,
                stroke: color('--warn'),
                width: 2,
                points: { show: true, size: 8, fill: color('--warn') },
              },
      ),
    ],
  };
}

interface ChartProps {
  name: string;
  data: ChartData;
}

/** Figures per bucket of time, drawn on a canvas, with a table of the same values. */
export function Chart({ name, data }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const stopped = new AbortController();
    let plot: UPlot | undefined;
    const draw = async () => {
      const styles = element.closest<HTMLElement>('[data-chart-css]')?.dataset['chartCss'] ?? '';
      const [{ default: Plot }] = await Promise.all([import('uplot'), addStyles(styles)]);
      if (stopped.signal.aborted) return;
      plot?.destroy();
      const values: UPlot.AlignedData = [
        data.buckets.map((_, at) => at),
        ...data.series.map((one) => [...one.values]),
      ];
      plot = new Plot(optionsOf(Plot, element, data), values, element);
    };
    void draw().catch(console.warn);
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // The canvas has the colors of the scheme in which it was drawn.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const { signal } = stopped;
    scheme.addEventListener('change', () => void draw().catch(console.warn), { signal });
    return () => {
      stopped.abort();
      resized.disconnect();
      plot?.destroy();
    };
  }, [data]);
  const [first, last] = [data.buckets[0], data.buckets.at(-1)];
  if (!first || !last) return null;
  const label = messages.chart(name, bucketText(first), bucketText(last));
  return (
    <figure class="chart-figure">
      <figcaption>
        <h3>{name}</h3>
        {data.series.length > 1 && (
          <ul class="legend small soft">
            {data.series.map((one) => (
              <li key={one.name}>{one.name}</li>
            ))}
          </ul>
        )}
      </figcaption>
      <div ref={place} class="chart" role="img" aria-label={label} />
      <details>
        <summary aria-label={`${messages.asTable}: ${name}`}>{messages.asTable}</summary>
        <table class="list">
          <caption class="away">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{messages.bucket}</th>
              {data.series.map((one) => (
                <th scope="col" key={one.name}>
                  {one.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.buckets.map((bucket, at) => (
              <tr key={bucket}>
                <th scope="row">
                  <time dateTime={bucket}>{bucketText(bucket)}</time>
                </th>
                {data.series.map((one) => (
                  <td data-label={one.name} key={one.name}>
                    {one.values[at] ?? '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
