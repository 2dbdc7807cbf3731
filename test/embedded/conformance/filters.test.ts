import {
  Binary,
  BSONRegExp,
  Code,
  type Document,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../server.js';

const server = useServer();
const id = new ObjectId('0123456789abcdef01234567');
const at = new Date('2026-01-02T03:04:05Z');
const uuid = new Binary(Buffer.alloc(16, 1), 4);

/** One value of `a` per document; the `_id` is its index, starting at 0. */
type Row = [name: string, values: unknown[], filter: Document, ids: number[]];
const missing = Symbol('no field');

const rows: Row[] = [
  ['equality of strings', ['x', 'y', 'X', missing], { a: 'x' }, [0]],
  [
    'equality across number types',
    [1, new Double(1), Long.fromNumber(1), new Int32(1), '1', true],
    { a: 1 },
    [0, 1, 2, 3],
  ],
  [
    'an int64 beyond 2^53 differs from the nearest double',
    [Long.fromString('9007199254740993'), new Double(9007199254740992)],
    { a: Long.fromString('9007199254740993') },
    [0],
  ],
  [
    'a double equals the int64 of its value',
    [Long.fromString('9007199254740992'), Long.fromString('9007199254740993')],
    { a: new Double(9007199254740992) },
    [0],
  ],
  ['-0 equals 0', [new Double(-0), 0], { a: 0 }, [0, 1]],
  ['NaN equals NaN', [Number.NaN, 1], { a: Number.NaN }, [0]],
  ['null matches null and missing', [null, missing, 0, ''], { a: null }, [0, 1]],
  ['null matches an array that contains null', [[null], [1], []], { a: null }, [0]],
  ['$ne null excludes null and missing', [null, missing, 0, [null]], { a: { $ne: null } }, [2]],
  ['booleans are not numbers', [true, 1, false, 0], { a: true }, [0]],
  [
    'documents are equal in the order of their fields',
    [{ x: 1, y: 2 }, { y: 2, x: 1 }, { x: 1 }],
    { a: { x: 1, y: 2 } },
    [0],
  ],
  [
    'documents are equal across number types',
    [{ x: new Double(1) }, { x: Long.fromNumber(1) }, { x: 2 }],
    { a: { x: 1 } },
    [0, 1],
  ],
  ['an empty document equals an empty document', [{}, { x: 1 }, null], { a: {} }, [0]],
  [
    'an array equals an array, or contains one',
    [[1, 2], [[1, 2]], [2, 1], 1],
    { a: [1, 2] },
    [0, 1],
  ],
  ['a value matches an array that contains it', [[1, 2], [3], 1, [[1]]], { a: 1 }, [0, 2]],
  ['an empty array equals an empty array, or contains one', [[], [[]], [1]], { a: [] }, [0, 1]],
  ['ObjectIds are equal by bytes', [id, new ObjectId(), id.toHexString()], { a: id }, [0]],
  ['dates are equal by time', [at, new Date(0), at.toISOString()], { a: at }, [0]],
  [
    'binary is equal by subtype and bytes',
    [uuid, new Binary(Buffer.alloc(16, 1), 0), new Binary(Buffer.alloc(15, 1), 4)],
    { a: uuid },
    [0],
  ],
  [
    'binary of another subtype is not equal',
    [uuid, new Binary(Buffer.alloc(16, 1), 0)],
    { a: new Binary(Buffer.alloc(16, 1), 0) },
    [1],
  ],
  [
    'timestamps are not dates',
    [new Timestamp({ t: 1, i: 1 }), new Date(1000)],
    { a: new Timestamp({ t: 1, i: 1 }) },
    [0],
  ],
  ['code is not a string', [new Code('x'), 'x'], { a: new Code('x') }, [0]],
  [
    'MinKey and MaxKey equal themselves',
    [new MinKey(), new MaxKey(), null],
    { a: new MinKey() },
    [0],
  ],
  ['$eq is equality', [1, 2], { a: { $eq: 1 } }, [0]],
  [
    '$eq with a document that has operators is literal',
    [{ $gt: 1 }, 2],
    { a: { $eq: { $gt: 1 } } },
    [0],
  ],
  [
    '$gt compares numbers of all types',
    [1, new Double(1.5), Long.fromNumber(2), '3', null],
    { a: { $gt: 1 } },
    [1, 2],
  ],
  ['$gte includes the bound', [1, 2, 3], { a: { $gte: 2 } }, [1, 2]],
  ['$lt compares within a type', [1, 5, 'a', null, missing], { a: { $lt: 3 } }, [0]],
  ['$lt excludes NaN', [Number.NaN, 1], { a: { $lt: 3 } }, [1]],
  ['$gte NaN finds only NaN', [Number.NaN, 1, 2], { a: { $gte: Number.NaN } }, [0]],
  ['$lte null matches null and missing', [null, missing, 0], { a: { $lte: null } }, [0, 1]],
  ['$gt null matches nothing', [null, missing, 0], { a: { $gt: null } }, []],
  ['$gt compares strings by bytes', ['a', 'b', 'B', 'ä'], { a: { $gt: 'a' } }, [1, 3]],
  [
    'strings order by code point, not by UTF-16 unit',
    ['\u{1F600}', '\uFFFD'],
    { a: { $gt: '\uFFFD' } },
    [0],
  ],
  [
    'a string with a NUL is ordered after its beginning',
    ['a', 'a\u0000', 'a\u0001'],
    { a: { $gt: 'a', $lt: 'a\u0001' } },
    [1],
  ],
  ['$gt compares dates', [at, new Date(0), 5], { a: { $gt: new Date(0) } }, [0]],
  ['dates before 1970 are less', [new Date(-1), new Date(1)], { a: { $lt: new Date(0) } }, [0]],
  [
    '$gt compares ObjectIds',
    [id, new ObjectId('ffffffffffffffffffffffff')],
    { a: { $gt: id } },
    [1],
  ],
  ['$gt compares booleans', [true, false], { a: { $gt: false } }, [0]],
  [
    '$gt compares documents by type, name, value',
    [{ x: 1 }, { x: 2 }, { w: 3 }, { x: 'a' }],
    { a: { $gt: { x: 1 } } },
    [1, 3],
  ],
  ['$gt compares arrays as wholes', [[1, 2], [1, 3], [2], 5], { a: { $gt: [1, 2] } }, [1, 2]],
  ['$gt on an array tests its elements', [[1, 9], [1, 2], 9], { a: { $gt: 5 } }, [0, 2]],
  ['two elements can satisfy two bounds', [[1, 9], [1, 2], 4], { a: { $gt: 3, $lt: 5 } }, [0, 2]],
  [
    '$lt MaxKey matches every type',
    [1, 'x', null, new MaxKey()],
    { a: { $lt: new MaxKey() } },
    [0, 1, 2],
  ],
  ['$gt MinKey matches every type', [1, 'x', new MinKey()], { a: { $gt: new MinKey() } }, [0, 1]],
  [
    'binary is ordered by length first',
    [new Binary(Buffer.from([9])), new Binary(Buffer.from([1, 1]))],
    { a: { $gt: new Binary(Buffer.from([9])) } },
    [1],
  ],
  ['$in matches any', [1, 'x', null, missing, 3], { a: { $in: [1, 'x'] } }, [0, 1]],
  ['$in with null matches missing', [1, null, missing], { a: { $in: [null] } }, [1, 2]],
  ['$in nothing matches nothing', [1, null, missing], { a: { $in: [] } }, []],
  ['$in with an array matches the array', [[1, 2], 1, [[1, 2]]], { a: { $in: [[1, 2]] } }, [0, 2]],
  ['$nin is the opposite of $in', [1, 2, null, missing, [1, 3]], { a: { $nin: [1, null] } }, [1]],
  ['$ne tests every element', [[1, 2], [2, 3], 2, missing], { a: { $ne: 1 } }, [1, 2, 3]],
  ['$exists true includes null', [null, missing, 0, []], { a: { $exists: true } }, [0, 2, 3]],
  ['$exists false', [null, missing, 0], { a: { $exists: false } }, [1]],
  ['$exists 0 is false', [null, missing], { a: { $exists: 0 } }, [1]],
  [
    '$regex with a prefix',
    ['ab', 'Ab', 'a', 'cab', 1, ['x', 'abc'], null, missing],
    { a: { $regex: '^ab' } },
    [0, 5],
  ],
  ['$not with a prefix', ['ab', 'b', missing], { a: { $not: { $regex: '^a' } } }, [1, 2]],
  [
    '$elemMatch needs one element for all conditions',
    [[1, 9], [4], 4],
    { a: { $elemMatch: { $gt: 3, $lt: 5 } } },
    [1],
  ],
  [
    '$elemMatch on documents',
    [[{ x: 1, y: 2 }], [{ x: 1 }, { y: 2 }]],
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [0],
  ],
  [
    '$elemMatch with $or',
    [[{ x: 1 }], [{ y: 1 }], [{ z: 1 }]],
    { a: { $elemMatch: { $or: [{ x: 1 }, { y: 1 }] } } },
    [0, 1],
  ],
  [
    '$elemMatch does not match a document that is not an array',
    [{ x: 1 }, [{ x: 1 }]],
    { a: { $elemMatch: { x: 1 } } },
    [1],
  ],
  ['$elemMatch with a negation', [[1, 2], [1]], { a: { $elemMatch: { $ne: 1 } } }, [0]],
  [
    '$not inverts, including missing fields',
    [1, 5, missing, 'x'],
    { a: { $not: { $gt: 3 } } },
    [0, 2, 3],
  ],
  ['$not of several conditions', [1, 4, 9], { a: { $not: { $gt: 3, $lt: 5 } } }, [0, 2]],
  ['$eq of a regex is literal', [/^q/, 'q'], { a: { $eq: /^q/ } }, [0]],
  ['$in NaN finds NaN', [Number.NaN, 1], { a: { $in: [Number.NaN] } }, [0]],
  [
    '$gt MinKey matches a missing field',
    [missing, new MinKey()],
    { a: { $gt: new MinKey() } },
    [0],
  ],
  [
    '$elemMatch of nothing matches any document and array',
    [[{}], [1], [], [[1]]],
    { a: { $elemMatch: {} } },
    [0, 3],
  ],
  [
    '$elemMatch by fields uses the positions of an inner array as its fields',
    [[[5]], [[6, 5]], [{ 0: 5 }], [5]],
    { a: { $elemMatch: { 0: 5 } } },
    [0, 2],
  ],
  [
    '$elemMatch by a field that an inner array lacks',
    [[[5]], [{ b: 1 }], [5]],
    { a: { $elemMatch: { b: null } } },
    [0],
  ],
  [
    '$elemMatch by fields follows no document of an inner array',
    [[[{ b: 1 }]], [{ b: 1 }]],
    { a: { $elemMatch: { b: 1 } } },
    [1],
  ],
  [
    '$elemMatch in $elemMatch traverses arrays of arrays',
    [[[1, 5]], [[1], [5]], [1, 5]],
    { a: { $elemMatch: { $elemMatch: { $gt: 3 } } } },
    [0, 1],
  ],
  [
    '$elemMatch of values does not test the elements of inner arrays',
    [[[5]], [5]],
    { a: { $elemMatch: { $gt: 3 } } },
    [1],
  ],
  [
    'elements of an array at a position are not tested',
    [
      [[5], 6],
      [5, 6],
      [6, [5]],
    ],
    { 'a.0': 5 },
    [1],
  ],
  ['an array at a position is compared as a whole', [[[5], 6], [5]], { 'a.0': [5] }, [0]],
  ['$in at a position tests the array itself', [[[5]], [5]], { 'a.0': { $in: [5] } }, [1]],
  [
    '$elemMatch at a position tests its elements',
    [[[5]], [5]],
    { 'a.0': { $elemMatch: { $eq: 5 } } },
    [0],
  ],
  ['$ne at a position', [[[5]], [5]], { 'a.0': { $ne: 5 } }, [0]],
  ['a position in a position', [[[5]], [[[5]]]], { 'a.0.0': 5 }, [0]],
  [
    'a path below a position tests the elements of the array at its end',
    [[{ b: [5] }], [{ b: [[5]] }]],
    { 'a.0.b': 5 },
    [0],
  ],
  [
    'nothing is below a scalar at a position, not even null',
    [[5], [{}], [null], []],
    { 'a.0.b': null },
    [1],
  ],
  [
    '$exists false below a scalar at a position',
    [[5], [{ b: 1 }], [[]]],
    { 'a.0.b': { $exists: false } },
    [0, 2],
  ],
  ['a path through a position of arrays', [[[{ b: 1 }]], [{ b: 1 }]], { 'a.0.b': 1 }, [0, 1]],
  ['$exists at a position', [[1], [1, 2]], { 'a.1': { $exists: true } }, [1]],
  ['$or of one', [1, 2], { $or: [{ a: 1 }] }, [0]],
  ['$nor of one', [1, 2], { $nor: [{ a: 1 }] }, [1]],
  ['$and', [1, 5, 9], { $and: [{ a: { $gt: 2 } }, { a: { $lt: 7 } }] }, [1]],
  ['$or', [1, 5, 9], { $or: [{ a: 1 }, { a: 9 }] }, [0, 2]],
  ['$nor', [1, 5, 9, missing], { $nor: [{ a: 1 }, { a: 9 }] }, [1, 3]],
  ['a dotted path', [{ b: 1 }, { b: 2 }, { b: { c: 1 } }, 1], { 'a.b': 1 }, [0]],
  [
    'a dotted path through an array of documents',
    [[{ b: 1 }, { b: 2 }], [{ b: 3 }]],
    { 'a.b': 2 },
    [0],
  ],
  ['a dotted path with a position', [[5, 6], [6, 5], { 1: 6 }], { 'a.1': 6 }, [0, 2]],
  ['a position of an array of documents', [[{ b: 1 }, { b: 2 }], [{ b: 2 }]], { 'a.0.b': 2 }, [1]],
  [
    'null at a path: missing or null, in any document of an array',
    [{ b: null }, {}, { b: 1 }, 5, [{ b: 1 }, {}], missing],
    { 'a.b': null },
    [0, 1, 3, 4, 5],
  ],
  ['scalars in an array have no such path', [[5], [5, { b: null }]], { 'a.b': null }, [1]],
  [
    '$exists at a path through arrays',
    [[{ b: 1 }, {}], [{}], []],
    { 'a.b': { $exists: true } },
    [0],
  ],
  [
    '$exists false at a path through arrays',
    [[{ b: 1 }, {}], [{}], []],
    { 'a.b': { $exists: false } },
    [1, 2],
  ],
  ['arrays directly in arrays are not followed', [[[{ b: 1 }]], [{ b: 1 }]], { 'a.b': 1 }, [1]],
  [
    '$ne at a path tests every document',
    [[{ b: 1 }, { b: 2 }], [{ b: 2 }], missing],
    { 'a.b': { $ne: 1 } },
    [1, 2],
  ],
  [
    'an array at the end of a path through an array',
    [[{ b: [1, 2] }], [{ b: [3] }]],
    { 'a.b': 2 },
    [0],
  ],
];

describe('a filter matches as documented by MongoDB:', () => {
  test.each(rows)('%s', async (_, values, filter, ids) => {
    const docs = values.map(
      (value, i): Document => (value === missing ? { _id: i } : { _id: i, a: value }),
    );
    const collection = await collectionOf(server.db, docs);
    const found = await collection.find(filter, { projection: { _id: 1 } }).toArray();
    expect(found.map(({ _id }) => Number(_id)).sort((x, y) => x - y)).toEqual(ids);
  });
});

const errors: [string, Document, number][] = [
  ['$and without an array', { $and: {} }, 2],
  ['an empty $or', { $or: [] }, 2],
  ['$or of something else', { $or: [1] }, 2],
  ['$in without an array', { a: { $in: 1 } }, 2],
  ['$not of a value', { a: { $not: 1 } }, 2],
  ['$elemMatch of a value', { a: { $elemMatch: 1 } }, 2],
  ['$ne with a regex', { a: { $ne: /x/ } }, 2],
  ['$nin without an array', { a: { $nin: 1 } }, 2],
  ['$in with operators', { a: { $in: [{ $gt: 1 }] } }, 2],
  ['$not of nothing', { a: { $not: {} } }, 2],
  ['$gt with a regex', { a: { $gt: /x/ } }, 2],
];

describe('a malformed filter is rejected:', () => {
  test.each(errors)('%s', async (_, filter, code) => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    expect(await codeOf(collection.find(filter).toArray())).toBe(code);
  });
});

