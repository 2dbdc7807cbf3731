/**
 * The planner: which index answers a filter and a sort, and between which keys it is read.
 *
 * The executor asks the filter of every document it fetches, so a plan may read too much but never too
 * little. For each path the conditions joined by "and" give intervals in the one order of values:
 * `$and` intersects them, `$or` unites them, conditions without an interval leave them as they are.
 *
 * Arrays are the subtle thing. Where a document has several keys in an index, `{a: {$gt: 3, $lt: 5}}`
 * is fulfilled by the array [1, 9] although no key lies between 3 and 5: on a path that has met an array
 * only one condition may narrow the range. And two such paths pair the elements of one array, while
 * their conditions may be met by different elements: at most one of them may narrow it. Each index
 * therefore remembers which of its paths have met arrays. A document found by two of its keys is
 * given once, and an index with such paths, or with keys that were cut, gives no order.
 */
import { isDoc, type Value } from './bson.js';
import type { Collection, Index } from './catalog.js';
import type { Pattern } from './extract.js';
import { type Condition, conjuncts, type Filter, isRegex } from './filter.js';
import { invert, isExtremeTag, keyOf, numberTag, tagOf } from './keys.js';
import { fittedBound } from './records.js';

const pointsMax = 500;
/** A unique index whose every path is known gives one document per point: no other is looked at. */
const uniqueScore = 1000;

/** A place in the order: just before the values whose bytes begin with `key`, or just after them. */
interface Bound {
  readonly key: Buffer;
  readonly after: boolean;
}

interface Interval {
  readonly from: Bound;
  readonly to: Bound;
}

export interface Plan {
  readonly collection: Collection;
  /** Null: every document is read. */
  readonly index: Index | null;
  /** Parts of the index, one after the other, without the tree's own prefix. */
  readonly ranges: readonly { readonly start: Buffer; readonly end: Buffer }[];
  readonly reverse: boolean;
  /** Whether the ranges give the order of the sort. */
  readonly sorted: boolean;
  readonly score: number;
}

function boundBytes({ key, after }: Bound): Buffer {
  return after ? Buffer.concat([key, Buffer.from([255])]) : key;
}

function compareBounds(a: Bound, b: Bound): number {
  return boundBytes(a).compare(boundBytes(b));
}

function point(value: Value): Interval {
  const key = keyOf(value);
  return { from: { key, after: false }, to: { key, after: true } };
}

function isPoint({ from, to }: Interval): boolean {
  return !from.after && to.after && from.key.equals(to.key);
}

/** The intervals that hold every value for which a condition can hold; null: any value. */
function intervalsOf({ operator, operand }: Condition): Interval[] | null {
  if (operator === '$in') {
    const items = operand as Value[];
    return items.some((item) => Array.isArray(item) || isRegex(item))
      ? null
      : united(items.map(point));
  }
  if (Array.isArray(operand)) return null;
  const { from, to } = point(operand);
  if (operator === '$eq') return [{ from, to }];
  const tag = tagOf(operand);
  if (operand === null || isExtremeTag(tag)) return null;
  const [first, last] = [tag, tag + 1].map(
    (each): Bound => ({ key: Buffer.from([each]), after: false }),
  ) as [Bound, Bound];
  if (operator === '$gt' || operator === '$gte')
    return [{ from: operator === '$gt' ? to : from, to: last }];
  if (operator === '$lt' || operator === '$lte')
    return [{ from: first, to: operator === '$lt' ? from : to }];
  return null;
}

function united(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const next of [...intervals].sort((a, b) => compareBounds(a.from, b.from))) {
    const last = result.at(-1);
    if (!last || compareBounds(next.from, last.to) > 0) result.push(next);
    else if (compareBounds(next.to, last.to) > 0)
      result[result.length - 1] = { from: last.from, to: next.to };
  }
  return result;
}

function intersected(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const pairs = a.flatMap((x) =>
    b.map((y) => ({
      from: compareBounds(x.from, y.from) > 0 ? x.from : y.from,
      to: compareBounds(x.to, y.to) < 0 ? x.to : y.to,
    })),
  );
  return pairs.filter(({ from, to }) => compareBounds(from, to) < 0);
}

/** What a filter says about the values at one path, in their order; null: nothing. */
function boundsFor(filter: Filter, path: string, single: boolean): Interval[] | null {
  let best: Interval[] | null = null;
  for (const item of conjuncts(filter)) {
    let next: Interval[] | null = null;
    if (item.kind === 'field' && item.path === path) next = intervalsOf(item);
    if (item.kind === 'or') {
      const branches = item.of.map((branch) => boundsFor(branch, path, single));
      if (branches.every((branch) => branch !== null)) next = united(branches.flat());
    }
    if (next && best && single) best = intersected(best, next);
    else if (next && (!best || (next.every(isPoint) && !best.every(isPoint)))) best = next;
  }
  return best;
}

function directed(key: Buffer, direction: number): Buffer {
  const bytes = Buffer.from(key);
  if (direction < 0) invert(bytes, 0, bytes.length);
  return bytes;
}

/** The bytes at which a bound lies in an index, where descending paths are inverted. */
function placed({ key, after }: Bound, direction: number): Buffer {
  if (direction > 0) return boundBytes({ key, after });
  if (key.length === 1 && !after) return Buffer.from([256 - key[0]!]);
  return boundBytes({ key: directed(key, direction), after: !after });
}

