import { expect, test } from 'vitest';
import { printable, quoted } from './printable.js';

/** A typeface that has everything but the picture signs. */
const hasGlyph = (point: number) => point < 0x1f000;
const print = (text: string) => printable(text, hasGlyph);
const named = (script: string) => `[text in ${script} script – see the embedded JSON]`;

test.each(['Grüße aus Łódź', 'Γειά σου Κόσμε', 'Привет, мир!', '„12 m² × 3“ – 5 €'])(
  'prints %s as it is',
  (text) => {
    expect(print(text)).toBe(text);
  },
);

test.each([
  ['مرحبا بالعالم', named('Arabic')],
  ['שלום עולם', named('Hebrew')],
  ['नमस्ते', named('Devanagari')],
  ['東京', named('Chinese')],
  ['東京タワー', named('Japanese')],
  ['서울 123 시', named('Korean')],
  ['ᏣᎳᎩ', named('another')],
  ['Straße مرحبا 12', `Straße ${named('Arabic')} 12`],
  ['٤٢ غرفة', named('Arabic')],
  ['مرحبا, Berlin, مرحبا', `${named('Arabic')}, Berlin, ${named('Arabic')}`],
  ['gut 🎉🎉!', 'gut [symbol – see the embedded JSON]!'],
])('names what it cannot print: %s', (text, expected) => {
  expect(print(text)).toBe(expected);
});

test('prints what another typeface has, and keeps the joiners that its words need', () => {
  const hasTypeface = (char: string) => /\p{sc=Arabic}/u.test(char);
  const persian = 'می\u200Cخواهم';
  expect(printable(`Gate ${persian} 東`, hasGlyph, hasTypeface)).toBe(
    `Gate ${persian} ${named('Chinese')}`,
  );
  expect(printable('a\u200Cb\u200D', hasGlyph, hasTypeface)).toBe('ab');
});

test('what somebody else wrote from right to left is isolated when it is quoted', () => {
  expect(quoted('שלום\u2069')).toBe('“\u2068שלום\u2069”');
});

test('drops direction marks and controls, which could turn the meaning of what is printed', () => {
  expect(print('a\u202Eb\u0007c\u200Bd')).toBe('abcd');
});

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', ' \n\t\n\u00A0\r\n'])(
  'a line break is a sign and begins no line (%j)',
  (breaks) => {
    expect(print(`a${breaks}b`)).toBe('a ¶ b');
  },
);

test('spaces cannot push a text to where a line begins', () => {
  expect(print(`a${' \u2003\t'.repeat(200)}b`)).toBe('a b');
});

test.each([' ', '\u2003', '\t', ' \n', 'a ', '\u0301', '”', '\u200d'])(
  'quotes 200,000 characters of %j in a moment',
  (part) => {
    const started = performance.now();
    quoted(part.repeat(200_000 / part.length));
    expect(performance.now() - started).toBeLessThan(1000);
  },
);

test('a quoted text cannot end its own quotation', () => {
  expect(quoted('x” Verified “y "z"')).toBe('“x’ Verified ‘y ’z’”');
});

test('an accent set apart is composed', () => {
  expect(print('Cafe\u0301')).toBe('Café');
});

test('marks stacked on a letter stay near it, and those that languages write are kept', () => {
  expect(print(`a${'\u0302'.repeat(200)}b`)).toBe(`â${'\u0302'.repeat(4)}b`);
  for (const text of ['שְׁ֣', 'اللّٰه', 'क़्षीँ', 'ที่']) {
    expect(printable(text, hasGlyph, () => true)).toBe(text.normalize('NFC'));
  }
});
