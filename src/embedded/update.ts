/**
 * Updates: a document of operators, or a replacement, applied to a decoded document in place.
 *
 * The caller decodes, updates and stores; an error thrown here leaves what is stored untouched. All
 * paths are known before the first is applied: `$`, `$[]` and `$[id]` become the positions they stand
 * for, and two paths where one contains the other are refused (40).
 */
import { type BsonNumber, type Doc, Double, isDoc, isNumber, sum, type Value } from './bson.js';
import { CommandError, check, notImplemented } from './errors.js';
import {
  conjuncts,
  elementTest,
  type Filter,
  isOperators,
  isPosition,
  matchAll,
  matchedPosition,
  matches,
  parseFilter,
} from './filter.js';
import { equal, order } from './keys.js';
import { has, type UpdateOperator, updateOperators } from './supported.js';

const paddingMax = 1_500_000;

type Path = readonly string[];

interface Change {
  readonly operator: UpdateOperator;
  readonly path: Path;
  readonly operand: Value;
}

export interface Update {
  readonly replacement: Doc | null;
  readonly changes: readonly Change[];
  readonly arrayFilters: ReadonlyMap<string, Filter>;
}

/** @throws CommandError 9, 2, 14, 40, 52, 56 for what cannot be an update; 238 for refused operators */
export function parseUpdate(update: Value | undefined, arrayFilters: readonly Value[]): Update {
  if (Array.isArray(update)) throw notImplemented('updates by an aggregation pipeline');
  check(isDoc(update), 9, 'an update must be a document');
  const filters = parseArrayFilters(arrayFilters);
  const replacement = isOperators(update) ? null : (update as Doc);
  const changes = replacement ? [] : inOrder([...update].flatMap(parseOperator), 40);
  const hasDollar = replacement && [...replacement.keys()].some((name) => name.startsWith('$'));
  check(!hasDollar, 52, 'a replacement has a field that begins with a dollar');
  for (const id of filters.keys()) {
    const isUsed = changes.some(({ path }) => path.includes(`$[${id}]`));
    check(isUsed, 9, `the array filter '${id}' is not used in the update`);
  }
  return { replacement, changes, arrayFilters: filters };
}

function parseOperator([operator, fields]: [string, Value]): Change[] {
  if (!has(updateOperators, operator)) throw notImplemented(`the update operator ${operator}`);
  if (!isDoc(fields)) throw new CommandError(9, `${operator} needs a document of paths`);
  return [...fields].map(([path, operand]) => {
    check(operator !== '$inc' || isNumber(operand), 14, '$inc needs a number to add');
    return { operator, path: parsePath(path), operand };
  });
}

function parsePath(path: string): Path {
  const parts = path.split('.');
  const isPart = (part: string): boolean => !part.startsWith('$') || /^\$(\[\w*\])?$/.test(part);
  if (parts.includes('')) throw new CommandError(56, `'${path}' has an empty name`);
  if (!parts.every(isPart)) throw new CommandError(52, `'${path}' has a name with a dollar`);
  if (path.startsWith('$')) throw new CommandError(2, `'${path}' begins with a position`);
  return parts;
}

function parseArrayFilters(items: readonly Value[]): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const item of items) {
    check(isDoc(item), 14, 'arrayFilters must hold documents');
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
 * The changes in the order of their paths, in which MongoDB applies them; a path stands right before
 * those within it.
 *
 * @throws CommandError with `code` where one path is another or lies within it
 */
function inOrder(changes: readonly Change[], code: number): Change[] {
  const sorted = changes.toSorted((a, b) => comparePaths(a.path, b.path));
  for (let i = 1; i < sorted.length; i += 1) {
    const [outer, inner] = [sorted[i - 1]!.path, sorted[i]!.path];
    if (outer.every((part, at) => inner[at] === part))
      throw new CommandError(code, `'${inner.join('.')}' is in conflict with '${outer.join('.')}'`);
  }
  return sorted;
}

/** By parts, numbers by their size. */
function comparePaths(a: Path, b: Path): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  const [x, y] = [a[at], b[at]];
  if (x === undefined || y === undefined) return a.length - b.length;
  if (isPosition(x) && isPosition(y)) return Number(x) - Number(y);
  return x < y ? -1 : 1;
}

/**
 * Change `doc` in place.
 *
 * @param filter the filter that found the document, for `$`
 * @param inserting whether the document is being made by an upsert
 * @throws CommandError 28, 14, 2, 40, 66 where an operator does not fit what is there
 */
export function applyUpdate(doc: Doc, update: Update, filter: Filter, inserting: boolean): void {
  const id = doc.get('_id');
  if (update.replacement) {
    doc.clear();
    if (id !== undefined) doc.set('_id', id);
    for (const [name, value] of update.replacement) doc.set(name, value);
  }
  const changes = update.changes
    .filter(({ operator }) => operator !== '$setOnInsert' || inserting)
    .flatMap((change) => expand(doc, change, update, filter));
  for (const { operator, path, operand } of inOrder(changes, 40))
    appliers[operator](doc, path, operand);
  const isKept = id === undefined || (doc.has('_id') && equal(id, doc.get('_id')));
  check(isKept, 66, "the immutable field '_id' would be changed");
}

