import { expect, test } from 'vitest';
import { carryIsolates, directionOf, isolated, visualPieces } from './visual-line.js';

const ownTypeface = (text: string) => [{ text, typeface: null }];
const shown = (line: string, direction: 'ltr' | 'rtl' = 'ltr') =>
  visualPieces(line, direction, ownTypeface).map(({ drawn }) => drawn);

test('keeps left-to-right text in one piece', () => {
  expect(shown('Gate 12, “Straße”')).toEqual(['Gate 12, “Straße”']);
});

test('orders right-to-left words from right to left, each as a whole', () => {
  expect(shown('שלום עולם', 'rtl')).toEqual(['עולם', ' ', 'שלום']);
});

test('keeps the order of numbers in right-to-left text', () => {
  expect(shown('בשעה 9:30 בבוקר', 'rtl')).toEqual(['בבוקר', ' ', '9:30', ' ', 'בשעה']);
  expect(shown('رقم ١٢', 'rtl')).toEqual(['١٢', ' ', 'رقم']);
});

test('mirrors brackets when drawn and keeps their text', () => {
  const pieces = visualPieces('(שלום)', 'rtl', ownTypeface);
  expect(pieces.map(({ drawn }) => drawn)).toEqual(['(', 'שלום', ')']);
  expect(pieces.map(({ text }) => text)).toEqual([')', 'שלום', '(']);
});

test('does not move a number after an isolated text', () => {
  expect(shown(`“${isolated('שלום')}” 12`).join('')).toBe('“שלום” 12');
  expect(shown('“שלום” 12').join('')).not.toBe('“שלום” 12');
});

test('opens an isolate that spans lines again on each line', () => {
  const lines = [...isolated('שלום עולם')].join('').split(' ');
  expect(carryIsolates(lines)).toEqual(['\u2068שלום', '\u2068עולם\u2069']);
  expect(carryIsolates(['a', 'b'])).toEqual(['a', 'b']);
});

test.each([
  ['12 שלום', 'rtl'],
  ['“مرحبا” Berlin', 'rtl'],
  ['Berlin مرحبا', 'ltr'],
  ['12', 'ltr'],
])('takes the direction of %s from its first letter', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
