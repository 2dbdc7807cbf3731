/**
 * Updates: a document of operators, or a replacement, applied to a decoded document in place.
 *
 * All paths are resolved before the first change: `$`, `$[]` and `$[id]` are replaced by positions, and two paths of
 * which one contains the other are rejected (40). The caller decodes, updates and stores; an error thrown here leaves
 * the stored document unchanged.
 */
import { type Doc, fillTimestamps, isDoc, type Value } from './bson.js';
import { check, notImplemented } from './errors.js';
import { equalities, type Filter, isOperators, matchedAt, matches, parseFilter } from './filter.js';
import { keyOf, orderToKey } from './keys.js';
import { operators, type Step, unset } from './operators.js';
import { changeAt, isPosition, type Path, valueAt } from './paths.js';
import { has, updateOperators } from './supported.js';

interface Change {
  readonly path: Path;
  readonly step: Step;
  readonly onInsert: boolean;
}

export interface Update {
  readonly replacement: Doc | null;
  readonly changes: readonly Change[];
  /** The array filters by name; the name of `$[]` is empty. */
  readonly arrayFilters: ReadonlyMap<string, Filter>;
}

/**
 * @throws CommandError 9, 2, 14, 40, 52, 56 for an update that is invalid for every document; 238 for unsupported
 *   operators
 */
export function parseUpdate(update: Value | undefined, arrayFilters: readonly Doc[]): Update {
  if (Array.isArray(update)) throw notImplemented('updates by an aggregation pipeline');
  check(isDoc(update), 9, 'an update must be a document');
  const filters = parseArrayFilters(arrayFilters);
  const replacement = isOperators(update) ? null : (update as Doc);
  const hasDollar = replacement && [...replacement.keys()].some((name) => name.startsWith('$'));
  check(!hasDollar, 52, 'a replacement has a field that begins with a dollar');
  const changes = replacement ? [] : inOrder([...update].flatMap(parseOperator), 40);
  checkArrays(changes);
  const used = new Set(changes.flatMap(({ path }) => path.filter(isOfElements).map(nameOf)));
  const unknown = [...used].find((id) => id !== '' && !filters.has(id));
  check(unknown === undefined, 2, `there is no array filter '${unknown}'`);
  const unused = [...filters.keys()].find((id) => !used.has(id));
  check(unused === undefined, 9, `the array filter '${unused}' is not used in the update`);
  return { replacement, changes, arrayFilters: filters.set('', parseFilter(new Map())) };
}

function parseOperator([operator, fields]: [string, Value]): Change[] {
  if (!has(updateOperators, operator)) throw notImplemented(`the update operator ${operator}`);
  check(isDoc(fields), 9, `${operator} needs a document of paths`);
  const change = ([path, operand]: [string, Value]): Change => {
    const step = operators[operator](operand);
    return { path: parsePath(path), step, onInsert: operator === '$setOnInsert' };
  };
  return [...fields].map(change);
}

/** Returns true if a path's part is `$[]` or `$[id]`. */
const isOfElements = (part: string): boolean => part.startsWith('$[');
/** Returns the name of the array filter in `$[id]`; empty for `$[]`. */
const nameOf = (part: string): string => part.slice(2, -1);

/** @throws CommandError 40 if `$[]` or `$[id]` is used at the same place as a name, a position or `$` */
function checkArrays(changes: readonly Change[]): void {
  const ways = new Map<string, boolean>();
  for (const { path } of changes) {
    for (const [at, part] of path.entries()) {
      const before = path.slice(0, at).join('.');
      const isAlike = (ways.get(before) ?? isOfElements(part)) === isOfElements(part);
      check(isAlike, 40, `'${path.join('.')}' is in conflict with another path at '${before}'`);
      ways.set(before, isOfElements(part));
    }
  }
}

function parsePath(path: string): Path {
  const parts = path.split('.');
  const isPart = (part: string): boolean => !part.startsWith('$') || /^\$(\[\w*\])?$/.test(part);
  check(!parts.includes(''), 56, `'${path}' has an empty name`);
  check(parts.every(isPart), 52, `'${path}' has a name with a dollar`);
  check(!path.startsWith('$'), 2, `'${path}' begins with a position`);
  check(parts.indexOf('$') === parts.lastIndexOf('$'), 2, `'${path}' has several positions '$'`);
  return parts;
}

