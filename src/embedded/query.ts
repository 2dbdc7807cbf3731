/** Reading: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode, isDoc, toNumber, type Value } from './bson.js';
import { type Collection, type Index, treeStart } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Filter, matches, parseFilter } from './filter.js';
import { equal } from './keys.js';
import { isExact, type Plan, plan } from './planner.js';
import { recordIdOf, recordKey, records, type Store } from './records.js';
import { sortBy } from './sort.js';

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
  readonly hint: Index | null | undefined;
  /** Milliseconds since 1970 after which reading ends with error 50; Infinity: never. */
  deadlineMs: number;
}

/** The parts of a query as a command gives them. */
export interface QueryFields {
  readonly filter?: Value | undefined;
  readonly sort?: Value | undefined;
  readonly skip?: Value | undefined;
  readonly limit?: Value | undefined;
  readonly hint?: Value | undefined;
}

/** @throws CommandError 2, 14 for malformed fields, 238 for what is refused */
export function parseQuery(
  collection: Collection | null,
  fields: QueryFields,
  deadlineMs: number,
): Query {
  const whole = (value: Value = 0, name = ''): number => {
    const number = value === null ? 0 : toNumber(value);
    if (Number.isInteger(number) && number >= 0) return number;
    throw new CommandError(2, `'${name}' must be a whole number that is not negative`);
  };
  return {
    collection,
    filter: parseFilter(documentField(fields.filter, 'filter')),
    sort: parseSort(fields.sort),
    skip: whole(fields.skip, 'skip'),
    limit: whole(fields.limit, 'limit') || Number.POSITIVE_INFINITY,
    hint: parseHint(collection, fields.hint),
    deadlineMs,
  };
}

/** A document, empty when it is not given. */
export function documentField(value: Value | undefined, name: string): Doc {
  if (value === undefined || value === null) return new Map();
  if (isDoc(value)) return value;
  throw new CommandError(14, `'${name}' must be a document`);
}

function parseHint(
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
  const pattern = documentField(sort, 'sort');
  if (pattern.has('$natural')) throw notImplemented('sorting by $natural');
  return pattern.size === 0 ? null : parsePattern(pattern, 2);
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
  const found = matching(store, chosen, query, counters);
  const last = query.skip + query.limit;
  let at = 0;
  for (const item of query.sort && !chosen.sorted
    ? sortBy(found, query.sort, ({ doc }) => doc)
    : found) {
    at += 1;
    if (at > query.skip) yield item;
    if (at >= last) return;
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

function* candidates(
  store: Store,
  { collection, index, ranges, reverse }: Plan,
  counters: Counters,
): Generator<Found> {
  if (!index) {
    for (const { key, value } of records(store, collection))
      yield new Found(recordIdOf(key), value);
    return;
  }
  const tree = treeStart(index.tree);
  const seen = index.multikey === 0 ? null : new Set<string>();
  for (const { start, end } of reverse ? [...ranges].reverse() : ranges) {
    const bounds = {
      start: Buffer.concat([tree, start]),
      end: Buffer.concat([tree, end]),
      reverse,
    };
    for (const { value: id } of store.storage.range(bounds)) {
      counters.keys += 1;
      if (seen?.has(id.toString('latin1'))) continue;
      seen?.add(id.toString('latin1'));
      const bytes = store.storage.get(recordKey(collection, id));
      if (bytes) yield new Found(id, bytes);
    }
  }
}
