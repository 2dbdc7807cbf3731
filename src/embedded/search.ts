/** Searches: what a plan reads, what of it matches, in which order it is given. */
import { type Doc, decode } from './bson.js';
import { check } from './errors.js';
import { parsePattern, sortBy } from './extract.js';
import type { Fields } from './fields.js';
import { matches, namesIn, parseFilter } from './filter.js';
import { isSliceOver, type Paced, pause } from './pace.js';
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
    hint: fields.value('hint'),
  };
}

/** A query, planned for a collection as it is now. */
export class Search {
  readonly collection: Collection | undefined;
  readonly plan: Plan;
  keysExamined = 0;
  docsExamined = 0;
  /** Merged parts are read ahead: what comes of them may be past once something else was written. */
  readonly #isReadAhead: boolean;
  readonly #commits: number;
  readonly #requested: ReadonlySet<string>;
  /** What is left of the time that the search may take: only that within a command counts. */
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

  /** Between two commands of a cursor its time stands still. */
  suspend(): void {
    this.#leftMs -= performance.now() - this.#resumedMs;
  }

  resume(): void {
    this.#resumedMs = performance.now();
  }

  /** For a read that has rested. @throws CommandError 50 when its time is over, 175 when what it reads was dropped */
  checkThere(): void {
    const isInTime = performance.now() - this.#resumedMs < this.#leftMs;
    check(isInTime, 50, 'operation exceeded time limit');
    if (!this.collection) return;
    const isThere = this.store.collections.get(this.namespace)?.tree === this.collection.tree;
    check(isThere, 175, 'the collection was dropped while it was read');
  }

  /** All documents, without a rest: for a write. */
  all(): Stored[] {
    return [...this.found()].filter((item) => item !== pause);
  }

  /** The documents, lazily where their order comes from an index or none is asked for. */
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

  /** What the plan reads, each document once; null for a key that gives none. */
  *#read(): Generator<Stored | null> {
    const { store, collection, plan } = this;
    if (!collection) return;
    if (!plan.index) {
      yield* store.records(collection);
      return;
    }
    const seen = plan.index.multikey === 0 ? null : new Set<string>();
    for (const spans of plan.groups) {
      for (const { value: id } of this.#merged(spans)) {
        const isSeen = seen?.has(id.toString('latin1'));
        seen?.add(id.toString('latin1'));
        yield isSeen ? null : store.read(collection, id);
      }
    }
  }

  /** The entries of spans, without their prefixes, as one sequence in order. */
  *#merged(spans: readonly Span[]): Generator<Entry, undefined> {
    const { reverse } = this.plan;
    const [span, other] = spans;
    if (span && !other) {
      for (const { key, value } of this.store.storage.range(span, reverse)) {
        this.keysExamined += 1;
        yield { key: key.subarray(span.prefixBytes), value };
      }
    }
    if (!other) return;
    const half = spans.length >> 1;
    const a = this.#merged(spans.slice(0, half));
    const b = this.#merged(spans.slice(half));
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