function parseArrayFilters(items: readonly Doc[]): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const item of items) {
    const filter = parseFilter(item);
    const [id, ...others] = new Set(firstNames(filter));
    const isOwn = id !== undefined && others.length === 0 && !filters.has(id);
    check(isOwn, 9, 'each array filter needs one name of its own to begin its paths');
    check(/^[a-z]\w*$/.test(id), 2, `'${id}' cannot name an array filter`);
    filters.set(id, filter);
  }
  return filters;
}

function firstNames(filter: Filter): string[] {
  return filter.kind === 'field' ? [filter.parts[0]!] : filter.of.flatMap(firstNames);
}

/**
 * Returns the changes in the order of their paths, in which MongoDB applies them. A path directly precedes the paths
 * within it.
 *
 * @throws CommandError with `code` if one path equals or contains another
 */
function inOrder<T extends { readonly path: Path }>(changes: readonly T[], code: number): T[] {
  const ranked = changes.map((change) => ({ change, rank: rank(change.path) }));
  const sorted = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ change }) => change);
  for (const [i, { path }] of sorted.entries()) {
    const isWithin = i > 0 && sorted[i - 1]!.path.every((part, at) => path[at] === part);
    check(!isWithin, code, `'${path.join('.')}' is in conflict with another path`);
  }
  return sorted;
}

/** Returns a string that orders paths by their parts, and positions by number. */
function rank(path: Path): string {
  return path.map((part) => (isPosition(part) ? part.padStart(9, '0') : part)).join('\0');
}

/**
 * Changes `doc` in place. Returns true if the document counts as modified even though it can be equal: the `$unset` of
 * a null element.
 *
 * @param filter the filter that found the document, for `$`
 * @param inserting true if an upsert is creating the document
 * @throws CommandError 28, 14, 2, 40, 66 if an operator does not fit the document
 */
export function applyUpdate(doc: Doc, update: Update, filter: Filter, inserting: boolean): boolean {
  const id = doc.get('_id');
  // Copied, because a path within the _id would change the document's own value in place.
  const idKey = keyOf(id);
  if (update.replacement) {
    doc.clear();
    if (id !== undefined) doc.set('_id', id);
    for (const [name, value] of update.replacement) doc.set(name, value);
    fillTimestamps(doc);
  }
  const wanted = update.changes.filter(({ onInsert }) => inserting || !onInsert);
  const changes = wanted.flatMap((change) => expand(doc, change, update, filter));
  let hasUnset = false;
  for (const { path, step } of inOrder(changes, 40)) {
    const isThere = step !== unset || valueAt(doc, path) !== undefined;
    if (isThere) changeAt(doc, path, step);
    hasUnset ||= isThere && step === unset;
  }
  const isSame = doc.has('_id') && orderToKey(doc.get('_id'), idKey) === 0;
  check(isSame || id === undefined, 66, "the immutable field '_id' would be changed");
  return hasUnset;
}

/** Expands a path with `$`, `$[]` or `$[id]` into the changes that it means for this document. */
function expand(doc: Doc, change: Change, update: Update, filter: Filter): Change[] {
  const at = change.path.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [change];
  const part = change.path[at]!;
  const before = change.path.slice(0, at);
  const array = valueAt(doc, before);
  check(Array.isArray(array), 2, `'${before.join('.')}' must be an array for '${part}'`);
  const into = (i: number): Change[] =>
    expand(doc, { ...change, path: change.path.with(at, String(i)) }, update, filter);
  if (part === '$') {
    const position = matchedAt(filter, array, before);
    check(position >= 0, 2, 'the query did not match the element that $ needs');
    return into(position);
  }
  const id = nameOf(part);
  const wanted = update.arrayFilters.get(id)!;
  return array.flatMap((item, i) => (matches(wanted, new Map([[id, item]])) ? into(i) : []));
}

/**
 * Returns the document that an upsert starts from: the equality conditions of the filter. A replacement takes only the
 * `_id`.
 *
 * @throws CommandError 54 for a duplicate path, 111 for a part of the `_id`
 */
export function documentOf(filter: Filter, { replacement }: Update): Doc {
  const fields = equalities(filter).filter(({ path }) => !replacement || path[0] === '_id');
  const isOfId = fields.some(({ path }) => path[0] === '_id' && path.length > 1);
  check(!isOfId, 111, "an upsert takes the whole '_id' from its filter, not a part of it");
  const doc: Doc = new Map();
  for (const { path, value } of inOrder(fields, 54)) changeAt(doc, path, () => value);
  return doc;
}
