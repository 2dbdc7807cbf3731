import { expect, test } from 'vitest';
import { ellipsis, wrap } from './wrap.js';

const measure = (text: string) => [...text].length;

test('breaks at spaces and keeps the words separate', () => {
  expect(wrap('one two three four', 9, measure)).toEqual(['one two ', 'three ', 'four']);
  expect(wrap('one   two ', 4, measure)).toEqual(['one ', 'two']);
});

test('keeps given line breaks', () => {
  expect(wrap('a\n\nb', 9, measure)).toEqual(['a', '', 'b']);
});

test('breaks inside a word that is wider than a line, without losing a character', () => {
  const lines = wrap('abcdefghijklmnopqrstuvwxyz', 10, measure);
  expect(lines).toEqual(['abcdefghij', 'klmnopqrst', 'uvwxyz']);
});

test('does not separate a letter from its accent', () => {
  expect(wrap('a\u0301b\u0301', 2, measure)).toEqual(['a\u0301', 'b\u0301']);
});

test('breaks after a hyphen between letters, not inside a date', () => {
  expect(wrap('close-up 2026-03-02', 10, measure)).toEqual(['close-up ', '2026-03-02']);
  expect(wrap('xx close-up', 9, measure)).toEqual(['xx close-', 'up']);
});

test('breaks Japanese and Chinese between characters, but starts no line with a closing one', () => {
  expect(wrap('田中商店、広場。', 4, measure)).toEqual(['田中商', '店、広', '場。']);
  expect(wrap('看板「田中」', 3, measure)).toEqual(['看板', '「田', '中」']);
});

test('breaks Thai between words', () => {
  const text = 'ร้านเปิดเวลาเก้าโมงเช้า';
  const lines = wrap(text, 10, measure);
  // Treated as one word, the text would break after its tenth letter.
  expect(lines[0]).toBe('ร้านเปิด');
  expect(lines.join('')).toBe(text);
});

test('makes no line wider than the width', () => {
  const text = 'Straße des 17. Juni, Donaudampfschifffahrtsgesellschaft a/b c-d '.repeat(20);
  for (const width of [1, 5, 17, 80]) {
    const widths = wrap(text, width, measure).map((line) => measure(line.trimEnd()));
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  }
});

test('marks an omission with an ellipsis', () => {
  expect(ellipsis('short', 10, measure)).toBe('short');
  expect(ellipsis('a text that is too long', 10, measure)).toBe('a text th…');
});
