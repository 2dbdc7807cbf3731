import { MongoServerError } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { isDuplicateKey, isUnavailable } from './mongo.js';

const rejected = (message: string, more: object = {}) =>
  new MongoServerError({ message, code: 11000, ...more });

describe('isDuplicateKey', () => {
  test.each<[string, MongoServerError, string | undefined, boolean]>([
    ['from its key pattern', rejected('', { keyPattern: { a: 1, b: 1 } }), 'b', true],
    [
      'from its key pattern, not from its message',
      rejected('index: b_1', { keyPattern: { a: 1 } }),
      'b',
      false,
    ],
    [
      'from the index name in MongoDB messages',
      rejected('E11000 … index: a_1_b_-1 dup key: { b: 5 }'),
      'b',
      true,
    ],
    [
      'from the index name in DocumentDB messages',
      rejected("Duplicate key …: Index 'a_1_b_1'"),
      'a',
      true,
    ],
    [
      'from the _id index in DocumentDB messages',
      rejected("Duplicate key violation on the requested collection: Index '_id_'"),
      '_id',
      true,
    ],
    ['from the _id index in MongoDB messages', rejected('index: _id_ dup key: {}'), '_id', true],
    ['only if it is not in the _id index', rejected('index: _id_ dup key: {}'), 'id', false],
    ['if it is a path', rejected('index: keys.hash_1 dup key: {}'), 'keys.hash', true],
    ['only by its whole name', rejected('index: owner_nonce_1 dup key: {}'), 'nonce', false],
    [
      'only by the index, not by the value',
      rejected('index: a_1 dup key: { a: "index: b_1" }'),
      'b',
      false,
    ],
    ['only if the message names an index', rejected('no index'), 'a', false],
    ['any, if none is requested', rejected('no index'), undefined, true],
  ])('recognizes the field %s', (_, error, field, is) => {
    expect(isDuplicateKey(error, field)).toBe(is);
  });

  test('returns false for another error', () => {
    expect(isDuplicateKey(new MongoServerError({ message: 'index: a_1', code: 1 }), 'a')).toBe(
      false,
    );
  });
});

test.each([
  ...[91, 189, 10107, 11600, 11602, 13435, 13436].map((code) => [code, true] as const),
  ...[2, 11000].map((code) => [code, false] as const),
])('isUnavailable returns for code %i: %s', (code, is) => {
  expect(isUnavailable(new MongoServerError({ message: 'x', code }))).toBe(is);
});
