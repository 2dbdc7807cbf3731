/** Searches: run a plan, filter the documents and return them in order. */
import { type Doc, decode } from './bson.js';
import { check } from './errors.js';
import { parsePattern, sortBy } from './extract.js';
import type { Fields } from './fields.js';
import { matches, namesIn, parseFilter } from './filter.js';
import { isSliceOver, type Paced, pause } from './pace.js';
import { type Plan, plan, type Span } from './planner.js';
import type { Entry } from './storage.js';
import type { Collection, Store, Stored } from './store.js';

/** Filter, sort, skip, limit and related options of a search. */
export type Query = ReturnType<typeof parseQuery>;

/** @throws CommandError 2, 14 for malformed fields, 238 for unsupported ones */
export function parseQuery(fields: Fields, filter: Doc, limit = fields.count('limit')) {
  const sort = fields.doc('sort');
  return {
    filter: parseFilter(filter),
    sort: sort.size > 0 ? parsePattern(sort, 2) : null,
    skip: fields.count('skip'),
    limit: limit || Number.POSITIVE_INFINITY,
    hint: fields.value('hint'),
  };
}

/** A query, planned for the current state of a collection. */
export class Search {
  readonly collection: Collection | undefined;
  readonly plan: Plan;
  keysExamined = 0;
  docsExamined = 0;
  /** True if merged spans are read ahead: their entries can be outdated after another write. */
  readonly #isReadAhead: boolean;
  readonly #commits: number;
  readonly #requested: ReadonlySet<string>;
  /** Remaining time of the search in ms. Only time spent within a command counts. */
  #leftMs: number;
  #resumedMs = performance.now();

  constructor(
    readonly store: Store,
    readonly namespace: string,
    readonly query: Query,
    maxTimeMs = Number.POSITIVE_INFINITY,
  ) {
    this.#leftMs = maxTimeMs;
    this.collection = store.collections.get(namespace);
    this.plan = plan(this.collection?.indexes ?? null, query);
    this.#isReadAhead = this.plan.groups.some((spans) => spans.length > 1);
    this.#commits = store.storage.commits;
    this.#requested = new Set(namesIn(query.filter));
  }

  /** Stops the time limit between two commands of a cursor. */
  suspend(): void {
    this.#leftMs -= performance.now() - this.#resumedMs;
  }

  resume(): void {
    this.#resumedMs = performance.now();
  }

  /**
   * Checks a read after a pause.
   *
   * @throws CommandError 50 if its time is over, 175 if the collection was dropped
   */
  checkThere(): void {
    const isInTime = performance.now() - this.#resumedMs < this.#leftMs;
    check(isInTime, 50, 'operation exceeded time limit');
    if (!this.collection) return;
    const isThere = this.store.collections.get(this.namespace)?.tree === this.collection.tree;
    check(isThere, 175, 'the collection was dropped while it was read');
  }

  /** Returns all documents without pausing, for use within a write. */
  all(): Stored[] {
    return [...this.found()].filter((item) => item !== pause);
  }

  /** Yields the documents, lazily if no separate sort is needed. */
  *found(): Generator<Stored | typeof pause, undefined> {
    const { sort, skip, limit } = this.query;
    let items: Paced<Stored> = this.#matching();
    if (sort && !this.plan.sorted) items = sortBy(items, sort, ({ bytes }) => decode(bytes));
    let at = 0;
    for (const item of items) {
      if (item === pause) {
        yield pause;
        continue;
      }
      at += 1;
      if (at > skip) yield item;
      if (at >= skip + limit) return;
    }
  }

  *#matching(): Generator<Stored | typeof pause> {
    for (const stored of this.#read()) {
      if (stored && this.#matches(stored)) yield stored;
      if (isSliceOver()) yield pause;
    }
  }

  #matches(stored: Stored): boolean {
    this.docsExamined += 1;
    const isPast = this.#isReadAhead && this.store.storage.commits !== this.#commits;
    return (
      (this.plan.exact && !isPast) || matches(this.query.filter, stored.partOf(this.#requested))
    );
  }

  /** Yields what the plan reads, each document once; null for a key that yields no new document. */
  *#read(): Generator<Stored | null> {
    const { store, collection, plan } = this;
    if (!collection) return;
    const isUnion = plan.union.length > 0;
    if (!isUnion && !plan.index) {
      yield* store.records(collection);
      return;
    }
    const isOnce = !isUnion && plan.index?.multikey === 0;
    const seen = isOnce ? null : new Set<string>();
    for (const { groups, reverse } of isUnion ? plan.union : [plan]) {
      for (const spans of groups) {
        for (const { value: id } of this.#merged(spans, reverse)) {
          const isSeen = seen?.has(id.toString('latin1'));
          seen?.add(id.toString('latin1'));
          yield isSeen ? null : store.read(collection, id);
        }
      }
    }
  }

  /** Yields the entries of spans, without their prefixes, as one ordered sequence. */
  *#merged(spans: readonly Span[], reverse: boolean): Generator<Entry, undefined> {
    const [span, other] = spans;
    if (span && !other) {
      for (const { key, value } of this.store.storage.range(span, reverse)) {
        this.keysExamined += 1;
        yield { key: key.subarray(span.prefixBytes), value };
      }
    }
    if (!other) return;
    const half = spans.length >> 1;
    const a = this.#merged(spans.slice(0, half), reverse);
    const b = this.#merged(spans.slice(half), reverse);
    let x = a.next().value;
    let y = b.next().value;
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
