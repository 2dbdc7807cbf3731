/**
 * The planner chooses the index for a filter and a sort, the parts of it to read, and their order.
 *
 * The filter is evaluated on every document that is fetched (unless the plan is exact), so a plan can read too much but
 * never too little. Path by path an index is narrowed to the values of an `$eq` or `$in`; the first path without one
 * can be narrowed to a range. The result is a set of spans, one for each combination of values. A sort skips the
 * narrowed paths, unless it names them: in an index on state and time, `{state: {$in: [a, b]}}` yields two spans, each
 * in order of time. Spans that differ only in paths that the sort skips form a group and are merged by the rest of
 * their keys; groups are read sequentially.
 *
 * Arrays need special care. If a document has several keys in an index, the array [1, 9] satisfies `{a: {$gt: 3, $lt:
 * 5}}` although no key is between 3 and 5: a path that has met an array can be narrowed by only one condition. Two such
 * paths combine the elements of one array, while different elements can satisfy their conditions: at most one of them
 * can be narrowed. Therefore each index records which of its paths have met arrays. A document found by two of its keys
 * is returned once, and such a path provides no order, since a sort uses a document's smallest or largest element.
 *
 * A filter that only its `$or` can narrow is planned as the union of the branches, each by an index.
 */
import { isDeepStrictEqual } from 'node:util';
import { isDoc, Raw, rawType, type Value } from './bson.js';
import { check } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Condition, conjuncts, type Filter, prefixOf } from './filter.js';
import type { Index } from './indexes.js';
import { compoundKey, isExtremeTag, tagOf, terminatorBytes } from './keys.js';
import { behind, type Range } from './storage.js';
import { treeKey } from './store.js';

export const pointsMax = 500;
/**
 * Score of a unique index for which every path is known. It yields at most one document per point, so no other index is
 * considered.
 */
const uniqueScore = 1000;
const pointScore = 10;
const orderScore = 7;
const rangeScore = 5;

/** A part of an index: the keys with a common prefix, or some of them. */
export interface Span extends Range {
  readonly prefixBytes: number;
}

export interface Plan {
  /** Null if every document is read, unless the plan is a union. */
  readonly index: Index | null;
  /** One plan for each branch of an `$or`, of which a document may be found by several; else empty. */
  readonly union: readonly Plan[];
  readonly groups: readonly (readonly Span[])[];
  readonly reverse: boolean;
  /** True if the documents are read in the order of the sort. */
  readonly sorted: boolean;
  /** True if the plan reads exactly the matching documents. A multikey index can still read one by several keys. */
  readonly exact: boolean;
  readonly score: number;
}

/** Returns true if the conditions are a range of dates, which bounds represent exactly. */
export const isDateRange = (conditions: readonly Condition[]): boolean =>
  conditions.every(({ operator, operand }) => {
    const isDate = operand instanceof Raw && operand.type === rawType.date;
    return isDate && /^\$[gl]te?$/.test(operator);
  });

/** Bounds of the bytes that follow a prefix. */
export type Bounds = [start: Buffer, end: Buffer];
export const noBounds: Bounds = [Buffer.alloc(0), behind(Buffer.alloc(0))];

/** Returns the keys that an `$eq` or `$in` selects for a path, in order; null if there is no such condition. */
export function pointsAt(conditions: readonly Condition[], direction: number): Buffer[] | null {
  for (const { operator, operand } of conditions) {
    const values = operator === '$eq' ? [operand] : (operand as Value[]);
    if (operator !== '$eq' && operator !== '$in') continue;
    if (values.some(Array.isArray)) continue;
    const keys = values.map((value) => compoundKey([value], [direction]));
    return keys.sort(Buffer.compare).filter((key, i) => i === 0 || !key.equals(keys[i - 1]!));
  }
  return null;
}

/** Returns the bounds that the other comparisons set for the keys of a path, within their type. */
export function boundsAt(
  conditions: readonly Condition[],
  direction: number,
  one: boolean,
): Bounds {
  let bounds = noBounds;
  for (const { operator, operand } of conditions) {
    if (!/^\$[gl]te?$/.test(operator) || operand === null || Array.isArray(operand)) continue;
    const key = compoundKey([operand], [direction]);
    const type = key[0]!;
    const isOther = bounds !== noBounds && (one || bounds[0][0] !== type);
    if (isExtremeTag(tagOf(operand)) || isOther) continue;
    if (bounds === noBounds) bounds = [Buffer.from([type]), Buffer.from([type + 1])];
    const movesStart = operator.startsWith('$g') === direction > 0;
    const place = operator.endsWith('e') === movesStart ? key : behind(key);
    if (movesStart && place.compare(bounds[0]) > 0) bounds[0] = place;
    if (!movesStart && place.compare(bounds[1]) < 0) bounds[1] = place;
  }
  return bounds;
}

