/**
 * Returns a cell that no spreadsheet runs as a formula: text that begins like one gets a leading apostrophe, as OWASP
 * recommends against CSV injection.
 */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns rows as CSV (RFC 4180), after a byte order mark, by which Excel recognizes UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
