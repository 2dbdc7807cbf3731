/**
 * The planner: which index answers a filter and a sort, and which parts of it are read in which order.
 *
 * The filter is asked of every document that is fetched (unless the plan is exact), so a plan may read too
 * much but never too little. Path by path an index is narrowed to the values of an `$eq` or `$in`; the
 * first path without them may be narrowed to a range. What is left are spans, one for each choice of
 * values. A sort skips the narrowed paths, unless it names them: in an index on state and time,
 * `{state: {$in: [a, b]}}` gives two spans, each in order of time. Spans that differ only in what the sort
 * skips form a group, merged by what follows their prefixes; groups are read one after the other.
 *
 * Arrays are the subtle thing. Where a document has several keys in an index, `{a: {$gt: 3, $lt: 5}}`
 * is fulfilled by the array [1, 9] although no key lies between 3 and 5: on a path that has met an array
 * only one condition may narrow it. And two such paths pair the elements of one array, while their
 * conditions may be met by different elements: at most one of them may be narrowed. Each index
 * therefore remembers which of its paths have met arrays. A document found by two of its keys is given
 * once, and such a path gives no order, since a sort takes a document's least or greatest element.
 */
import { isRegex, type Value } from './bson.js';
import type { Pattern } from './extract.js';
import { type Condition, conjuncts, type Filter } from './filter.js';
import type { Index } from './indexes.js';
import { compoundKey, isExtremeTag, tagOf } from './keys.js';
import { type Collection, treeStart } from './store.js';

const pointsMax = 500;
/** A unique index whose every path is known gives one document per point: no other is looked at. */
const uniqueScore = 1000;
/** Keys are shorter: a bound that is cut here lies where the whole would. */
const boundBytesMax = 1500;

/** Keys from `start` to before `end`; null: `start` is the only one. */
export interface Span {
  readonly start: Buffer;
  readonly end: Buffer | null;
  readonly prefixBytes: number;
}

export interface Plan {
  /** Null: every document is read. */
  readonly index: Index | null;
  readonly groups: readonly (readonly Span[])[];
  readonly reverse: boolean;
  /** Whether the documents come in the order of the sort. */
  readonly sorted: boolean;
  /** Whether they are just those that match. */
  readonly exact: boolean;
  readonly score: number;
}

/** What lies behind every key that begins with `key`: nothing that follows a value begins with 255. */
function behind(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([255])]);
}

/** The keys that an `$eq` or `$in` leaves a path; null where there is none. */
function pointsAt(conditions: readonly Condition[], direction: number): Buffer[] | null {
  for (const { operator, operand } of conditions) {
    const values = operator === '$eq' ? [operand] : (operand as Value[]);
    if (operator !== '$eq' && operator !== '$in') continue;
    if (values.some((value) => Array.isArray(value) || isRegex(value))) continue;
    const keys = values.map((value) => compoundKey([value], [direction]));
    return [...new Map(keys.map((key) => [key.toString('hex'), key])).values()];
  }
  return null;
}

/** From where to where the other comparisons leave the keys of a path that are of their type. */
function rangeAt(
  conditions: readonly Condition[],
  direction: number,
  one: boolean,
): Buffer[] | null {
  let range: [Buffer, Buffer] | null = null;
  for (const { operator, operand } of conditions) {
    if (!/^\$[gl]te?$/.test(operator) || operand === null || Array.isArray(operand)) continue;
    const key = compoundKey([operand], [direction]);
    const type = key[0]!;
    if (isExtremeTag(tagOf(operand)) || (range && (one || range[0][0] !== type))) continue;
    range ??= [Buffer.from([type]), Buffer.from([type + 1])];
    const movesStart = operator.startsWith('$g') === direction > 0;
    const place = operator.endsWith('e') === movesStart ? key : behind(key);
    if (movesStart && place.compare(range[0]) > 0) range[0] = place;
    if (!movesStart && place.compare(range[1]) < 0) range[1] = place;
  }
  return range;
}