/** Returns the bounds that a `$regex` of a prefix sets for the keys of a path. */
function boundsOfPrefix(conditions: readonly Condition[], direction: number): Bounds {
  const condition = conditions.find(({ operator }) => operator === '$regex');
  if (!condition) return noBounds;
  const text = compoundKey([prefixOf(condition.operand)], [direction]);
  const start = text.subarray(0, -terminatorBytes);
  // Twice, since a zero in the text begins with 255 in descending keys.
  return [start, behind(behind(start))];
}

/** Returns true if a path of an index has met an array. */
const metArray = ({ multikey }: Index, path: number): boolean => ((multikey >> path) & 1) === 1;

/**
 * Returns true if a key belongs to a value other than null. An array also yields null for fields that its elements
 * lack.
 */
const isOfElement = (key: Buffer): boolean => key.length > 1;

/** Returns true if a plan reads exactly one key per matching document. */
export const countsKeys = ({ exact, index }: Plan): boolean =>
  exact && (index?.multikey ?? 0) === 0;

function planFor(index: Index, conditions: readonly Condition[], sort: Pattern | null): Plan {
  const { names, directions } = index.pattern;
  const narrowed: Buffer[][] = [];
  let bounds = noBounds;
  let count = 1;
  let answered = 0;
  for (const [i, path] of names.entries()) {
    const metBefore = narrowed.some((_, before) => metArray(index, before));
    if (metBefore && metArray(index, i)) break;
    const here = conditions.filter((condition) => condition.path === path);
    const points = pointsAt(here, directions[i]!);
    if (!points) bounds = boundsAt(here, directions[i]!, metArray(index, i));
    if (!points && bounds === noBounds) bounds = boundsOfPrefix(here, directions[i]!);
    if (!points && isDateRange(here) && index.multikey === 0) answered += here.length;
    if (!points || (i > 0 && count * points.length > pointsMax)) break;
    count *= points.length;
    narrowed.push(points);
    if (index.multikey === 0 || points.every(isOfElement)) answered += 1;
  }
  const isRange = bounds !== noBounds;
  const isWhole = index.unique && narrowed.length === names.length;
  const order = sort && count <= pointsMax ? orderOf(index, sort, narrowed) : null;
  const span = (points: Buffer[]): Span => {
    const prefix = treeKey(index.tree, ...points);
    const start = isRange ? treeKey(index.tree, ...points, bounds[0]) : prefix;
    const end = isRange ? treeKey(index.tree, ...points, bounds[1]) : behind(prefix);
    return { start, end: isWhole ? null : end, prefixBytes: prefix.length };
  };
  const groups = order
    ? choices(order.ranked.map((i) => narrowed[i]!)).map((chosen) => {
        const left = narrowed.map((points, i) =>
          order.ranked.includes(i) ? [chosen.shift()!] : points,
        );
        return choices(left).map(span);
      })
    : choices(narrowed).map((points) => [span(points)]);
  const reverse = order?.way === -1;
  return {
    index,
    union: [],
    groups: reverse ? groups.reverse() : groups,
    reverse,
    sorted: order !== null,
    exact: answered === conditions.length,
    score:
      narrowed.length * pointScore +
      (isRange ? rangeScore : 0) +
      (order ? orderScore : 0) +
      (isWhole ? uniqueScore : 0),
  };
}

/** Returns each combination of one point per path, in order. */
export function choices(paths: readonly Buffer[][]): Buffer[][] {
  const [points, ...others] = paths;
  if (!points) return [[]];
  return points.flatMap((point) => choices(others).map((chosen) => [point, ...chosen]));
}

/**
 * Checks whether an index whose first paths are `narrowed` to points provides the order of a sort, read forwards (1) or
 * backwards (-1), and which of those paths the sort names.
 */
