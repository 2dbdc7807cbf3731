/**
 * The planner: which index answers a filter and a sort, and which parts of it are read in which order.
 *
 * The executor asks the filter of every document it fetches (unless the plan is exact), so a plan may read
 * too much but never too little. Path by path, an index is narrowed to the values of an `$eq` or `$in`;
 * the first path without them may be narrowed to a range. So the parts of an index that are read are
 * spans behind prefixes, one for each choice of values.
 *
 * A sort skips the paths that the filter has narrowed to values, unless it names them: in an index on
 * state and time, `{state: {$in: [a, b]}}` gives two spans, each in order of time. Spans that differ only in
 * paths that the sort skips form a group and are merged by what follows their prefixes; groups, which differ
 * in paths that the sort names, are read one after the other.
 *
 * Arrays are the subtle thing. Where a document has several keys in an index, `{a: {$gt: 3, $lt: 5}}`
 * is fulfilled by the array [1, 9] although no key lies between 3 and 5: on a path that has met an array
 * only one condition may narrow it. And two such paths pair the elements of one array, while their
 * conditions may be met by different elements: at most one of them may be narrowed. Each index
 * therefore remembers which of its paths have met arrays. A document found by two of its keys is given
 * once, and such a path gives no order, since a sort takes a document's least or greatest element.
 */
import type { Value } from './bson.js';
import { type Collection, type Index, treeStart } from './catalog.js';
import type { Pattern } from './extract.js';
import { type Condition, conjuncts, type Filter, isRegex } from './filter.js';
import { invert, isExtremeTag, keyOf } from './keys.js';

const pointsMax = 500;
/** A unique index whose every path is known gives one document per point: no other is looked at. */
const uniqueScore = 1000;
/** Keys are shorter: a bound that is cut here lies where the whole would. */
const boundBytesMax = 1500;

/** A place in the order: just before the values whose bytes begin with `key`, or just after them. */
interface Bound {
  readonly key: Buffer;
  readonly after: boolean;
}

export interface Span {
  readonly start: Buffer;
  /** Null: there is only one key, `start`. */
  readonly end: Buffer | null;
  readonly prefixBytes: number;
}

export interface Plan {
  /** Null: every document is read. */
  readonly index: Index | null;
  /** Groups of spans: one after the other, the spans of a group merged. */
  readonly groups: readonly (readonly Span[])[];
  readonly reverse: boolean;
  /** Whether the documents come in the order of the sort. */
  readonly sorted: boolean;
  /** Whether they are just those that match. */
  readonly exact: boolean;
  readonly score: number;
}

function hex(key: Buffer): string {
  return key.toString('hex');
}

/** The keys that `$eq` or `$in` leave a path, in their order; null when there are no such conditions. */
function pointsAt(conditions: readonly Condition[]): Buffer[] | null {
  for (const { operator, operand } of conditions) {
    if (operator !== '$eq' && operator !== '$in') continue;
    const values = operator === '$eq' ? [operand] : (operand as Value[]);
    if (values.some((value) => Array.isArray(value) || isRegex(value))) continue;
    return [...new Map(values.map(keyOf).map((key) => [hex(key), key])).values()];
  }
  return null;
}

/** Between which places the other comparisons leave a path; on a path with arrays, one of them. */
function rangeAt(conditions: readonly Condition[], metArray: boolean): [Bound, Bound] | null {
  let range: [Bound, Bound] | null = null;
  for (const { operator, operand } of conditions) {
    if (!/^\$[gl]te?$/.test(operator) || operand === null || Array.isArray(operand)) continue;
    const key = keyOf(operand);
    const tag = key[0]!;
    if (isExtremeTag(tag) || (range && (metArray || range[0].key[0] !== tag))) continue;
    range ??= [tag, tag + 1].map((each) => ({ key: Buffer.from([each]), after: false })) as [
      Bound,
      Bound,
    ];
    const bound = { key, after: operator === '$gt' || operator === '$lte' };
    const side = operator.startsWith('$g') ? 0 : 1;
    const difference = placed(bound, 1).compare(placed(range[side], 1));
    if (side === 0 ? difference > 0 : difference < 0) range[side] = bound;
  }
  return range;
}

function directed(key: Buffer, direction: number): Buffer {
  const bytes = Buffer.from(key);
  if (direction < 0) invert(bytes, 0, bytes.length);
  return bytes;
}

/** Nothing that follows a whole value in a key begins with 255. */
function after(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([255])]);
}

/** The bytes at which a bound lies in an index, where descending paths are inverted. */
function placed(bound: Bound, direction: number): Buffer {
  if (direction < 0 && bound.key.length === 1) return Buffer.from([256 - bound.key[0]!]);
  const key = directed(bound.key, direction);
  return bound.after === direction > 0 ? after(key) : key;
}

