/** Reading: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode, isDoc, type Value } from './bson.js';
import { type Collection, type Index, treeStart } from './catalog.js';
import { CommandError } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Filter, matches } from './filter.js';
import { equal } from './keys.js';
import { isExact, type Plan, plan } from './planner.js';
import { recordIdOf, recordKey, type Store } from './records.js';
import { sortBy } from './sort.js';
import type { Entry } from './storage.js';

export interface Counters {
  keys: number;
  docs: number;
}

/** A document found: its record, and its fields once they are asked for. */
export class Found {
  #doc: Doc | null = null;

  constructor(
    readonly id: Buffer,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    this.#doc ??= decode(this.bytes);
    return this.#doc;
  }
}

export interface Query {
  readonly collection: Collection | null;
  readonly filter: Filter;
  readonly sort: Pattern | null;
  readonly skip: number;
  /** Infinity: all. */
  readonly limit: number;
  readonly hint?: Index | null;
  /** Milliseconds since 1970 after which reading ends with error 50; Infinity: never. */
  readonly deadlineMs: number;
}

/** @throws CommandError 2 for an index that is not there */
export function parseHint(
  collection: Collection | null,
  hint: Value | undefined,
): Index | null | undefined {
  if (hint === undefined || !collection || (isDoc(hint) && hint.size === 0)) return undefined;
  if (isDoc(hint) && hint.has('$natural')) return null;
  const found = collection.indexes.find(({ name, spec }) =>
    typeof hint === 'string' ? name === hint : equal(spec.get('key'), hint),
  );
  if (!found) throw new CommandError(2, 'hint provided does not correspond to an existing index');
  return found;
}

export function parseSort(sort: Value | undefined): Pattern | null {
  if (sort === undefined || sort === null) return null;
  if (!isDoc(sort)) throw new CommandError(14, 'the sort must be a document');
  if (sort.has('$natural'))
    throw new CommandError(238, 'the embedded store does not implement sorting by $natural');
  return sort.size === 0 ? null : parsePattern(sort);
}

export function planOf(query: Query): Plan | null {
  return query.collection && plan(query.collection, query.filter, query.sort, query.hint);
}

/** The documents of a query, lazily where its order comes from an index or none is asked for. */
export function* run(
  store: Store,
  query: Query,
  counters: Counters = { keys: 0, docs: 0 },
): Generator<Found> {
  const chosen = planOf(query);
  if (!chosen) return;
  let source: Iterable<Found> = matching(store, chosen, query, counters);
  if (query.sort && chosen.order === 'none')
    source = sortBy(source, query.sort, (found) => found.doc);
  let [skip, left] = [query.skip, query.limit];
  for (const found of source) {
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    yield found;
    left -= 1;
    if (left <= 0) return;
  }
}

function* matching(store: Store, chosen: Plan, query: Query, counters: Counters): Generator<Found> {
  const exact = isExact(chosen, query.filter);
  for (const found of candidates(store, chosen, counters)) {
    counters.docs += 1;
    if (counters.docs % 256 === 0 && Date.now() > query.deadlineMs)
      throw new CommandError(50, 'operation exceeded time limit');
    if (exact || matches(query.filter, found.doc)) yield found;
  }
}

function* candidates({ storage }: Store, chosen: Plan, counters: Counters): Generator<Found> {
  const { collection, index, reverse } = chosen;
  if (!index) {
    const bounds = { start: treeStart(collection.tree), end: treeStart(collection.tree + 1) };
    for (const { key, value } of storage.range(bounds)) yield new Found(recordIdOf(key), value);
    return;
  }
  const seen = index.multikey === 0 ? null : new Set<string>();
  for (const { value: id } of entries(storage, chosen, reverse)) {
    counters.keys += 1;
    if (seen) {
      const name = id.toString('latin1');
      if (seen.has(name)) continue;
      seen.add(name);
    }
    const bytes = storage.get(recordKey(collection, id));
    if (bytes) yield new Found(id, bytes);
  }
}

function* entries(
  storage: Store['storage'],
  { index, ranges, order }: Plan,
  reverse: boolean,
): Generator<Entry> {
  const tree = treeStart(index!.tree);
  const streams = ranges.map(({ start, end }) => {
    const options = {
      start: Buffer.concat([tree, start]),
      end: Buffer.concat([tree, end]),
      reverse,
    };
    return start.length === 0
      ? storage.range({ start: tree, end: treeStart(index!.tree + 1), reverse })
      : storage.range(options);
  });
  if (reverse) streams.reverse();
  if (order !== 'merge') {
    for (const stream of streams) yield* stream;
    return;
  }
  const prefixes = ranges.map(({ prefixBytes }) => tree.length + prefixBytes);
  if (reverse) prefixes.reverse();
  const heads = streams.map((stream) => stream.next().value as Entry | undefined);
  for (;;) {
    let best = -1;
    for (let i = 0; i < heads.length; i += 1) {
      if (!heads[i]) continue;
      if (best < 0) best = i;
      else {
        const difference = heads[i]!.key.compare(
          heads[best]!.key,
          prefixes[best],
          undefined,
          prefixes[i],
        );
        if (reverse ? difference > 0 : difference < 0) best = i;
      }
    }
    if (best < 0) return;
    yield heads[best]!;
    heads[best] = streams[best]!.next().value as Entry | undefined;
  }
}
