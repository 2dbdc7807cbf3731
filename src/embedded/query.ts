/** Reading: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode, isDoc, type Value } from './bson.js';
import type { Fields } from './call.js';
import type { Catalog, Collection } from './catalog.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Filter, matches, parseFilter } from './filter.js';
import { type Plan, plan, type Span } from './planner.js';
import { recordIdOf, recordKey, records } from './records.js';
import { sortBy } from './sort.js';
import type { Entry, Storage } from './storage.js';

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
  readonly limit: number;
}

/** @throws CommandError 2, 14 for malformed fields, 238 for what is refused */
export function parseQuery(collection: Collection | null, fields: Fields): Query {
  const { filter, query, q, sort, skip = 0, limit } = fields;
  return {
    collection,
    filter: parseFilter(filter ?? query ?? q ?? new Map()),
    sort: parseSort(sort),
    skip,
    limit: limit || Number.POSITIVE_INFINITY,
  };
}

export function parseSort(sort: Value | undefined): Pattern | null {
  return isDoc(sort) && sort.size > 0 ? parsePattern(sort, 2) : null;
}

/** What was read for a query. */
export interface Examined {
  keys: number;
  docs: number;
}

/** The documents of a query, lazily where its order comes from an index or none is asked for. */
export function* run(
  { storage }: Catalog,
  { collection, filter, sort, skip, limit }: Query,
  examined: Examined = { keys: 0, docs: 0 },
): Generator<Found> {
  if (!collection) return;
  const chosen = plan(collection, filter, sort);
  const found = matching(storage, collection, chosen, filter, examined);
  let at = 0;
  for (const item of sort && !chosen.sorted ? sortBy(found, sort, ({ doc }) => doc) : found) {
    at += 1;
    if (at > skip) yield item;
    if (at >= skip + limit) return;
  }
}

function* matching(
  storage: Storage,
  collection: Collection,
  chosen: Plan,
  filter: Filter,
  examined: Examined,
): Generator<Found> {
  const entries = chosen.index ? planned(storage, chosen, examined) : records(storage, collection);
  const seen = chosen.index?.multikey ? new Set<string>() : null;
  for (const { key, value } of entries) {
    const id = chosen.index ? value : recordIdOf(key);
    if (seen?.has(id.toString('latin1'))) continue;
    seen?.add(id.toString('latin1'));
    const bytes = chosen.index ? storage.get(recordKey(collection, id)) : value;
    if (!bytes) continue;
    examined.docs += 1;
    const found = new Found(id, bytes);
    if (chosen.exact || matches(filter, found.doc)) yield found;
  }
}

/** The entries of a plan's index, group by group. */
function* planned(storage: Storage, chosen: Plan, examined: Examined): Generator<Entry> {
  const { groups, reverse } = chosen;
  for (const spans of groups) {
    const read = spans.map((span) => counted(entriesOf(storage, span, reverse), examined));
    if (spans.length === 1) yield* read[0]!;
    else
      yield* merged(
        read,
        spans.map(({ prefixBytes }) => prefixBytes),
        reverse ? -1 : 1,
      );
  }
}

function* entriesOf(storage: Storage, { start, end }: Span, reverse: boolean): Generator<Entry> {
  if (end) yield* storage.range(start, end, reverse);
  else {
    const value = storage.get(start);
    if (value) yield { key: start, value };
  }
}

function* counted(entries: Iterable<Entry>, examined: Examined): Generator<Entry> {
  for (const entry of entries) {
    examined.keys += 1;
    yield entry;
  }
}

/** Entries of several sources, in the order of what follows the prefixes of their keys. */
function* merged(
  sources: readonly Generator<Entry>[],
  prefixBytes: readonly number[],
  way: 1 | -1,
): Generator<Entry> {
  const heads = sources.flatMap((source, i) => {
    const { value } = source.next();
    return value ? [{ source, from: prefixBytes[i]!, entry: value as Entry }] : [];
  });
  while (heads.length > 0) {
    let first = heads[0]!;
    for (const head of heads) {
      const { key } = first.entry;
      const difference = head.entry.key.compare(key, first.from, key.length, head.from);
      if (difference * way < 0) first = head;
    }
    yield first.entry;
    const next = first.source.next();
    if (next.done) heads.splice(heads.indexOf(first), 1);
    else first.entry = next.value;
  }
}