function planFor(index: Index, filter: Filter, sort: Pattern | null): Plan {
  const conditions = conjuncts(filter);
  const { names, directions } = index.pattern;
  const constant = new Set<string>();
  let parts: Buffer[][] = [[]];
  let range: [Bound, Bound] | null = null;
  let narrowedArray = false;
  let depth = 0;
  for (; depth < names.length; depth += 1) {
    const metArray = ((index.multikey >> depth) & 1) === 1;
    if (metArray && narrowedArray) break;
    narrowedArray ||= metArray;
    const own = conditions.filter(
      (item): item is Condition => item.kind === 'field' && item.path === names[depth],
    );
    const points = pointsAt(own)?.map((key) => directed(key, directions[depth]!));
    if (!points) range = rangeAt(own, metArray);
    if (!points || (depth > 0 && parts.length * points.length > pointsMax)) break;
    parts = parts.flatMap((prefix) => points.map((point) => [...prefix, point]));
    if (points.length === 1 && !metArray) constant.add(names[depth]!);
  }
  const unique = index.unique && depth === names.length;
  const order = sort && parts.length <= pointsMax ? orderOf(index, sort, depth, constant) : null;
  const groups = new Map<string, Span[]>();
  for (const prefix of parts) {
    const key = Buffer.concat(order ? order.ranked.map((i) => prefix[i]!) : prefix);
    const span = spanOf(index, prefix, range && placedRange(range, directions[depth]!), unique);
    groups.set(hex(key), [...(groups.get(hex(key)) ?? []), span]);
  }
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spans]) => spans);
  return {
    index,
    groups: order?.way === -1 ? inOrder.reverse() : inOrder,
    reverse: order?.way === -1,
    sorted: order !== null,
    exact: depth === conditions.length && index.multikey === 0,
    score: depth * 10 + (range ? 5 : 0) + (order ? 7 : 0) + (unique ? uniqueScore : 0),
  };
}

function placedRange([from, to]: [Bound, Bound], direction: number): [Buffer, Buffer] {
  const places: [Buffer, Buffer] = [placed(from, direction), placed(to, direction)];
  return direction > 0 ? places : [places[1], places[0]];
}

function spanOf(
  index: Index,
  parts: Buffer[],
  range: [Buffer, Buffer] | null,
  unique: boolean,
): Span {
  const prefix = Buffer.concat([treeStart(index.tree), ...parts]);
  const [start, end] = range
    ? range.map((place) => Buffer.concat([prefix, place]))
    : [prefix, after(prefix)];
  return {
    start: start!.subarray(0, boundBytesMax),
    end: unique ? null : end!.subarray(0, boundBytesMax),
    prefixBytes: prefix.length,
  };
}

/**
 * Whether an index gives the order of a sort, read forwards (1) or backwards (-1), when its first
 * `depth` paths are narrowed to values; and which of those the sort names.
 */
function orderOf(
  { pattern, multikey }: Index,
  sort: Pattern,
  depth: number,
  constant: ReadonlySet<string>,
): { way: 1 | -1; ranked: number[] } | null {
  const ranked: number[] = [];
  let [at, way] = [0, 0];
  for (const [i, path] of sort.names.entries()) {
    if (constant.has(path)) continue;
    while (at < depth && pattern.names[at] !== path) at += 1;
    const relation = sort.directions[i]! * (pattern.directions[at] ?? 0);
    const metArray = ((multikey >> at) & 1) === 1;
    if (pattern.names[at] !== path || metArray || (way !== 0 && relation !== way)) return null;
    if (at < depth) ranked.push(at);
    way = relation;
    at += 1;
  }
  return { way: way < 0 ? -1 : 1, ranked };
}

/** Whether every document that the filter can match is in the index. */
function covers(index: Index, filter: Filter): boolean {
  const conditions = conjuncts(filter);
  const needs = (path: string): boolean =>
    conditions.some((item) => item.kind === 'field' && item.path === path && !item.test(undefined));
  return (
    (!index.sparse || index.pattern.names.some(needs)) &&
    index.partial.every(({ path }) => needs(path))
  );
}

export function plan({ indexes }: Collection, filter: Filter, sort: Pattern | null): Plan {
  const exact = conjuncts(filter).length === 0;
  let best: Plan = { index: null, groups: [], reverse: false, sorted: false, exact, score: 0 };
  for (const index of indexes) {
    if (!covers(index, filter)) continue;
    const next = planFor(index, filter, sort);
    if (next.score > best.score) best = next;
    if (best.score >= uniqueScore) break;
  }
  return best;
}
