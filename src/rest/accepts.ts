/**
 * The weight that an Accept-like header gives a value: the most specific range that covers it
 * decides (RFC 9110, 12.5).
 *
 * @param ranges what covers the value, most specific first: the value, its family, anything
 * @returns 0 to 1; 1 where there is no header
 */
export function weightOf(header: string | undefined, ranges: readonly string[]): number {
  if (header === undefined || header.trim() === '') return 1;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((text) => text.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(range, Number.isFinite(weight) ? weight : 0);
  }
  for (const range of ranges) {
    const weight = weights.get(range);
    if (weight !== undefined) return weight;
  }
  return 0;
}

/** Whether an Accept header lets a media type through. */
export function acceptsType(header: string | undefined, type: string): boolean {
  return weightOf(header, [type, `${type.split('/')[0]}/*`, '*/*']) > 0;
}

/** The weight that Accept-Encoding gives a content coding; 0 where there is no header, or an empty one. */
export function codingWeight(header: string | undefined, coding: string): number {
  return header?.trim() ? weightOf(header, [coding, '*']) : 0;
}
