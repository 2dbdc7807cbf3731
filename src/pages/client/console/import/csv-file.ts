import Papa from 'papaparse';
import { textOfCell } from '../../../../lib/csv.js';

/** Maximum number of rows of one import. */
export const rowsMax = 5000;
export const fileBytesMax = 10 * 1024 * 1024;

export interface SourceRow {
  /** Number in the file; the row of column names is 1. */
  number: number;
  /** One cell per column. */
  cells: readonly string[];
  /** The reason that the row cannot be read; null if it can. */
  fault: 'quote' | 'cells' | null;
}

export interface CsvFile {
  name: string;
  columns: readonly string[];
  rows: readonly SourceRow[];
}

/** The reason that a file cannot be imported. */
export type FileFault = 'large' | 'empty' | { rows: number };

/** Decodes UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, and otherwise Windows-1252, as Excel writes it. */
export function decodedText(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Returns the delimiter that splits the first row into most cells; names of columns rarely contain another one. */
function delimiterOf(text: string): string {
  const start = text.trimStart();
  const widths = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    width: Papa.parse<string[]>(start, { delimiter, preview: 1 }).data[0]?.length ?? 0,
  }));
  return widths.reduce((best, one) => (one.width > best.width ? one : best)).delimiter;
}

/** Parses CSV with any usual delimiter. Blank rows are left out. */
export function parseCsv(name: string, text: string): CsvFile | FileFault {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  const found = data.flatMap((cells, index) => (isBlank(cells) ? [] : [{ cells, index }]));
  const [head, ...others] = found;
  if (!head || others.length === 0) return 'empty';
  if (others.length > rowsMax) return { rows: others.length };
  const width = head.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const columns = head.cells.slice(0, width).map((cell) => textOfCell(cell.trim()));
  const rows = others.map(({ cells, index }): SourceRow => {
    const isLonger = !isBlank(cells.slice(width));
    return {
      number: index + 1,
      cells: columns.map((_, at) => textOfCell((cells[at] ?? '').trim())),
      fault: broken.has(index) ? 'quote' : isLonger ? 'cells' : null,
    };
  });
  return { name, columns, rows };
}

export async function readCsvFile(file: File): Promise<CsvFile | FileFault> {
  if (file.size > fileBytesMax) return 'large';
  return parseCsv(file.name, decodedText(new Uint8Array(await file.arrayBuffer())));
}
