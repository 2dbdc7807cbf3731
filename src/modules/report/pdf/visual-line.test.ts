import { expect, test } from 'vitest';
import { carryIsolates, directionOf, isolated, visualPieces } from './visual-line.js';

const ownTypeface = (text: string) => [{ text, typeface: null }];
const shown = (line: string, direction: 'ltr' | 'rtl' = 'ltr') =>
  visualPieces(line, direction, ownTypeface).map(({ drawn }) => drawn);

test('what runs from left to right is one piece', () => {
  expect(shown('Gate 12, “Straße”')).toEqual(['Gate 12, “Straße”']);
});

test('words from right to left stand from right to left, each whole', () => {
  expect(shown('שלום עולם', 'rtl')).toEqual(['עולם', ' ', 'שלום']);
});

test('numbers in a text from right to left keep their order', () => {
  expect(shown('בשעה 9:30 בבוקר', 'rtl')).toEqual(['בבוקר', ' ', '9:30', ' ', 'בשעה']);
  expect(shown('رقم ١٢', 'rtl')).toEqual(['١٢', ' ', 'رقم']);
});

test('brackets look the other way, and keep what they say', () => {
  const pieces = visualPieces('(שלום)', 'rtl', ownTypeface);
  expect(pieces.map(({ drawn }) => drawn)).toEqual(['(', 'שלום', ')']);
  expect(pieces.map(({ text }) => text)).toEqual([')', 'שלום', '(']);
});

test('an isolated text does not move the number behind it', () => {
  expect(shown(`“${isolated('שלום')}” 12`).join('')).toBe('“שלום” 12');
  expect(shown('“שלום” 12').join('')).not.toBe('“שלום” 12');
});

test('an isolate that goes over lines is opened again', () => {
  const lines = [...isolated('שלום עולם')].join('').split(' ');
  expect(carryIsolates(lines)).toEqual(['\u2068שלום', '\u2068עולם\u2069']);
  expect(carryIsolates(['a', 'b'])).toEqual(['a', 'b']);
});

test.each([
  ['12 שלום', 'rtl'],
  ['“مرحبا” Berlin', 'rtl'],
  ['Berlin مرحبا', 'ltr'],
  ['12', 'ltr'],
])('the first letter of %s gives its direction', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
