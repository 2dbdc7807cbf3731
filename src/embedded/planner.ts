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
import { isDoc, Raw, type Value } from './bson.js';
import type { Collection, Index } from './catalog.js';
import type { Pattern } from './extract.js';
import { type Condition, conjuncts, type Filter } from './filter.js';
import { invert, keyOf, tag, tagOf } from './keys.js';
import { fittedBound } from './records.js';

const pointsMax = 500;

/** A place in the order: just before the values whose bytes begin with `key`, or just after them. */
interface Bound {
  readonly key: Buffer;
  readonly after: boolean;
}

interface Interval {
  readonly from: Bound;
  readonly to: Bound;
}

/** Keys of an index from `start` up to `end`; read apart and merged by what follows `prefixBytes`. */
export interface Range {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly prefixBytes: number;
}

export interface Plan {
  readonly collection: Collection;
  /** Null: every document is read. */
  readonly index: Index | null;
  readonly ranges: readonly Range[];
  readonly reverse: boolean;
  /** The ranges are in the order of the sort: one after the other, or merged. */
  readonly order: 'none' | 'sequence' | 'merge';
}

function boundBytes({ key, after }: Bound): Buffer {
  return after ? Buffer.concat([key, Buffer.from([255])]) : key;
}

function compareBounds(a: Bound, b: Bound): number {
  return boundBytes(a).compare(boundBytes(b));
}

function startOfTag(type: number): Bound {
  return { key: Buffer.from([type]), after: false };
}

function point(value: Value): Interval {
  const key = keyOf(value);
  return { from: { key, after: false }, to: { key, after: true } };
}

function isPoint({ from, to }: Interval): boolean {
  return !from.after && to.after && from.key.equals(to.key);
}

function isRegex(value: Value): boolean {
  return value instanceof Raw && tagOf(value) === tag.regex;
}

/** The intervals that hold every value for which a condition can hold; null: any value. */
function intervalsOf({ operator, operand }: Condition): Interval[] | null {
  if (operator === '$in') {
    const items = operand as Value[];
    if (items.some((item) => Array.isArray(item) || isRegex(item))) return null;
    return united(items.map(point));
  }
  if (Array.isArray(operand) || operand === null)
    return operand === null && operator === '$eq' ? [point(null)] : null;
  const type = tagOf(operand);
  if (type === tag.minKey || type === tag.maxKey)
    return operator === '$eq' ? [point(operand)] : null;
  const { from, to } = point(operand);
  switch (operator) {
    case '$eq':
      return [{ from, to }];
    case '$gt':
      return [{ from: to, to: startOfTag(type + 1) }];
    case '$gte':
      return [{ from, to: startOfTag(type + 1) }];
    case '$lt':
      return [{ from: startOfTag(type), to: from }];
    case '$lte':
      return [{ from: startOfTag(type), to }];
    default:
      return null;
  }
}

function united(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => compareBounds(a.from, b.from));
  const result: Interval[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (!last || compareBounds(next.from, last.to) > 0) result.push(next);
    else if (compareBounds(next.to, last.to) > 0)
      result[result.length - 1] = { from: last.from, to: next.to };
  }
  return result;
}

function intersected(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const x of a) {
    for (const y of b) {
      const from = compareBounds(x.from, y.from) > 0 ? x.from : y.from;
      const to = compareBounds(x.to, y.to) < 0 ? x.to : y.to;
      if (compareBounds(from, to) < 0) result.push({ from, to });
    }
  }
  return result;
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
    if (next === null) continue;
    if (best === null) best = next;
    else if (single) best = intersected(best, next);
    else if (!best.every(isPoint) && next.every(isPoint)) best = next;
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

interface Candidate extends Plan {
  readonly score: number;
}

function planFor(
  collection: Collection,
  index: Index,
  filter: Filter,
  sort: Pattern | null,
): Candidate {
  const { paths, directions } = index.pattern;
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let ranges: { start: Buffer; end: Buffer; prefix: Buffer }[] | null = null;
  const constant = new Set<number>();
  let [points, lists, usedArray] = [0, 0, false];
  let score = 0;
  for (let i = 0; i < paths.length && !ranges; i += 1) {
    const meetsArrays = (index.multikey & (1 << i)) !== 0;
    const bounds =
      meetsArrays && usedArray ? null : boundsFor(filter, paths[i]!.join('.'), !meetsArrays);
    if (!bounds) break;
    usedArray ||= meetsArrays;
    const direction = directions[i]!;
    if (bounds.every(isPoint) && prefixes.length * bounds.length <= pointsMax) {
      const exact = bounds.map(({ from }) => directed(from.key, direction));
      prefixes = prefixes.flatMap((prefix) => exact.map((key) => Buffer.concat([prefix, key])));
      points += 1;
      if (bounds.length === 1) constant.add(i);
      else lists += 1;
      score += 10;
    } else {
      const placedBounds = bounds.map(
        ({ from, to }) => [placed(from, direction), placed(to, direction)] as const,
      );
      ranges = prefixes.flatMap((prefix) =>
        placedBounds.map(([a, b]) => ({
          start: Buffer.concat([prefix, direction > 0 ? a : b]),
          end: Buffer.concat([prefix, direction > 0 ? b : a]),
          prefix,
        })),
      );
      score += 5;
    }
  }
  if (points === paths.length && index.unique) score += 1000;
  ranges ??= prefixes.map((prefix) => ({
    start: prefix,
    end: Buffer.concat([prefix, Buffer.from([255])]),
    prefix,
  }));
  const sequence = sort && orderGiven(index, sort, (i) => constant.has(i));
  const merged = sort && !sequence && lists > 0 ? orderGiven(index, sort, (i) => i < points) : null;
  const given = sequence ?? merged;
  const cut = ranges.map(({ start, end, prefix }) => ({
    start: fittedBound(start, false),
    end: fittedBound(end, true),
    prefixBytes: merged ? prefix.length : 0,
  }));
  cut.sort((a, b) => a.start.compare(b.start));
  return {
    collection,
    index,
    ranges: cut,
    reverse: given === -1,
    order: sequence ? 'sequence' : merged ? 'merge' : 'none',
    score: score + (given ? 7 : 0),
  };
}

