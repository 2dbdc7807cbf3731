/**
 * Counts by index keys. No document is read, except one per group.
 *
 * A search is counted this way if its plan is exact. `$group` is, if an index has first the paths of the conditions (as
 * points), then the path that is grouped by, and the remaining conditions are a range of dates on this path or the
 * next. The entries of a group are then adjacent: the first one provides the group's value, and the next group begins
 * where its entries end.
 */
import type { Group } from './aggregate.js';
import { type Doc, dateValue, Raw, rawType, type Value } from './bson.js';
import { type Condition, conjuncts } from './filter.js';
import type { Index } from './indexes.js';
import { compoundKey, keyOf } from './keys.js';
import { isSliceOver, pause, type Steps } from './pace.js';
import { expressionAt } from './paths.js';
import {
  type Bounds,
  boundsAt,
  choices,
  countsKeys,
  isDateRange,
  isWholeFor,
  noBounds,
  pointsAt,
  pointsMax,
} from './planner.js';
import type { Search } from './search.js';
import { behind, damaged } from './storage.js';
import { treeKey } from './store.js';

const dayMs = 86_400_000;

/** Returns the number of documents that a search finds. */
export function* countFound(search: Search): Steps<number> {
  const { store, collection, plan, query } = search;
  const end = query.skip + query.limit;
  let found = 0;
  if (!collection) return 0;
  if (!countsKeys(plan)) {
    for (const item of search.found()) {
      if (item === pause) {
        yield pause;
      } else {
        found += 1;
      }
    }
    return found;
  }
  for (const range of plan.index ? plan.groups.flat() : [store.all(collection)]) {
    found += yield* store.storage.count(range);
    if (found >= end) break;
    if (isSliceOver()) yield pause;
  }
  search.keysExamined += found;
  return Math.max(0, Math.min(found, end) - query.skip);
}

/** The way in which an index counts a `$group`. */
export interface GroupPlan {
  readonly index: Index;
  /** The key parts before the path that is grouped by, one list per combination of points. */
  readonly prefixes: readonly Buffer[][];
  readonly direction: number;
  /** Bounds of the path that is grouped by. */
  readonly bounds: Bounds;
  /** Bounds of the path after it. */
  readonly nextBounds: Bounds;
}

/** Returns null if no index can count the group; the documents are then read. */
export function planGroup(search: Search, { id, isCount }: Group): GroupPlan | null {
  const { collection, query } = search;
  if (!collection || !isCount || id.path === null) return null;
  if (query.skip > 0 || query.limit !== Number.POSITIVE_INFINITY) return null;
  const all = conjuncts(query.filter);
  const conditions = all.filter((item): item is Condition => item.kind === 'field');
  if (conditions.length < all.length) return null;
  for (const index of collection.indexes) {
    const plan = planBy(index, conditions, id.path, id.isDay);
    if (plan) return plan;
  }
  return null;
}

function planBy(
  index: Index,
  conditions: readonly Condition[],
  path: string,
  isDay: boolean,
): GroupPlan | null {
  const { names, directions } = index.pattern;
  const at = names.indexOf(path);
  if (at < 0 || index.multikey !== 0 || !isWholeFor(index, conditions)) return null;
  const on = (place: number) => conditions.filter((condition) => condition.path === names[place]);
  const narrowed: Buffer[][] = [];
  for (let place = 0; place < at; place += 1) {
    const points = on(place).length === 1 && pointsAt(on(place), directions[place]!);
    if (!points) return null;
    narrowed.push(points);
  }
  // A range on the next path can cut each day of an index's range, but a day's entries are then no longer adjacent.
  const here = on(at);
  const next = isDay ? [] : on(at + 1);
  const isAnswered = at + here.length + next.length === conditions.length;
  const prefixes = narrowed.reduce((count, points) => count * points.length, 1);
  if (!isAnswered || !isDateRange([...here, ...next]) || prefixes > pointsMax) return null;
  return {
    index,
    prefixes: choices(narrowed),
    direction: directions[at]!,
    bounds: boundsAt(here, directions[at]!, false),
    nextBounds: boundsAt(next, directions[at + 1] ?? 1, false),
  };
}

/**
 * Returns the groups with their counts.
 *
 * @throws CommandError 16006, 18537 for a value that is not a date with a valid year
 */
export function* countGroups(
  search: Search,
  { id, sums }: Group,
  { index, prefixes, direction, bounds, nextBounds }: GroupPlan,
): Generator<Doc | typeof pause, undefined> {
  const { store, collection } = search;
  const documentAt = (entry: { value: Buffer } | undefined): Doc | undefined => {
    search.keysExamined += entry ? 1 : 0;
    const stored = entry && store.read(collection!, entry.value);
    search.docsExamined += stored ? 1 : 0;
    return stored?.doc;
  };
  const path = id.path!.split('.');
  const counts = new Map<string, { id: Value; count: number }>();
  for (const prefix of prefixes) {
    const key = (...parts: Buffer[]): Buffer => treeKey(index.tree, ...prefix, ...parts);
    const end = key(bounds[1]);
    let start = key(bounds[0]);
    for (;;) {
      const first = documentAt(store.storage.first({ start, end }));
      if (!first) break;
      // Throws for a date that has no day before its day is computed.
      if (id.isDay) id.evaluate(first);
      const [from, to] = region(expressionAt(first, path), id.isDay, direction);
      if (key(to).compare(start) <= 0) throw damaged(`${index.name} does not fit its documents`);
      const isCut = nextBounds !== noBounds;
      const range = isCut
        ? { start: key(from, nextBounds[0]), end: key(from, nextBounds[1]) }
        : { start: later(start, key(from)), end: earlier(end, key(to)) };
      const member = isCut ? documentAt(store.storage.first(range)) : first;
      if (member) {
        const value = id.evaluate(member) ?? null;
        const name = keyOf(value).toString('latin1');
        const count = yield* store.storage.count(range);
        const known = counts.get(name);
        if (known) {
          known.count += count;
        } else {
          counts.set(name, { id: value, count });
        }
        search.keysExamined += count;
      }
      start = key(to);
      if (isSliceOver()) yield pause;
    }
  }
  for (const { id: value, count } of counts.values()) {
    yield new Map<string, Value>([['_id', value], ...sums.map(([name]) => [name, count] as const)]);
  }
}

const later = (a: Buffer, b: Buffer): Buffer => (a.compare(b) > 0 ? a : b);
const earlier = (a: Buffer, b: Buffer): Buffer => (a.compare(b) < 0 ? a : b);

/** Returns the bounds of the keys of one group, without the prefix. */
function region(value: Value | undefined, isDay: boolean, direction: number): Bounds {
  const keyFor = (at: Value | undefined): Buffer => compoundKey([at], [direction]);
  if (!isDay || !(value instanceof Raw) || value.type !== rawType.date) {
    return [keyFor(value), behind(keyFor(value))];
  }
  const ms = Number(value.bytes.readBigInt64LE());
  const dayStartMs = Math.floor(ms / dayMs) * dayMs;
  const dayStart = keyFor(dateValue(dayStartMs));
  const nextDay = keyFor(dateValue(dayStartMs + dayMs));
  return direction > 0 ? [dayStart, nextDay] : [behind(nextDay), behind(dayStart)];
}