function orderOf(index: Index, sort: Pattern, narrowed: Buffer[][]) {
  const { names, directions } = index.pattern;
  const ranked: number[] = [];
  let at = 0;
  let way = 0;
  for (const [i, path] of sort.names.entries()) {
    const known = names.indexOf(path);
    if (narrowed[known]?.length === 1 && !metArray(index, known)) continue;
    while (at < narrowed.length && names[at] !== path) at += 1;
    const relation = sort.directions[i]! * (directions[at] ?? 0);
    if (names[at] !== path || metArray(index, at) || (way && relation !== way)) return null;
    if (at < narrowed.length) ranked.push(at);
    way = relation;
    at += 1;
  }
  return { way, ranked };
}

/** Returns true if an index contains every document that the conditions can match. */
export function isWholeFor({ sparse, pattern, partial }: Index, conditions: readonly Condition[]) {
  const needs = (path: string): boolean =>
    conditions.some((condition) => condition.path === path && !condition.test(undefined));
  return (!sparse || pattern.names.some(needs)) && partial.every(({ path }) => needs(path));
}

const spansOf = ({ groups }: Plan): number => groups.reduce((sum, spans) => sum + spans.length, 0);

/**
 * Returns the indexes that a search can use: all, or the one that its hint names by name or keys.
 *
 * @throws CommandError 2 if the hint names no index
 */
function indexesFor(all: readonly Index[], hint: Value): readonly Index[] {
  if (hint === null) return all;
  const wanted = isDoc(hint) ? parsePattern(hint, 2) : null;
  const hinted = all.filter(({ name, pattern }) =>
    wanted ? isDeepStrictEqual(pattern, wanted) : name === hint,
  );
  check(hinted.length > 0, 2, 'bad hint: there is no such index');
  return hinted;
}

/** Returns whether a plan reads parts of its index, and not the whole for its order. */
const isNarrowed = ({ score, sorted }: Plan): boolean =>
  score >= rangeScore + (sorted ? orderScore : 0);

/**
 * The plans of the branches of an `$or`, each with the other conditions; null if one of them is not narrowed by an
 * index, or if together they are too many to be worth it.
 */
function planUnion(indexes: readonly Index[], all: readonly Filter[]): Plan[] | null {
  for (const or of all) {
    if (or.kind !== 'or') continue;
    const others = all.filter((item) => item !== or);
    const union: Plan[] = [];
    let spans = 0;
    for (const branch of or.of) {
      const filter: Filter = { kind: 'and', of: [...others, branch] };
      const one = plan(indexes, {
        filter,
        sort: null,
        hint: null,
        limit: Number.POSITIVE_INFINITY,
      });
      union.push(...(one.union.length > 0 ? one.union : [one]));
      spans = union.reduce((sum, each) => sum + spansOf(each), 0);
      if (spans > pointsMax || !union.every(isNarrowed)) break;
    }
    if (spans <= pointsMax && union.every(isNarrowed)) return union;
  }
  return null;
}

interface Wanted {
  readonly filter: Filter;
  readonly sort: Pattern | null;
  readonly hint: Value;
  readonly limit: number;
}

/**
 * Returns the best plan among the indexes that contain every document that the filter can match.
 *
 * @param indexes null if the collection does not exist
 * @throws CommandError 2 for a hint that names no index
 */
export function plan(
  indexes: readonly Index[] | null,
  { filter, sort, hint, limit }: Wanted,
): Plan {
  const all = conjuncts(filter);
  const conditions = all.filter((item): item is Condition => item.kind === 'field');
  const exact = conditions.length === 0;
  // A hinted index is used even if the conditions do not narrow it.
  const score = hint === null ? 0 : -1;
  const none = { index: null, union: [], groups: [], reverse: false, sorted: false, score };
  let best: Plan = { ...none, exact };
  for (const index of indexes ? indexesFor(indexes, hint) : []) {
    if (!isWholeFor(index, conditions)) continue;
    const next = planFor(index, conditions, sort);
    // Of two equal scores, the plan with fewer spans to merge wins.
    const isLess = next.score === best.score && spansOf(next) < spansOf(best);
    if (next.score > best.score || isLess) best = next;
    if (best.score >= uniqueScore) break;
  }
  // The first documents of an order are mostly found sooner in that order than by sorting all that match.
  const isSoonFound = best.sorted && limit !== Number.POSITIVE_INFINITY;
  if (indexes && hint === null && !isNarrowed(best) && !isSoonFound) {
    const union = planUnion(indexes, all);
    if (union) return { ...none, union, exact: false };
  }
  return { ...best, exact: best.exact && conditions.length === all.length };
}
