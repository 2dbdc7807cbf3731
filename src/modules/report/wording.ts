/** `1 photo was`, `3 photos were`: the number with the form that goes with it. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Metres as people write them: `12 m`, `2.4 km`, `340 km`. */
export function metres(distance: number): string {
  if (distance < 999.5) return `${Math.round(distance)} m`;
  const kilometres = distance / 1000;
  return `${kilometres < 99.95 ? kilometres.toFixed(1) : Math.round(kilometres)} km`;
}

/** `2026-11-20 13:52:54 UTC` of an RFC 3339 instant in UTC. */
export function readableInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
