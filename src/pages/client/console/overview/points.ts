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

/** Returns all buckets from the first to the last, because the service omits those without jobs. */
export function filledBuckets(given: readonly string[], size: Bucket): string[] {
  const sorted = [...given].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  const buckets: string[] = [];
  for (let bucket = first; bucket && last && bucket <= last; bucket = nextBucket(bucket, size)) {
    buckets.push(bucket);
    if (buckets.length > filledMax) return sorted;
  }
  return buckets;
}
