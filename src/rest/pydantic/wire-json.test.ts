import { describe, expect, test } from 'vitest';
import { decodeJson, parseJson, UnreadableBodyError, writeJson } from './wire-json.js';

describe('parseJson', () => {
  test.each([
    '{"a":[1,-2.5e3,"x\\n\\u00e9\\ud83d\\ude00",null,true,false,{"b":{}}]," ":[]}',
    ' \t\r\n[ ] ',
    '"\\ud800"',
    '{"a":1,"a":2}',
    '-0.0',
  ])('parses %s like JSON.parse', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['{"😀":1,}', 'Expecting property name enclosed in double quotes', 7],
    ['{"a" 1}', "Expecting ':' delimiter", 5],
    ['[1 2]', "Expecting ',' delimiter", 3],
    ['["😀😀" x', "Expecting ',' delimiter", 6],
    ['', 'Expecting value', 0],
    ['{} {}', 'Extra data', 3],
    ['["abc', 'Unterminated string starting at', 1],
    ['"a\tb"', 'Invalid control character at', 2],
    ['"\\x"', 'Invalid \\escape', 1],
    ['"\\u12"', 'Invalid \\uXXXX escape', 2],
  ])('rejects %s with the message of Python, counting code points', (text, message, position) => {
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ message, position }));
  });

  test('keeps every digit of an integer and rejects more than 4300', () => {
    expect(writeJson(parseJson('[9007199254740993,-18446744073709551616,-0]'))).toBe(
      '[9007199254740993,-18446744073709551616,0]',
    );
    expect(() => parseJson('1'.repeat(4301))).toThrow(UnreadableBodyError);
  });

  test('treats a name like __proto__ as an ordinary member', () => {
    const value = parseJson('{"__proto__":{"a":1}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(writeJson(value as never)).toBe('{"__proto__":{"a":1}}');
  });
});

test('writeJson writes null for numbers that JSON cannot represent, and escapes lone surrogates', () => {
  expect(writeJson([Number.NaN, Number.POSITIVE_INFINITY, '\ud800"'])).toBe(
    '[null,null,"\\ud800\\""]',
  );
});

test('decodeJson reads UTF-8 and UTF-16, with and without a byte order mark, and rejects other encodings', () => {
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  expect(decodeJson(Buffer.from('\ufeff{"é":1}'))).toBe('{"é":1}');
  expect(decodeJson(Buffer.from('\ufeff{}', 'utf16le'))).toBe('{}');
  expect(decodeJson(Buffer.from('{}', 'utf16le'))).toBe('{}');
  expect(decodeJson(utf16be('\ufeff{}'))).toBe('{}');
  expect(decodeJson(utf16be('5'))).toBe('5');
  expect(() => decodeJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(UnreadableBodyError);
  expect(() => decodeJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow(
    UnreadableBodyError,
  );
});
