/** Formats a distance: `430 m`, `1.2 km`, `340 km`. */
export function metresText(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return kilometres < 99.95 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres)} km`;
}