const rejected: Document[] = [
  { a: { $foo: 1 } },
  { $foo: [] },
  { $gt: 1 },
  { a: { $type: 'string' } },
  { a: { $size: 2 } },
  { a: { $all: [1] } },
  { a: { $elemMatch: { $type: 'string' } } },
  { a: { $not: { $size: 1 } } },
  { $where: 'true' },
  { $expr: { $eq: [1, 1] } },
  { $text: { $search: 'x' } },
  { a: { $mod: [2, 0] } },
  { a: { $near: [0, 0] } },
  { a: { $bitsAllSet: 1 } },
  { a: { $regex: 'x', $options: 'i' } },
  { a: { $regex: 'x' } },
  { a: { $regex: '^x.' } },
  { a: { $regex: '^' } },
  { a: { $regex: /^x/ } },
  { a: /x/ },
  { a: { $not: /x/ } },
  { a: { $in: [1, /x/] } },
  { a: new BSONRegExp('x', 'x') },
];

describe.skipIf(otherServer)('an unsupported filter is rejected by name:', () => {
  test.each(rejected.map((filter) => [JSON.stringify(filter), filter] as const))(
    '%s',
    async (_, filter) => {
      const collection = await collectionOf(server.db, [{ a: 1 }]);
      expect(await codeOf(collection.find(filter).toArray())).toBe(238);
    },
  );
});