/** 1 or -1 when reading the index forwards or backwards gives the order of the sort, else null. */
function orderGiven(
  index: Index,
  sort: Pattern,
  isConstant: (path: number) => boolean,
): 1 | -1 | null {
  if (index.multikey !== 0 || index.long) return null;
  const paths = index.pattern.paths.map((path) => path.join('.'));
  let [at, way] = [0, 0];
  for (let i = 0; i < sort.paths.length; i += 1) {
    const path = sort.paths[i]!.join('.');
    const known = paths.indexOf(path);
    if (known >= 0 && isConstant(known)) continue;
    while (at < paths.length && isConstant(at)) at += 1;
    const relation = sort.directions[i]! * (index.pattern.directions[at] ?? 0);
    if (paths[at] !== path || (way !== 0 && relation !== way)) return null;
    way = relation;
    at += 1;
  }
  return way < 0 ? -1 : 1;
}

/** Whether every document that the filter can match is in the index. */
function covers(index: Index, filter: Filter): boolean {
  const conditions = conjuncts(filter);
  if (
    index.sparse &&
    !index.pattern.paths.some((path) =>
      conditions.some(
        (item) => item.kind === 'field' && item.path === path.join('.') && excludesMissing(item),
      ),
    )
  ) {
    return false;
  }
  return (
    !index.partial ||
    conjuncts(index.partial).every((wanted) =>
      conditions.some((item) => implies(item, wanted as Condition)),
    )
  );
}

function excludesMissing(item: Condition): boolean {
  return !item.test(undefined);
}

/** Whether a condition can only hold where `wanted` holds too; false when that is not plain. */
function implies(item: Filter, wanted: Condition): boolean {
  if (item.kind === 'or')
    return item.of.every((branch) => conjuncts(branch).some((one) => implies(one, wanted)));
  if (item.kind !== 'field' || item.path !== wanted.path) return false;
  if (wanted.operator === '$exists') return excludesMissing(item);
  const holds = (value: Value): boolean =>
    !isRegex(value) &&
    value !== null &&
    !Array.isArray(value) &&
    !isDoc(value) &&
    wanted.test(value);
  if (item.operator === '$eq') return holds(item.operand);
  if (item.operator === '$in') return (item.operand as Value[]).every(holds);
  const [own, other] = [intervalsOf(item), intervalsOf(wanted)];
  if (wanted.operator === '$type')
    return own !== null && holds(item.operand) && tagOf(item.operand) !== tag.number;
  if (!own || !other) return false;
  const inside = intersected(own, other);
  return (
    inside.length === 1 &&
    own.length === 1 &&
    compareBounds(inside[0]!.from, own[0]!.from) === 0 &&
    compareBounds(inside[0]!.to, own[0]!.to) === 0
  );
}

/** @param hint an index to use whatever its worth; null reads every document in natural order */
export function plan(
  collection: Collection,
  filter: Filter,
  sort: Pattern | null,
  hint?: Index | null,
): Plan {
  const all: Candidate = {
    collection,
    index: null,
    ranges: [],
    reverse: false,
    order: 'none',
    score: 0,
  };
  if (hint !== undefined) return hint ? planFor(collection, hint, filter, sort) : all;
  let best = all;
  for (const index of collection.indexes) {
    if (!covers(index, filter)) continue;
    const candidate = planFor(collection, index, filter, sort);
    if (candidate.score > best.score) best = candidate;
  }
  return best;
}

/** Whether a plan reads exactly the documents that match, so that the filter need not be asked. */
export function isExact({ index }: Plan, filter: Filter): boolean {
  return (
    index?.name === '_id_' &&
    filter.kind === 'field' &&
    filter.path === '_id' &&
    filter.operator === '$eq' &&
    !Array.isArray(filter.operand)
  );
}