function planFor(collection: Collection, index: Index, filter: Filter, sort: Pattern | null): Plan {
  let ranges: { start: Buffer; end: Buffer }[] = [
    { start: Buffer.alloc(0), end: Buffer.from([255]) },
  ];
  const constant = new Set<string>();
  let [points, score, usedArray] = [0, 0, false];
  for (const [i, path] of index.pattern.names.entries()) {
    const meetsArrays = (index.multikey & (1 << i)) !== 0;
    const bounds = meetsArrays && usedArray ? null : boundsFor(filter, path, !meetsArrays);
    if (!bounds) break;
    usedArray ||= meetsArrays;
    const direction = index.pattern.directions[i]!;
    const prefixes = ranges.map(({ start }) => start);
    const exact = bounds.every(isPoint) && prefixes.length * bounds.length <= pointsMax;
    ranges = prefixes.flatMap((prefix) =>
      bounds.map(({ from, to }) => {
        const [start, end] = direction > 0 ? [from, to] : [to, from];
        const bytes = exact ? directed(from.key, direction) : placed(start, direction);
        const last = exact ? boundBytes({ key: bytes, after: true }) : placed(end, direction);
        return { start: Buffer.concat([prefix, bytes]), end: Buffer.concat([prefix, last]) };
      }),
    );
    score += exact ? 10 : 5;
    if (!exact) break;
    points += 1;
    if (bounds.length === 1) constant.add(path);
  }
  const way = sort && orderGiven(index, sort, constant);
  if (points === index.pattern.names.length && index.unique) score += uniqueScore;
  ranges = ranges.map(({ start, end }) => ({
    start: fittedBound(start, false),
    end: fittedBound(end, true),
  }));
  ranges.sort((a, b) => a.start.compare(b.start));
  return {
    collection,
    index,
    ranges,
    reverse: way === -1,
    sorted: Boolean(way),
    score: score + (way ? 7 : 0),
  };
}

/** 1 or -1 when reading the index forwards or backwards gives the order of the sort, else null. */
function orderGiven(
  { pattern, multikey, long }: Index,
  sort: Pattern,
  constant: ReadonlySet<string>,
): 1 | -1 | null {
  if (multikey !== 0 || long) return null;
  let [at, way] = [0, 0];
  for (const [i, path] of sort.names.entries()) {
    if (constant.has(path)) continue;
    while (constant.has(pattern.names[at]!)) at += 1;
    const relation = sort.directions[i]! * (pattern.directions[at] ?? 0);
    if (pattern.names[at] !== path || (way !== 0 && relation !== way)) return null;
    way = relation;
    at += 1;
  }
  return way < 0 ? -1 : 1;
}

/** Whether every document that the filter can match is in the index. */
function covers(index: Index, filter: Filter): boolean {
  const conditions = conjuncts(filter);
  const finds = (path: string): boolean =>
    conditions.some((item) => item.kind === 'field' && item.path === path && !item.test(undefined));
  if (index.sparse && !index.pattern.names.some(finds)) return false;
  return index.partial.every((wanted) => conditions.some((item) => implies(item, wanted)));
}

/** Whether a condition can only hold where `wanted` holds too; false when that is not plain. */
function implies(item: Filter, wanted: Condition): boolean {
  if (item.kind === 'or')
    return item.of.every((branch) => conjuncts(branch).some((one) => implies(one, wanted)));
  if (item.kind !== 'field' || item.path !== wanted.path) return false;
  if (wanted.operator === '$exists') return !item.test(undefined);
  const holds = (value: Value): boolean =>
    value !== null &&
    !isRegex(value) &&
    !Array.isArray(value) &&
    !isDoc(value) &&
    wanted.test(value);
  if (item.operator === '$eq') return holds(item.operand);
  if (item.operator === '$in') return (item.operand as Value[]).every(holds);
  const own = intervalsOf(item);
  if (!own) return false;
  if (wanted.operator === '$type') return holds(item.operand) && tagOf(item.operand) !== numberTag;
  const inside = intersected(own, intervalsOf(wanted) ?? []);
  return (
    inside.length === 1 &&
    compareBounds(inside[0]!.from, own[0]!.from) === 0 &&
    compareBounds(inside[0]!.to, own[0]!.to) === 0
  );
}

/** @param hint an index to use whatever its worth; null: every document is read in natural order */
export function plan(
  collection: Collection,
  filter: Filter,
  sort: Pattern | null,
  hint?: Index | null,
): Plan {
  const all: Plan = {
    collection,
    index: null,
    ranges: [],
    reverse: false,
    sorted: false,
    score: 0,
  };
  if (hint !== undefined) return hint ? planFor(collection, hint, filter, sort) : all;
  let best = all;
  for (const index of collection.indexes) {
    if (!covers(index, filter)) continue;
    const next = planFor(collection, index, filter, sort);
    if (next.score > best.score) best = next;
    if (best.score >= uniqueScore) break;
  }
  return best;
}

/** Whether a plan reads exactly the documents that match, so that the filter need not be asked. */
export function isExact({ index, ranges }: Plan, filter: Filter): boolean {
  if (
    index?.name !== '_id_' ||
    filter.kind !== 'field' ||
    filter.path !== '_id' ||
    filter.operator !== '$eq'
  )
    return false;
  const [range] = ranges;
  return range !== undefined && range.start.length > 0 && range.start.length < 900;
}
