import type { ChartPoint } from './chart.js';
import type { Bucket } from './filter.js';

/** Maximum number of buckets that are filled in; beyond it the empty ones stay out. */
const filledMax = 1000;

/** Returns the first day of the bucket after one, both as `YYYY-MM-DD`. */
function nextBucket(bucket: string, size: Bucket): string {
  const day = new Date(`${bucket}T00:00:00Z`);
  if (size === 'MONTH') day.setUTCMonth(day.getUTCMonth() + 1);
  else day.setUTCDate(day.getUTCDate() + (size === 'WEEK' ? 7 : 1));
  return day.toISOString().slice(0, 10);
}

/** Returns one point per bucket, with zero for those that the service omits because they have no jobs. */
export function pointsOf(
  groups: readonly { bucket: string | null; count: number }[],
  size: Bucket,
): ChartPoint[] {
  const counts = new Map(groups.flatMap(({ bucket, count }) => (bucket ? [[bucket, count]] : [])));
  const [first, last] = [[...counts.keys()].sort()[0], [...counts.keys()].sort().at(-1)];
  const points: ChartPoint[] = [];
  for (let bucket = first; bucket && last && bucket <= last; bucket = nextBucket(bucket, size)) {
    points.push({ bucket, value: counts.get(bucket) ?? 0 });
    if (points.length > filledMax) return [...counts].map(([at, value]) => ({ bucket: at, value }));
  }
  return points;
}
