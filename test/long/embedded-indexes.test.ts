import type { Collection, Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { random, seed } from '../embedded/random.js';
import { collectionOf, useServer } from '../embedded/server.js';

const rounds = Number(process.env['ROUNDS'] ?? 30);
const queriesPerRound = 100;

const server = useServer();

describe(`indexes never change a result (seed ${seed})`, () => {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const some = <T>(count: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(next() * (count + 1)) }, make);
  const scalar = (): unknown =>
    pick<unknown>([
      null,
      0,
      1,
      2,
      3,
      2.5,
      -1,
      'a',
      'b',
      '',
      true,
      false,
      new Date(5),
      'x'.repeat(400),
      `${'x'.repeat(400)}y`,
      'x\0y',
    ]);
  const value = (): unknown => {
    const kind = next();
    if (kind < 0.6) return scalar();
    if (kind < 0.75) return some(3, scalar);
    if (kind < 0.85) return { c: scalar() };
    if (kind < 0.95) return some(3, () => ({ c: scalar(), d: scalar() }));
    return some(2, () => some(2, scalar));
  };
  const paths = ['a', 'b', 'a.c', 'a.d', 'b.c'];
  const condition = (): unknown =>
    pick([
      () => scalar(),
      () => value(),
      () => ({ $gt: scalar() }),
      () => ({ $gte: scalar(), $lt: scalar() }),
      () => ({ $lte: scalar() }),
      () => ({ $in: some(3, scalar) }),
      () => ({ $ne: scalar() }),
      () => ({ $exists: next() < 0.5 }),
      () => ({ $elemMatch: { $gte: scalar() } }),
      () => ({ $regex: pick(['^a', '^x', '^xx', '^x\0']) }),
      () => ({ $elemMatch: { c: scalar(), d: { $gt: scalar() } } }),
      () => ({ $nin: some(2, scalar) }),
      () => ({ $not: { $gte: scalar() } }),
    ])();
  const filter = (depth: number): Document => {
    const parts: Document = Object.fromEntries(some(3, () => [pick(paths), condition()]));
    if (depth > 0 && next() < 0.4) parts['$or'] = [filter(depth - 1), filter(depth - 1)];
    if (depth > 0 && next() < 0.3) parts['$and'] = [filter(depth - 1), filter(depth - 1)];
    return parts;
  };
  const index = (): [Document, Document] => {
    const key = Object.fromEntries(
      some(2, () => [pick(paths), pick([1, -1])]).concat([[pick(paths), pick([1, -1])]]),
    );
    if (next() < 0.6) key['_id'] = pick([1, -1]);
    const options = pick<Document>([
      {},
      {},
      { sparse: true },
      { partialFilterExpression: { [pick(paths)]: { $exists: true } } },
    ]);
    return [key, options];
  };

  /** Returns values for the first paths of an index and a sort on the following paths: a plan with merged parts. */
  const lookup = (key: Document): [Document, Document] => {
    const names = Object.keys(key);
    const cut = Math.floor(next() * names.length);
    const values = (): unknown =>
      pick([scalar(), { $in: some(4, scalar) }, { $in: some(4, scalar) }]);
    const query = Object.fromEntries(names.slice(0, cut).map((path) => [path, values()]));
    const way = pick([1, -1]);
    const sorted = names.filter((_, i) => i >= cut || next() < 0.3);
    const sort = Object.fromEntries(sorted.map((path) => [path, key[path] * way]));
    return [
      { ...query, ...(next() < 0.3 && filter(0)) },
      { ...sort, _id: sort['_id'] ?? way },
    ];
  };
  /** Values for the first path of an index in each branch: parts to be united. */
  const alternatives = (keys: readonly Document[]): [Document, Document] => {
    const branch = (): Document => {
      const [first = 'a'] = Object.keys(pick(keys));
      const found = pick([scalar(), { $gte: scalar() }, { $in: some(3, scalar) }]);
      return { [first]: found, ...(next() < 0.3 && filter(1)) };
    };
    return [
      { $or: [branch(), branch(), ...some(2, branch)], ...(next() < 0.2 && filter(1)) },
      { [pick(paths)]: pick([1, -1]), _id: pick([1, -1]) },
    ];
  };
  const hasStage = async (
    stage: string,
    collection: Collection,
    query: Document,
    sort: Document,
  ) => {
    const plan = await collection
      .find(query)
      .sort(sort)
      .explain()
      .catch(() => null);
    return JSON.stringify(plan).includes(`"${stage}"`);
  };

  const rejection = (code: unknown) => `refused by ${code}`;
  const isRejected = ([first]: unknown[]) => String(first).startsWith(rejection(''));

  /** Returns the errors of sorting each document alone. */
  async function errorsOf(collection: Collection, query: Document, sort: Document) {
    const alone: unknown[] = [];
    for (let _id = 0; _id < 40; _id += 1) {
      alone.push(...(await answers(collection, { $and: [query, { _id }] }, sort, 0)));
    }
    return alone;
  }

  async function answers(
    collection: Collection,
    query: Document,
    sort: Document,
    limit: number,
  ): Promise<unknown[]> {
    const found = await collection
      .find(query)
      .sort(sort)
      .limit(limit)
      .toArray()
      .catch(({ code }) => [rejection(code)]);
    return found.map((doc) => (typeof doc === 'object' ? doc['_id'] : doc));
  }

  test(
    `${rounds * queriesPerRound} random queries return the same results with and without them`,
    async () => {
      const isEmbedded = server.uri.includes('.sock');
      // Plans that few queries have: the test goes on until each was used.
      const unused = new Set(isEmbedded ? ['SORT_MERGE', 'OR'] : []);
      const isDone = (round: number): boolean => round >= rounds && unused.size === 0;
      for (let round = 0; !isDone(round) && round < 10 * rounds; round += 1) {
        const docs = Array.from(
          { length: 40 },
          (_, _id) => ({ _id, a: value(), ...(next() < 0.7 && { b: value() }) }) as Document,
        );
        const plain = await collectionOf(server.db, docs);
        const indexed = await collectionOf(server.db, next() < 0.5 ? docs : []);
        const keys: Document[] = [];
        for (const [key, options] of [index(), index(), index()]) {
          keys.push(key);
          await indexed.createIndex(key, options).catch(() => undefined);
        }
        if ((await indexed.estimatedDocumentCount()) === 0) {
          await indexed.insertMany(docs, { ordered: false }).catch(() => undefined);
          const kept = await indexed
            .find()
            .map(({ _id }) => _id)
            .toArray();
          await plain.deleteMany({ _id: { $nin: kept } });
        }
        for (let i = 0; i < queriesPerRound; i += 1) {
          const anySort = { [pick(paths)]: pick([1, -1]), [pick(paths)]: pick([1, -1]) };
          const [query, sort] = pick<() => [Document, Document]>([
            () => lookup(pick(keys)),
            () => alternatives(keys),
            () => [filter(1), { ...anySort, _id: pick([1, -1]) }],
          ])();
          const limit = pick([0, 0, 5]);
          const [expected, given] = await Promise.all([
            answers(plain, query, sort, limit),
            answers(indexed, query, sort, limit),
          ]);
          const indexes = (await indexed.indexes()).map(
            ({ key, sparse, partialFilterExpression }) => ({
              key,
              sparse,
              partialFilterExpression,
            }),
          );
          const about = JSON.stringify({ seed, round, query, sort, limit, indexes });
          if (isRejected(given) && isRejected(expected) && given[0] !== expected[0]) {
            // If documents cannot be sorted for different reasons, the order of the search determines which error
            // occurs first.
            const errors = await errorsOf(plain, query, sort);
            expect(errors, about).toEqual(expect.arrayContaining([...given, ...expected]));
          } else expect(given, about).toEqual(expected);
          if (i % 5 === 0) {
            const [all, counted] = await Promise.all(
              [plain, indexed].map((each) => each.countDocuments(query).catch(({ code }) => code)),
            );
            expect(counted, JSON.stringify({ seed, round, query, indexes })).toBe(all);
          }
          for (const stage of unused) {
            if (await hasStage(stage, indexed, query, sort)) unused.delete(stage);
          }
          if (i % 10 === 0) {
            const change = { $set: { [pick(['a', 'b'])]: value() } };
            const target = { _id: Math.floor(next() * 40) } as Document;
            const done = await indexed.updateOne(target, change).catch(() => null);
            if (done) await plain.updateOne(target, change);
          }
        }
        if (isEmbedded) {
          const { valid, errors } = await server.db.command({ validate: indexed.collectionName });
          expect({ valid, errors }).toEqual({ valid: true, errors: [] });
        }
      }
      expect([...unused], `seed ${seed}`).toEqual([]);
    },
    rounds * 20_000,
  );
});
