/** @jsxImportSource preact */
/// <reference lib="dom" />
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { messages } from '../../../messages/overview.en.js';
import { addStyles } from '../../parts/load-styles.js';

/** One bucket of time; null for a value that does not exist. */
export interface ChartPoint {
  /** First day, as `YYYY-MM-DD`. */
  bucket: string;
  value: number | null;
}

const height = 260;

const textIn = (form: Intl.DateTimeFormatOptions) => (bucket: string) =>
  new Date(`${bucket}T00:00`).toLocaleDateString('en-GB', form);
export const bucketText = textIn({ day: 'numeric', month: 'short', year: 'numeric' });
const shortText = textIn({ day: 'numeric', month: 'short' });

function optionsOf(
  Plot: typeof UPlot,
  element: HTMLElement,
  points: readonly ChartPoint[],
): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (token: string) => style.getPropertyValue(token).trim();
  const line = { stroke: color('--hair'), width: 1 };
  const axis = { stroke: color('--soft'), ticks: line, font: `13px ${style.fontFamily}` };
  // Neither buckets nor counts have fractions.
  const incrs = [1, 2, 5].flatMap((step) => [1, 10, 100, 1000, 10_000].map((by) => step * by));
  incrs.sort((one, other) => one - other);
  const bars = Plot.paths.bars?.({ size: [0.7, 48] });
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: () => [-0.5, points.length - 0.5] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        incrs,
        space: 64,
        grid: { show: false },
        values: (_, splits) => splits.map((at) => shortText(points[at]?.bucket ?? '')),
        splits: (_, __, ___, ____, increment) =>
          points.flatMap((_point, at) => (at % increment === 0 ? [at] : [])),
      },
      { ...axis, incrs, grid: line, size: 56 },
    ],
    series: [
      {},
      {
        fill: color('--go'),
        stroke: color('--go'),
        ...(bars && { paths: bars }),
        points: { show: false },
      },
    ],
  };
}

interface ChartProps {
  name: string;
  points: readonly ChartPoint[];
}

/** A bar for each bucket, drawn on a canvas, with a table of the same values. */
export function Chart({ name, points }: ChartProps) {
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
      const data: UPlot.AlignedData = [points.map((_, at) => at), points.map(({ value }) => value)];
      plot = new Plot(optionsOf(Plot, element, points), data, element);
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
  }, [points]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const label = messages.chart(name, bucketText(first.bucket), bucketText(last.bucket));
  return (
    <>
      <div ref={place} class="chart" role="img" aria-label={label} />
      <details>
        <summary>{messages.asTable}</summary>
        <table class="list">
          <caption class="away">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{messages.bucket}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ bucket, value }) => (
              <tr key={bucket}>
                <th scope="row">
                  <time dateTime={bucket}>{bucketText(bucket)}</time>
                </th>
                <td data-label={name}>{value ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
