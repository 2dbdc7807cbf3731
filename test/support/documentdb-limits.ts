import { beforeEach, inject } from 'vitest';

/** Tests that DocumentDB 1.0 with FerretDB 2.7 cannot pass, with a reason that does not concern MongoDB. */
interface Limit {
  why: string;
  /** Ends of the tests' full names. */
  tests: readonly string[];
}

/** Plans are PostgreSQL's: `startTestApp` does not explain searches there either. */
export const limits: readonly Limit[] = [
  {
    why: 'explain returns a plan of PostgreSQL',
    tests: ['complains about each search without an index and about no other'],
  },
  {
    why: 'an unacknowledged write still gets a reply, which the driver takes for the next one',
    tests: ['updates and deletes are applied without acknowledgement'],
  },
  {
    why: 'error 11000 lacks keyPattern and keyValue',
    tests: [
      'a unique index of one field',
      'a unique index accepts one document without the field',
      'a unique index compound',
      'a unique index at a path',
      'a unique index sparse, accepts many without the field',
      'a unique index sparse, distinguishes null from missing',
      'a unique index partial by $exists',
      'a unique index partial by $exists of two other paths',
      'a unique index multikey, across documents',
      'a unique index multikey, accepts a value twice in one document',
      'a unique index multikey of documents in an array',
      'a unique index of long values',
      'a unique index names the duplicate element',
      'reject a taken _id with its key',
    ],
  },
  {
    why: 'a duplicate in findAndModify, during an index build or between writers can be error 1',
    tests: [
      'findAndModify rejects a duplicate with its key',
      'cannot be created over duplicates, and leaves nothing behind',
      'over duplicates reverts no concurrent write',
      'creates one job for fifty identical concurrent requests',
      'creates one request for a hundred identical concurrent intakes',
      'of one nonce and one file in 8 concurrent jobs is accepted first by one of them',
      'queued 20 times under one id is sent once',
      'allows an integrator ten endpoints, for any number of concurrent requests',
    ],
  },
  {
    why: 'some writers that race for a unique key fail with a PostgreSQL deadlock',
    tests: [
      'stores one of fifty concurrent successors',
      'stores one document for fifty identical concurrent messages',
      'creates one account for an email that is registered many times concurrently',
      'rejects only the jobs with a taken nonce of those that are created at once',
      'are limited to five browsers of a request',
    ],
  },
  {
    why: 'another code for the same error',
    tests: [
      "rejects { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { '$exists': true } }, sparse: true }",
      'projections reject { a: +0, b: 1 }',
      "pipelines reject [ { '$sort': { n: 'x' } } ]",
      'a field of a wrong type is rejected: { find: 1 }',
      'leaves the document unchanged: $[] and $ at the same place',
      'leaves the document unchanged: a part of the _id',
      'leaves the document unchanged: an empty name in the path',
      'leaves the document unchanged: $[] on a scalar',
      'leaves the document unchanged: a position far beyond the end',
      'an upsert creates nothing for a duplicate path',
      'too large is rejected, 20 MB',
      'too large is rejected, 200 MB',
      'reject [ 1 ] as _id',
      'reject /x/ as _id',
    ],
  },
  {
    why: 'accepts input that MongoDB documents as rejected',
    tests: [
      "rejects { key: { a: NaN }, name: 'x' }",
      'rejects two arrays in one document, whether it exists or is inserted',
      'sorts reject two arrays',
      'cursors are not found for another collection',
      'cursors end with an error if the collection is dropped',
      "a field of a wrong type is rejected: { find: 'c', limit: -1 }",
      'a write concern of more than one server is rejected',
      'a path deeper than the maximum nesting',
      '$ with only a negated condition',
      'a name with a dollar',
      "nothing for a part of the _id: { '_id.x': 1 }",
      "nothing for a part of the _id: { a: 1, '_id.x.y': 1 }",
    ],
  },
  {
    why: "a result that differs from MongoDB's documentation",
    tests: [
      '$gt MinKey matches a missing field',
      'sparse compound, contains documents with any of the fields',
      'sorts place an empty array before null',
      '$sum of decimals, compensated',
      '$sum of 1e100, without loss of precision',
      '$sum of int64 with an intermediate overflow',
      '$set adds new fields in the order of their names',
      '$pull beyond the end',
      '$unset below an element',
      '$pull by fields keeps inner arrays',
      'the fields of the filter in the order of their names',
      'replace empty timestamps with the time, except in the _id and nested fields',
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
