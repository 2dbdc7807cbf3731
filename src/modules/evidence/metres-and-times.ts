/** A length in metres as people read it; checks compare the number that they show. */
export const metres = (value: number) => `${roundMetres(value).toFixed(1)} m`;
export const roundMetres = (value: number) => Math.round(value * 10) / 10;

/** A length of time, rounded down to seconds: `1 h 2 min 3 s`. */
export function duration(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length > 0 ? shown.join(' ') : '0 s';
}

/** Metres by which a stated accuracy widens a tolerance at most. */
export const accuracyMetresMax = 100;

/** Metres that a stated accuracy adds to a tolerance; 0 where none is stated. */
export const widening = (accuracyMetres: number | null | undefined): number =>
  Math.min(Math.max(0, roundMetres(accuracyMetres ?? 0)), accuracyMetresMax);

/** ` (accurate to 12.0 m)`, or nothing. */
export const accuracyText = (accuracyMetres: number | null | undefined): string =>
  accuracyMetres == null ? '' : ` (accurate to ${metres(accuracyMetres)})`;
