/** Reading: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode, isDoc, type Value } from './bson.js';
import type { Fields } from './call.js';
import { type Pattern, parsePattern, sortBy } from './extract.js';
import { type Filter, matches, parseFilter } from './filter.js';
import { type Plan, plan } from './planner.js';
import type { Entry, Storage } from './storage.js';
import type { Collection, Store, Stored } from './store.js';

/** A document found: its record, and its fields once they are asked for. */
export class Found implements Stored {
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
  store: Store,
  { collection, filter, sort, skip, limit }: Query,
  examined: Examined = { keys: 0, docs: 0 },
): Generator<Found> {
  if (!collection) return;
  const chosen = plan(collection, filter, sort);
  const found = matching(read(store, collection, chosen, examined), chosen, filter, examined);
  let at = 0;
  for (const item of sort && !chosen.sorted ? sortBy(found, sort, ({ doc }) => doc) : found) {
    at += 1;
    if (at > skip) yield item;
    if (at >= skip + limit) return;
  }
}

function* matching(
  stored: Iterable<Stored>,
  { exact }: Plan,
  filter: Filter,
  examined: Examined,
): Generator<Found> {
  for (const { id, bytes } of stored) {
    examined.docs += 1;
    const found = new Found(id, bytes);
    if (exact || matches(filter, found.doc)) yield found;
  }
}

/** What a plan reads, each document once. */
function* read(
  store: Store,
  collection: Collection,
  chosen: Plan,
  examined: Examined,
): Generator<Stored> {
  if (!chosen.index) return yield* store.records(collection);
  const seen = chosen.index.multikey === 0 ? null : new Set<string>();
  for (const { value: id } of planned(store.storage, chosen, examined)) {
    if (seen?.has(id.toString('latin1'))) continue;
    seen?.add(id.toString('latin1'));
    const bytes = store.read(collection, id);
    if (bytes) yield { id, bytes };
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
