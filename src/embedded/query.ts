/** Reading: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode, isDoc, type Value } from './bson.js';
import type { Fields } from './call.js';
import type { Catalog, Collection } from './catalog.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Filter, matches, parseFilter } from './filter.js';
import { type Plan, plan } from './planner.js';
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
  const filter = parseFilter(fields.filter ?? fields.query ?? fields.q ?? new Map());
  const limit = fields.limit || Number.POSITIVE_INFINITY;
  return { collection, filter, sort: parseSort(fields.sort), skip: fields.skip ?? 0, limit };
}

export function parseSort(sort: Value | undefined): Pattern | null {
  return isDoc(sort) && sort.size > 0 ? parsePattern(sort, 2) : null;
}

interface Examined {
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
  const { index, exact } = chosen;
  const seen = index?.multikey ? new Set<string>() : null;
  for (const { key, value } of index
    ? planned(storage, chosen, examined)
    : records(storage, collection)) {
    const id = index ? value : recordIdOf(key);
    if (seen?.has(id.toString('latin1'))) continue;
    seen?.add(id.toString('latin1'));
    const bytes = index ? storage.get(recordKey(collection, id)) : value;
    if (!bytes) continue;
    examined.docs += 1;
    const found = new Found(id, bytes);
    if (exact || matches(filter, found.doc)) yield found;
  }
}

/** The entries of a plan's index; those of a group's spans by what follows their prefixes. */
function* planned(
  storage: Storage,
  { groups, reverse }: Plan,
  examined: Examined,
): Generator<Entry> {
  const stands = (a: Head, b: Head): number =>
    a.entry!.key.compare(b.entry!.key, b.prefixBytes, undefined, a.prefixBytes) *
    (reverse ? -1 : 1);
  const advance = (head: Head): boolean => {
    head.entry = head.entries.next().value;
    if (head.entry) examined.keys += 1;
    return head.entry !== undefined;
  };
  for (const spans of groups) {
    let heads = spans
      .map(({ start, end, prefixBytes }): Head => {
        const entries = end ? storage.range(start, end, reverse) : storage.only(start);
        return { entries, prefixBytes, entry: undefined };
      })
      .filter(advance);
    while (heads.length > 0) {
      let first = heads[0]!;
      for (const head of heads) if (head !== first && stands(head, first) < 0) first = head;
      yield first.entry!;
      if (!advance(first)) heads = heads.filter((head) => head !== first);
    }
  }
}

interface Head {
  readonly entries: Iterator<Entry, undefined>;
  readonly prefixBytes: number;
  entry: Entry | undefined;
}
