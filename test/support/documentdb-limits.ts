import { beforeEach, inject } from 'vitest';

/** Tests that DocumentDB 1.0 behind FerretDB 2.7 cannot pass, and why that says nothing of MongoDB. */
interface Limit {
  why: string;
  /** How the full names of the tests end. */
  tests: readonly string[];
}

/** Its plans are PostgreSQL's: `startTestApp` explains no search there either. */
export const limits: readonly Limit[] = [
  {
    why: 'explain answers the plan of PostgreSQL',
    tests: ['complains about each search without an index and about no other'],
  },
  {
    why: 'a write without acknowledgement is answered all the same, and its answer taken for the next',
    tests: ['updates and deletes without acknowledgement are done'],
  },
  {
    why: 'error 11000 has neither keyPattern nor keyValue',
    tests: [
      'a unique index of one field',
      'a unique index takes one document without the field',
      'a unique index compound',
      'a unique index at a path',
      'a unique index sparse, takes many without the field',
      'a unique index sparse, keeps null apart from missing',
      'a unique index partial by $exists',
      'a unique index partial by $exists of two other paths',
      'a unique index multikey, across documents',
      'a unique index multikey, takes a value twice in one document',
      'a unique index multikey of documents in an array',
      'a unique index of long values',
      'a unique index names the element that is taken',
      'refuse a taken _id with its key',
    ],
  },
  {
    why: 'a duplicate in findAndModify, in an index being made or between writers may be error 1',
    tests: [
      'refuses a duplicate with its key',
      'cannot be made over duplicates, and nothing of it stays',
      'over duplicates takes nothing back of what is written at the same time',
      'makes one job of fifty equal requests at once',
      'makes one request of a hundred equal intakes at once',
      'of 8 jobs that use one nonce and one file at once, one is the first',
      'that is queued 20 times under one id is one mail',
      'gives an integrator ten endpoints, however many are asked for at once',
    ],
  },
  {
    why: 'of writers that race for a unique key some are refused for a deadlock of PostgreSQL',
    tests: [
      'lets one of fifty successors at once be stored',
      'stores one document of fifty equal messages at once',
      'makes one account of an email that is registered many times at once',
      'rejects only the jobs with a taken nonce of those that are created at once',
    ],
  },
  {
    why: 'another code for the same refusal',
    tests: [
      "partialFilterExpression: { a: { '$exists': true } }, sparse: true } is refused",
      'projections refuse { a: +0, b: 1 }',
      "pipelines refuse [ { '$sort': { n: 'x' } } ]",
      'a field of a wrong type is refused: { find: 1 }',
      'leaves the document as it was $[] beside $',
      'leaves the document as it was a part of the _id',
      'leaves the document as it was an empty name in the path',
      'leaves the document as it was $[] on a scalar',
      'leaves the document as it was a position far away',
      'makes an error where a path is given twice',
      'too large is refused, 20 MB',
      'too large is refused, 200 MB',
      'refuse [ 1 ] as _id',
      'refuse /x/ as _id',
    ],
  },
  {
    why: 'what MongoDB documents as refused is taken',
    tests: [
      "{ key: { a: NaN }, name: 'x' } is refused",
      'making indexes refuses two arrays in one document, before and after',
      'sorts refuse two arrays',
      'cursors of another collection are not found',
      'cursors end with an error when the collection is dropped',
      "a field of a wrong type is refused: { find: 'c', limit: -1 }",
      'a write concern of more than one server is refused',
      'a path deeper than documents may nest',
      '$ with a negated condition alone',
      'a name with a dollar',
      "nothing by a part of the _id: { '_id.x': 1 }",
      "nothing by a part of the _id: { a: 1, '_id.x.y': 1 }",
    ],
  },
  {
    why: 'another answer than MongoDB documents',
    tests: [
      '$gt MinKey matches what is missing',
      'sparse compound, holds what has any field',
      'sorts an empty array before null',
      '$sum of decimals, compensated',
      '$sum of 1e100, which takes nothing away',
      '$sum of int64 that overflows on the way',
      '$set adds new fields in the order of their names',
      '$pull beyond the end',
      '$unset below an element',
      '$pull by fields leaves inner arrays',
      'the fields of the filter in the order of their names',
      'put the time in place of empty timestamps, but within the _id and inner fields',
      'keep the order of insertion',
    ],
  },
];

beforeEach(({ task, skip }) => {
  if (!inject('isDocumentDb')) return;
  const name = task.fullTestName.replaceAll(' > ', ' ');
  const limit = limits.find(({ tests }) => tests.some((end) => name.endsWith(end)));
  if (limit) skip(limit.why);
});
