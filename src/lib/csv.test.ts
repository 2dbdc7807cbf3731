import { expect, it } from 'vitest';
import { csvOf, textOfCell } from './csv.js';

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+49 30', "'+49 30"],
  ['-1+1', "'-1+1"],
  ['-73.9857', '-73.9857'],
  ['+4930123', '+4930123'],
  ['-73,9857', '"-73,9857"'],
  ['-', "'-"],
  ['-1e5', "'-1e5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a=1', 'a=1'],
])('writes %j as %j', (text, cell) => {
  expect(csvOf([[text, 'end']])).toBe(`\ufeff${cell},end\r\n`);
});

it.each(['plain', '=1+1', '-73.9857', '+49 30', "'quoted'", '@a'])('reads %j back', (text) => {
  const [cell = ''] = csvOf([[text]])
    .slice(1)
    .split('\r\n');
  expect(textOfCell(cell)).toBe(text);
});
