import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

const key = {
  at: new Date('2026-11-22T10:00:00.123Z'),
  id: '0198c0de-7000-7000-8000-00000000abcd',
};
const scope = ['created_at', null];
const cursor = encodeCursor(key, scope);
const asCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const content = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string, string];

it('decodes to the encoded position', () => {
  expect(decodeCursor(cursor, scope)).toEqual(key);
});

it('is rejected if any character is changed, missing or added', () => {
  for (let at = 0; at < cursor.length; at++) {
    const [before, behind] = [cursor.slice(0, at), cursor.slice(at + 1)];
    const other = cursor[at] === 'A' ? 'B' : 'A';
    for (const damaged of [
      before + other + behind,
      before + behind,
      `${before}!${cursor[at]}${behind}`,
    ]) {
      expect(() => decodeCursor(damaged, scope), damaged).toThrow('The cursor is malformed');
    }
  }
  for (const longer of [`${cursor}=`, `${cursor} `, ` ${cursor}`, `${cursor}A`]) {
    expect(() => decodeCursor(longer, scope), longer).toThrow('The cursor is malformed');
  }
});

it('is rejected for another filter or order, and if its content does not match its checksum', () => {
  const [time, id, mark] = content;
  expect(() => decodeCursor(cursor, ['updated_at', null])).toThrow('The cursor is malformed');
  for (const forged of [
    [time + 1, id, mark],
    [time, `${id}x`, mark],
    [time, { $gt: '' }, mark],
    [`${time}`, id, mark],
    [Number.MAX_SAFE_INTEGER, id, mark],
    [null, id, mark],
    [time, id],
    [time, id, mark, 1],
    [],
    {},
    null,
    'text',
  ]) {
    expect(() => decodeCursor(asCursor(forged), scope), JSON.stringify(forged)).toThrow(
      'The cursor is malformed',
    );
  }
});
