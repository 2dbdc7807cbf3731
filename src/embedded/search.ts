/** Searches: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode } from './bson.js';
import type { Fields } from './call.js';
import { parsePattern, sortBy } from './extract.js';
import { matches, parseFilter } from './filter.js';
import { type Plan, plan, type Span } from './planner.js';
import type { Entry } from './storage.js';
import type { Collection, Store, Stored } from './store.js';

/** What is looked for, in which order, and which part of it is given. */
export type Query = ReturnType<typeof parseQuery>;

/** @throws CommandError 2, 14 for malformed fields, 238 for what is refused */
export function parseQuery(fields: Fields, filter: Doc, limit = fields.count('limit')) {
  const sort = fields.doc('sort');
  return {
    filter: parseFilter(filter),
    sort: sort.size > 0 ? parsePattern(sort, 2) : null,
    skip: fields.count('skip'),
    limit: limit || Number.POSITIVE_INFINITY,
  };
}

/** A query, planned for a collection as it is now. */
export class Search {
  readonly collection: Collection | undefined;
  readonly plan: Plan;
  /** Whether a cursor has rested on it: what was read ahead, or found by an exact plan, may be past. */
  rested = false;
  keysExamined = 0;
  docsExamined = 0;

  constructor(
    readonly store: Store,
    readonly namespace: string,
    readonly query: Query,
  ) {
    this.collection = store.collections.get(namespace);
    this.plan = plan(this.collection?.indexes ?? [], query.filter, query.sort);
  }

  /** Whether what it reads was not dropped. */
  isThere(): boolean {
    return this.store.collections.get(this.namespace)?.tree === this.collection?.tree;
  }

  /** The documents, lazily where their order comes from an index or none is asked for. */
  *found(): Generator<Stored, undefined> {
    const { sort, skip, limit } = this.query;
    let items: Iterable<Stored> = this.#matching();
    if (sort && !this.plan.sorted) items = sortBy(items, sort, ({ bytes }) => decode(bytes));
    let at = 0;
    for (const item of items) {
      at += 1;
      if (at > skip) yield item;
      if (at >= skip + limit) return;
    }
  }

  *#matching(): Generator<Stored> {
    for (const stored of this.#read()) {
      this.docsExamined += 1;
      const isExact = this.plan.exact && !this.rested;
      if (isExact || matches(this.query.filter, stored.doc)) yield stored;
    }
  }

  /** What the plan reads, each document once. */
  *#read(): Generator<Stored> {
    const { store, collection, plan } = this;
    if (!collection) return;
    if (!plan.index) {
      for (const stored of store.records(collection)) {
        const now = this.rested ? store.read(collection, stored.id) : stored;
        if (now) yield now;
      }
      return;
    }
    const seen = plan.index.multikey === 0 ? null : new Set<string>();
    for (const spans of plan.groups)
      for (const { value: id } of this.#merged(spans)) {
        if (seen?.has(id.toString('latin1'))) continue;
        seen?.add(id.toString('latin1'));
        const stored = store.read(collection, id);
        if (stored) yield stored;
      }
  }

  /** The entries of spans, without their prefixes, as one sequence in order. */
  *#merged(spans: readonly Span[]): Generator<Entry, undefined> {
    const { reverse } = this.plan;
    const [span, other] = spans;
    if (span && !other)
      for (const { key, value } of this.store.storage.range(span, reverse)) {
        this.keysExamined += 1;
        yield { key: key.subarray(span.prefixBytes), value };
      }
    if (!other) return;
    const half = spans.length >> 1;
    const [a, b] = [this.#merged(spans.slice(0, half)), this.#merged(spans.slice(half))];
    let [x, y] = [a.next().value, b.next().value];
    while (x || y) {
      const order = x && y ? x.key.compare(y.key) * (reverse ? -1 : 1) : 0;
      if (x && (!y || order <= 0)) {
        yield x;
        x = a.next().value;
      } else {
        yield y!;
        y = b.next().value;
      }
    }
  }
}
