import { expect, test } from 'vitest';
import { pdfWordingIn } from './pdf-wording.js';
import { Sheet } from './sheet.js';
import { drawTable } from './table.js';

const wording = pdfWordingIn('en');

const sheetWithRoom = (room: number) => {
  const sheet = new Sheet({ title: 'Title', subject: 'Subject', createdAt: new Date(0), wording });
  sheet.y = sheet.bottom - room;
  return sheet;
};

const columns = [{ title: 'WHERE', width: 200 }];
const rowOf = (lines: number) => [{ text: Array.from({ length: lines }, () => 'a line') }];

test.each([2, 12, 200])(
  'draws the head above a row of %i lines, never alone on a page',
  (lines) => {
    const sheet = sheetWithRoom(70);
    const heads: number[] = [];
    const label = sheet.label.bind(sheet);
    sheet.label = (...args) => {
      heads.push(sheet.page);
      label(...args);
    };
    drawTable(sheet, columns, [rowOf(lines)]);
    const first = lines === 2 ? 0 : 1;
    expect(heads).toEqual(Array.from({ length: sheet.page + 1 - first }, (_, at) => first + at));
  },
);