/** The changes that a change of a path with `$`, `$[]` or `$[id]` stands for in this document. */
function expand(doc: Doc, change: Change, update: Update, filter: Filter): Change[] {
  const at = change.path.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [change];
  const [part, before] = [change.path[at]!, change.path.slice(0, at)];
  const array = valueAt(doc, before);
  check(Array.isArray(array), 2, `'${before.join('.')}' must be an array for '${part}'`);
  const into = (i: number): Change[] =>
    expand(doc, { ...change, path: change.path.with(at, String(i)) }, update, filter);
  if (part === '$') {
    const position = matchedPosition(filter, array, before);
    check(position >= 0, 2, 'the query did not match the element that $ needs');
    return into(position);
  }
  const id = part.slice(2, -1);
  const wanted = id === '' ? matchAll : update.arrayFilters.get(id);
  check(wanted !== undefined, 2, `there is no array filter '${id}'`);
  return array.flatMap((item, i) => (matches(wanted, new Map([[id, item]])) ? into(i) : []));
}

const appliers: Record<UpdateOperator, (doc: Doc, path: Path, operand: Value) => void> = {
  $set: setAt,
  $setOnInsert: setAt,
  $unset: unsetAt,
  $inc: (doc, path, operand) => {
    const [current = 0] = [valueAt(doc, path)];
    check(isNumber(current), 14, '$inc needs a number to add to');
    const result = sum(current, operand as BsonNumber);
    const isDouble = current instanceof Double || operand instanceof Double;
    check(isDouble || !(result instanceof Double), 2, '$inc exceeds a 64-bit integer');
    setAt(doc, path, result);
  },
  $min: (doc, path, operand) => setExtreme(doc, path, operand, -1),
  $max: (doc, path, operand) => setExtreme(doc, path, operand, 1),
  $push: (doc, path, operand) => {
    const added = isDoc(operand) && operand.has('$each') ? operand.get('$each') : [operand];
    check(Array.isArray(added), 2, '$each needs an array');
    const withMore = isDoc(operand) && operand.has('$each') && operand.size > 1;
    if (withMore) throw notImplemented(`$push with ${[...operand.keys()].join(' ')}`);
    setAt(doc, path, [...(arrayAt(doc, path) ?? []), ...added]);
  },
  $pull: (doc, path, operand) => {
    const isPulled = elementTest(operand);
    const array = arrayAt(doc, path);
    if (array)
      setAt(
        doc,
        path,
        array.filter((item) => !isPulled(item)),
      );
  },
};

function setExtreme(doc: Doc, path: Path, operand: Value, sign: number): void {
  const current = valueAt(doc, path);
  if (current === undefined || order(operand, current) * sign > 0) setAt(doc, path, operand);
}

function arrayAt(doc: Doc, path: Path): Value[] | undefined {
  const current = valueAt(doc, path);
  const fits = current === undefined || Array.isArray(current);
  check(fits, 2, `'${path.join('.')}' must be an array`);
  return current;
}

/** The document that an upsert starts from: what the filter says by equality. */
export function documentOf(filter: Filter): Doc {
  const changes = conjuncts(filter).flatMap((item): Change[] => {
    if (item.kind !== 'field' || item.operator !== '$eq') return [];
    return [{ operator: '$set', path: item.parts, operand: item.operand }];
  });
  inOrder(changes, 54);
  const doc: Doc = new Map();
  for (const { path, operand } of changes) setAt(doc, path, operand);
  return doc;
}

/** What stands at one step of a path; arrays are entered by position only. */
function child(value: Value | undefined, part: string): Value | undefined {
  if (isDoc(value)) return value.get(part);
  return Array.isArray(value) && isPosition(part) ? value[Number(part)] : undefined;
}

function valueAt(doc: Doc, path: Path): Value | undefined {
  return path.reduce<Value | undefined>(child, doc);
}

/**
 * Put a value at a path; documents that lack on the way are made, arrays are padded with null.
 *
 * @throws CommandError 28 where a scalar stands in the way, 2 for a far position in an array
 */
function setAt(doc: Doc, path: Path, value: Value): void {
  let at: Value = doc;
  for (const [i, part] of path.entries()) {
    const known = child(at, part);
    const next: Value = i === path.length - 1 ? value : known === undefined ? new Map() : known;
    if (isDoc(at)) at.set(part, next);
    else {
      check(Array.isArray(at) && isPosition(part), 28, 'a field needs a document to be made in');
      check(Number(part) - at.length <= paddingMax, 2, 'the position is too far away');
      while (at.length < Number(part)) at.push(null);
      at[Number(part)] = next;
    }
    at = next;
  }
}

/** Take a field away; an element of an array becomes null. Nothing there: nothing happens. */
function unsetAt(doc: Doc, path: Path): void {
  const parent = valueAt(doc, path.slice(0, -1));
  const last = path.at(-1)!;
  if (isDoc(parent)) parent.delete(last);
  else if (Array.isArray(parent) && isPosition(last) && Number(last) < parent.length)
    parent[Number(last)] = null;
}
