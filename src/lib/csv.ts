/** A number that a spreadsheet shows as it is, such as the longitude -73.9857. */
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;
/** Also the full-width forms, which Japanese spreadsheets read like the others. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Returns a cell that no spreadsheet runs as a formula: text that begins like one gets a leading apostrophe, as OWASP
 * recommends against CSV injection. Numbers stay numbers.
 */
function cellOf(text: string): string {
  const safe = formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the text of a cell that `csvOf` wrote, without the apostrophe before what looks like a formula. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Returns rows as CSV (RFC 4180), after a byte order mark, by which Excel recognizes UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
