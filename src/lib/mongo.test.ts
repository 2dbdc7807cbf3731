import { MongoServerError } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { isDuplicateKey, isUnavailable } from './mongo.js';

const rejected = (message: string, more: object = {}) =>
  new MongoServerError({ message, code: 11000, ...more });

describe('a duplicate key is that of a field', () => {
  test.each<[string, MongoServerError, string | undefined, boolean]>([
    ['by its key pattern', rejected('', { keyPattern: { a: 1, b: 1 } }), 'b', true],
    ['not by its message beside it', rejected('index: b_1', { keyPattern: { a: 1 } }), 'b', false],
    [
      'by the index that MongoDB names',
      rejected('E11000 … index: a_1_b_-1 dup key: { b: 5 }'),
      'b',
      true,
    ],
    ['by the index that DocumentDB names', rejected("Duplicate key …: Index 'a_1_b_1'"), 'a', true],
    [
      'by the index of the _id that DocumentDB names',
      rejected("Duplicate key violation on the requested collection: Index '_id_'"),
      '_id',
      true,
    ],
    [
      'by the index of the _id that MongoDB names',
      rejected('index: _id_ dup key: {}'),
      '_id',
      true,
    ],
    ['not by the index of the _id', rejected('index: _id_ dup key: {}'), 'id', false],
    ['by a path', rejected('index: keys.hash_1 dup key: {}'), 'keys.hash', true],
    ['not by a part of a name', rejected('index: owner_nonce_1 dup key: {}'), 'nonce', false],
    ['not by the value', rejected('index: a_1 dup key: { a: "index: b_1" }'), 'b', false],
    ['or of none', rejected('no index'), 'a', false],
    ['or of any', rejected('no index'), undefined, true],
  ])('%s', (_, error, field, is) => {
    expect(isDuplicateKey(error, field)).toBe(is);
  });

  test('and of no other error', () => {
    expect(isDuplicateKey(new MongoServerError({ message: 'index: a_1', code: 1 }), 'a')).toBe(
      false,
    );
  });
});

test.each([
  ...[91, 189, 10107, 11600, 11602, 13435, 13436].map((code) => [code, true] as const),
  ...[2, 11000].map((code) => [code, false] as const),
])('code %i says that the database is away: %s', (code, is) => {
  expect(isUnavailable(new MongoServerError({ message: 'x', code }))).toBe(is);
});
