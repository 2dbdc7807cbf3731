/** Formats a length in metres; checks compare the displayed number. */
export const metres = (value: number) => `${roundMetres(value).toFixed(1)} m`;
export const roundMetres = (value: number) => Math.round(value * 10) / 10;

/** Formats a duration, rounded down to seconds: `1 h 2 min 3 s`. */
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

/** Maximum metres by which a stated accuracy widens a tolerance. */
export const accuracyMetresMax = 100;

/** Returns the metres that a stated accuracy adds to a tolerance; 0 if none is stated. */
export const widening = (accuracyMetres: number | null | undefined): number =>
  Math.min(Math.max(0, roundMetres(accuracyMetres ?? 0)), accuracyMetresMax);

/** Returns ` (accurate to 12.0 m)`, or an empty string. */
export const accuracyText = (accuracyMetres: number | null | undefined): string =>
  accuracyMetres == null ? '' : ` (accurate to ${metres(accuracyMetres)})`;
