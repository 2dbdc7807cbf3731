import { expect, it } from 'vitest';
import { csvOf } from './csv.js';

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+49 30', "'+49 30"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
])('writes %j as %j', (text, cell) => {
  expect(csvOf([[text, 'end']])).toBe(`\ufeff${cell},end\r\n`);
});
