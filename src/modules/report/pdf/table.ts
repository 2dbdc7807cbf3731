import type { Sheet, TextStyle } from './sheet.js';
import { colors, contentWidth, page } from './theme.js';

export interface Column {
  title: string;
  /** Points. */
  width: number;
}

/** A cell: a text, or one or several paragraphs with a style of their own. */
export type Cell = string | (TextStyle & { text: string | string[] });

const padding = 4;
const textSize = 8;
const headHeight = 16;

/**
 * A table from the cursor on, at full width: the head is repeated on each page and never stands there
 * alone, a row is kept whole unless it is higher than a page.
 */
export function drawTable(sheet: Sheet, columns: Column[], rows: Cell[][]): void {
  const table = sheet.container('Table');
  const head = () => {
    sheet.artifact(() => {
      sheet.doc.rect(page.left, sheet.y, contentWidth, headHeight).fill(colors.tint);
    });
    const row = sheet.container('TR', table);
    eachCell(columns, (column, x, index) => {
      const style: TextStyle = { font: 'bold', size: 7.5, color: colors.muted };
      const y = sheet.y + 3;
      sheet.tag('TH', () => sheet.label(column.title, x, y, column.width - 2 * padding, style), {
        parent: row,
      });
      return index;
    });
    sheet.y += headHeight;
  };
  const placed = rows.map((cells) => layoutRow(sheet, columns, cells));
  sheet.ensure(headHeight + (placed[0]?.keptHeight ?? 0));
  head();
  for (const row of placed) drawRow(sheet, columns, row, table, head);
  sheet.y += 4;
}

/** The lines of a row, and the room that it asks for on the page where it begins. */
function layoutRow(sheet: Sheet, columns: Column[], cells: Cell[]) {
  const styled = cells.map((cell) => (typeof cell === 'string' ? { text: cell } : cell));
  const styles = styled.map(({ text: _, ...style }) => ({ size: textSize, ...style }));
  const cellLines = styled.map(({ text }, index) =>
    sheet.lines(text, (columns[index]?.width ?? 0) - 2 * padding, styles[index]),
  );
  const lineHeight = Math.max(...styles.map((style) => sheet.lineHeight(style)));
  const height = Math.max(...cellLines.map((lines) => lines.length)) * lineHeight + 2 * padding;
  const pageRoom = sheet.bottom - page.top - 20;
  return { styles, cellLines, lineHeight, keptHeight: Math.min(height, pageRoom) };
}

function drawRow(
  sheet: Sheet,
  columns: Column[],
  { styles, cellLines, lineHeight, keptHeight }: ReturnType<typeof layoutRow>,
  table: ReturnType<Sheet['container']>,
  head: () => void,
): void {
  let rest = cellLines;
  if (sheet.ensure(keptHeight)) head();
  while (rest.some((lines) => lines.length > 0)) {
    const fits = Math.max(1, Math.floor((sheet.room - 2 * padding) / lineHeight));
    const part = rest.map((lines) => lines.slice(0, fits));
    rest = rest.map((lines) => lines.slice(fits));
    const row = sheet.container('TR', table);
    eachCell(columns, (_column, x, index) => {
      const y = sheet.y + padding;
      sheet.tag('TD', () => sheet.drawLines(part[index] ?? [], x, y, styles[index]), {
        parent: row,
      });
    });
    sheet.y += Math.max(...part.map((lines) => lines.length)) * lineHeight + 2 * padding;
    const ruleAt = sheet.y;
    sheet.artifact(() => {
      sheet.doc
        .moveTo(page.left, ruleAt)
        .lineTo(page.left + contentWidth, ruleAt)
        .lineWidth(0.4)
        .stroke(colors.rule);
    });
    if (rest.some((lines) => lines.length > 0)) {
      sheet.newPage();
      head();
    }
  }
}

function eachCell(
  columns: Column[],
  draw: (column: Column, x: number, index: number) => void,
): void {
  let x = page.left + padding;
  for (const [index, column] of columns.entries()) {
    draw(column, x, index);
    x += column.width;
  }
}
