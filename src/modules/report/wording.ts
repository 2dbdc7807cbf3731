/** Returns the number with the matching form, for example `1 photo was` or `3 photos were`. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Joins items, for example `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Formats metres, for example `12 m`, `2.4 km`, `340 km`. */
export function metres(distance: number): string {
  if (distance < 999.5) return `${Math.round(distance)} m`;
  const kilometres = distance / 1000;
  return `${kilometres < 99.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}

/** Formats an RFC 3339 instant in UTC, for example `2026-11-20 13:52:54 UTC`. */
export function readableInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