function planFor(index: Index, conditions: readonly Filter[], sort: Pattern | null): Plan {
  const { names, directions } = index.pattern;
  const constant = new Set<string>();
  let prefixes: Buffer[][] = [[]];
  let range: Buffer[] | null = null;
  let narrowedArray = false;
  let depth = 0;
  for (; depth < names.length; depth += 1) {
    const metArray = ((index.multikey >> depth) & 1) === 1;
    if (metArray && narrowedArray) break;
    narrowedArray ||= metArray;
    const isHere = (item: Filter): item is Condition =>
      item.kind === 'field' && item.path === names[depth];
    const points = pointsAt(conditions.filter(isHere), directions[depth]!);
    if (!points) range = rangeAt(conditions.filter(isHere), directions[depth]!, metArray);
    if (!points || (depth > 0 && prefixes.length * points.length > pointsMax)) break;
    prefixes = prefixes.flatMap((prefix) => points.map((point) => [...prefix, point]));
    if (points.length === 1 && !metArray) constant.add(names[depth]!);
  }
  const isWhole = index.unique && depth === names.length;
  const order = sort && prefixes.length <= pointsMax ? orderOf(index, sort, depth, constant) : null;
  const groups = new Map<string, Span[]>();
  for (const parts of prefixes) {
    const prefix = Buffer.concat([treeStart(index.tree), ...parts]);
    const [start, end] = range?.map((place) => Buffer.concat([prefix, place])) ?? [
      prefix,
      behind(prefix),
    ];
    const span = {
      start: start!.subarray(0, boundBytesMax),
      end: isWhole ? null : end!.subarray(0, boundBytesMax),
      prefixBytes: prefix.length,
    };
    const rank = Buffer.concat(order ? order.ranked.map((i) => parts[i]!) : parts).toString('hex');
    const group = groups.get(rank);
    if (group) group.push(span);
    else groups.set(rank, [span]);
  }
  const inOrder = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, spans]) => spans);
  return {
    index,
    groups: order?.way === -1 ? inOrder.reverse() : inOrder,
    reverse: order?.way === -1,
    sorted: order !== null,
    exact: depth === conditions.length && index.multikey === 0,
    score: depth * 10 + (range ? 5 : 0) + (order ? 7 : 0) + (isWhole ? uniqueScore : 0),
  };
}

/**
 * Whether an index whose first `depth` paths are narrowed to values gives the order of a sort, read forwards
 * (1) or backwards (-1); and which of those paths the sort names.
 */
function orderOf(
  { pattern, multikey }: Index,
  sort: Pattern,
  depth: number,
  constant: ReadonlySet<string>,
): { way: number; ranked: number[] } | null {
  const ranked: number[] = [];
  let [at, way] = [0, 0];
  for (const [i, path] of sort.names.entries()) {
    if (constant.has(path)) continue;
    while (at < depth && pattern.names[at] !== path) at += 1;
    const relation = sort.directions[i]! * (pattern.directions[at] ?? 0);
    const metArray = ((multikey >> at) & 1) === 1;
    if (pattern.names[at] !== path || metArray || (way && relation !== way)) return null;
    if (at < depth) ranked.push(at);
    way = relation;
    at += 1;
  }
  return { way, ranked };
}

/** The best plan among the indexes that hold every document that the filter can match. */
export function plan({ indexes }: Collection, filter: Filter, sort: Pattern | null): Plan {
  const conditions = conjuncts(filter);
  const needs = (path: string): boolean =>
    conditions.some((item) => item.kind === 'field' && item.path === path && !item.test(undefined));
  const exact = conditions.length === 0;
  let best: Plan = { index: null, groups: [], reverse: false, sorted: false, exact, score: 0 };
  for (const index of indexes) {
    if (index.sparse && !index.pattern.names.some(needs)) continue;
    if (!index.partial.every(({ path }) => needs(path))) continue;
    const next = planFor(index, conditions, sort);
    if (next.score > best.score) best = next;
    if (best.score >= uniqueScore) break;
  }
  return best;
}
