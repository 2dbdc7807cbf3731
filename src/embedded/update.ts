/**
 * Updates: a document of operators, or a replacement, applied to a decoded document in place.
 *
 * The caller decodes, updates and stores; an error thrown here leaves what is stored untouched. All
 * paths are known before the first is applied: `$`, `$[]` and `$[id]` become the positions they stand
 * for, and two paths where one contains the other are refused (40).
 */
import {
  type BsonNumber,
  type Doc,
  Double,
  isDoc,
  isNumber,
  toNumber,
  typeName,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import {
  conjuncts,
  type Filter,
  isOperators,
  isRegex,
  matchAll,
  matchedPosition,
  matches,
  parseFilter,
} from './filter.js';
import { equal, order } from './keys.js';
import { comparePaths, setAt, unsetAt, valueAt } from './paths.js';
import { sortValues } from './sort.js';
import {
  has,
  isRefused,
  pushModifiers,
  type UpdateOperator,
  updateOperators,
} from './supported.js';

interface Change {
  readonly operator: UpdateOperator;
  readonly parts: string[];
  readonly operand: Value;
}

export interface Update {
  readonly replacement: Doc | null;
  readonly changes: readonly Change[];
  readonly arrayFilters: ReadonlyMap<string, Filter>;
}

function bad(message: string, code = 2): CommandError {
  return new CommandError(code, message);
}

/** @throws CommandError 9, 2, 14, 40, 52, 56 for what cannot be an update; 238 for refused operators */
export function parseUpdate(update: Value | undefined, arrayFilters: readonly Value[]): Update {
  if (Array.isArray(update)) throw notImplemented('updates by an aggregation pipeline');
  if (!isDoc(update)) throw bad('Update argument must be a document', 9);
  const changes: Change[] = [];
  const replacement = isOperators(update) ? null : update;
  if (replacement && arrayFilters.length > 0)
    throw bad('Cannot specify arrayFilters with a replacement', 9);
  for (const [operator, fields] of update) {
    if (replacement) {
      if (operator.startsWith('$'))
        throw bad(
          `The dollar ($) prefixed field '${operator}' is not allowed in a replacement`,
          52,
        );
      continue;
    }
    if (!has(updateOperators, operator)) {
      if (isRefused(operator)) throw notImplemented(`the update operator ${operator}`);
      throw bad(`Unknown modifier: ${operator}. Expected a valid update modifier`, 9);
    }
    if (!isDoc(fields))
      throw bad(
        `Modifiers operate on fields but we found type ${typeName(fields)} for ${operator}`,
        9,
      );
    for (const [path, operand] of fields)
      changes.push(checked({ operator, parts: path.split('.'), operand }));
  }
  changes.sort((a, b) => comparePaths(a.parts, b.parts));
  checkConflicts(changes);
  const filters = parseArrayFilters(arrayFilters);
  for (const id of filters.keys()) {
    if (changes.some(({ parts }) => parts.includes(`$[${id}]`))) continue;
    throw bad(`The array filter for identifier '${id}' was not used in the update`, 9);
  }
  return { replacement, changes, arrayFilters: filters };
}

function checked(change: Change): Change {
  const { operator, parts, operand } = change;
  const path = parts.join('.');
  if (parts.includes(''))
    throw bad(`The update path '${path}' contains an empty field name, which is not allowed.`, 56);
  for (const [i, part] of parts.entries()) {
    if (!part.startsWith('$')) continue;
    if (!/^\$(\[\w*\])?$/.test(part))
      throw bad(
        `The dollar ($) prefixed field '${part}' in '${path}' is not allowed in an update`,
        52,
      );
    if (i === 0)
      throw bad(
        `Cannot have positional (i.e. '$') element in the first position in path '${path}'`,
      );
  }
  if ((operator === '$inc' || operator === '$mul') && !isNumber(operand)) {
    throw bad(
      `Cannot apply ${operator} with non-numeric argument: {${path}: ${typeName(operand)}}`,
      14,
    );
  }
  if (operator === '$pop' && Math.abs(toNumber(operand)) !== 1)
    throw bad('$pop expects 1 or -1', 9);
  if (operator === '$pullAll' && !Array.isArray(operand))
    throw bad('$pullAll requires an array argument');
  return change;
}

/** The changes are in the order of their paths, so that a path stands right before those within it. */
function checkConflicts(changes: readonly Change[]): void {
  for (let i = 1; i < changes.length; i += 1) {
    const [a, b] = [changes[i - 1]!.parts, changes[i]!.parts];
    if (a.some((part, at) => b[at] !== part)) continue;
    throw bad(`Updating the path '${b.join('.')}' would create a conflict at '${a.join('.')}'`, 40);
  }
}

function parseArrayFilters(items: readonly Value[]): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const item of items) {
    if (!isDoc(item)) throw bad('arrayFilters must hold documents', 14);
    const filter = parseFilter(item);
    const [id, ...others] = new Set(identifiers(filter));
    if (id === undefined || others.length > 0)
      throw bad('Each array filter needs a single top-level field name', 9);
    if (!/^[a-z]\w*$/.test(id))
      throw bad(`The top-level field name in an array filter must be alphanumeric: '${id}'`);
    if (filters.has(id))
      throw bad(`Found multiple array filters with the same top-level field name ${id}`, 9);
    filters.set(id, filter);
  }
  return filters;
}

function identifiers(filter: Filter): string[] {
  return filter.kind === 'field' ? [filter.parts[0]!] : filter.of.flatMap(identifiers);
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
    const newId = update.replacement.get('_id') ?? id;
    if (newId !== undefined) doc.set('_id', newId);
    for (const [name, value] of update.replacement) doc.set(name, value);
  } else {
    const concrete = update.changes
      .filter(({ operator }) => operator !== '$setOnInsert' || inserting)
      .flatMap((change) => expand(doc, change, update, filter));
    checkConflicts(concrete.sort((a, b) => comparePaths(a.parts, b.parts)));
    for (const { operator, parts, operand } of concrete) appliers[operator](doc, parts, operand);
  }
  const newId = doc.get('_id');
  if (id !== undefined && (newId === undefined || !equal(id, newId))) {
    throw bad("Performing an update on the path '_id' would modify the immutable field '_id'", 66);
  }
}

/** The changes that a change of a path with `$`, `$[]` or `$[id]` stands for in this document. */
function expand(doc: Doc, change: Change, update: Update, filter: Filter): Change[] {
  const at = change.parts.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [change];
  const before = change.parts.slice(0, at);
  const id = change.parts[at]!.slice(2, -1);
  const path = before.join('.');
  const into = (i: number): Change[] =>
    expand(doc, { ...change, parts: change.parts.with(at, String(i)) }, update, filter);
  const array = valueAt(doc, before);
  if (change.parts[at] === '$') {
    const index = Array.isArray(array) ? matchedPosition(filter, array, path) : null;
    if (index === null)
      throw bad('The positional operator did not find the match needed from the query.');
    return into(index);
  }
  if (array === undefined)
    throw bad(`The path '${path}' must exist in the document in order to apply array updates.`);
  if (!Array.isArray(array))
    throw bad(`Cannot apply array updates to non-array element ${path}: ${typeName(array)}`);
  const wanted = id === '' ? matchAll : update.arrayFilters.get(id);
  if (!wanted)
    throw bad(`No array filter found for identifier '${id}' in path '${change.parts.join('.')}'`);
  return array.flatMap((item, i) => (matches(wanted, new Map([[id, item]])) ? into(i) : []));
}

type Apply = (doc: Doc, parts: string[], operand: Value) => void;

const appliers: Record<UpdateOperator, Apply> = {
  $set: setAt,
  $setOnInsert: setAt,
  $unset: unsetAt,
  $inc: (doc, parts, operand) => arithmetic(doc, parts, operand as BsonNumber, '$inc'),
  $mul: (doc, parts, operand) => arithmetic(doc, parts, operand as BsonNumber, '$mul'),
  $min: (doc, parts, operand) => extreme(doc, parts, operand, -1),
  $max: (doc, parts, operand) => extreme(doc, parts, operand, 1),
  $push: push,
  $addToSet: addToSet,
  $pull: (doc, parts, operand) => {
    const unwanted = pulled(operand);
    editArray(doc, parts, '$pull', 2, (array) => array.filter((item) => !unwanted(item)));
  },
  $pullAll: (doc, parts, operand) => {
    const isUnwanted = (item: Value): boolean =>
      (operand as Value[]).some((other) => equal(item, other));
    editArray(doc, parts, '$pullAll', 2, (array) => array.filter((item) => !isUnwanted(item)));
  },
  $pop: (doc, parts, operand) => {
    editArray(doc, parts, '$pop', 14, (array) =>
      toNumber(operand) < 0 ? array.slice(1) : array.slice(0, -1),
    );
  },
};

function arithmetic(doc: Doc, parts: string[], operand: BsonNumber, name: '$inc' | '$mul'): void {
  const found = valueAt(doc, parts);
  const current = found === undefined ? 0 : found;
  if (!isNumber(current)) {
    throw bad(
      `Cannot apply ${name} to a value of non-numeric type. '${parts.join('.')}' is of type ${typeName(current)}`,
      14,
    );
  }
  setAt(doc, parts, calculate(current, operand, name));
}

/** Sum or product in MongoDB's type: double if either is, else int32 if both are and it fits, else int64. */
export function calculate(a: BsonNumber, b: BsonNumber, name: '$inc' | '$mul'): BsonNumber {
  if (a instanceof Double || b instanceof Double) {
    return new Double(name === '$inc' ? toNumber(a) + toNumber(b) : toNumber(a) * toNumber(b));
  }
  const result = name === '$inc' ? BigInt(a) + BigInt(b) : BigInt(a) * BigInt(b);
  if (typeof a === 'number' && typeof b === 'number' && BigInt.asIntN(32, result) === result)
    return Number(result);
  if (BigInt.asIntN(64, result) !== result)
    throw bad(`Failed to apply ${name}: the result exceeds a 64-bit integer`);
  return result;
}

function extreme(doc: Doc, parts: string[], operand: Value, sign: number): void {
  const current = valueAt(doc, parts);
  if (current === undefined || order(operand, current) * sign > 0) setAt(doc, parts, operand);
}

/** A copy of the array at a path, so that operands stay whole; empty where there is nothing. */
function arrayAt(doc: Doc, parts: string[], name: string, code = 2): Value[] {
  const current = valueAt(doc, parts);
  if (current === undefined) return [];
  if (Array.isArray(current)) return current.slice();
  throw bad(
    `Cannot apply ${name} to a non-array value: The field '${parts.join('.')}' must be an array but is of type ${typeName(current)}`,
    code,
  );
}

/** What `$push` and `$addToSet` add: their operand, or each of `$each`. */
function added(operand: Value, name: string, code: number): Value[] {
  if (!isDoc(operand) || !operand.has('$each')) return [operand];
  const each = operand.get('$each');
  if (!Array.isArray(each))
    throw bad(
      `The argument to $each in ${name} must be an array but it was of type ${typeName(each)}`,
      code,
    );
  return each;
}

function push(doc: Doc, parts: string[], operand: Value): void {
  const array = arrayAt(doc, parts, '$push');
  const items = added(operand, '$push', 2);
  const modifiers: Doc = isDoc(operand) && operand.has('$each') ? operand : new Map();
  const unknown = [...modifiers.keys()].find((name) => !has(pushModifiers, name));
  if (unknown) throw bad(`Unrecognized clause in $push: ${unknown}`);
  const whole = (name: string, otherwise: number): number => {
    const value = modifiers.has(name) ? toNumber(modifiers.get(name)) : otherwise;
    if (Number.isNaN(value) || value % 1 !== 0)
      throw bad(`The value for ${name} must be an integer value`);
    return value;
  };
  array.splice(whole('$position', array.length), 0, ...items);
  const sort = modifiers.get('$sort');
  if (sort !== undefined) sortValues(array, sort);
  const slice = whole('$slice', array.length);
  setAt(doc, parts, slice < 0 ? array.slice(slice) : array.slice(0, slice));
}

function addToSet(doc: Doc, parts: string[], operand: Value): void {
  const array = arrayAt(doc, parts, '$addToSet');
  for (const item of added(operand, '$addToSet', 14)) {
    if (!array.some((other) => equal(item, other))) array.push(item);
  }
  setAt(doc, parts, array);
}

/** `$pull` takes a value, operators for the element, or a filter for elements that are documents. */
function pulled(operand: Value): (item: Value) => boolean {
  if (isDoc(operand) && !isOperators(operand)) {
    const filter = parseFilter(operand);
    return (item) => isDoc(item) && matches(filter, item);
  }
  if (!isDoc(operand) && !isRegex(operand)) return (item) => equal(operand, item);
  const filter = parseFilter(new Map([['item', operand]]));
  return (item) => matches(filter, new Map([['item', item]]));
}

function editArray(
  doc: Doc,
  parts: string[],
  name: string,
  code: number,
  edit: (array: Value[]) => Value[],
): void {
  const array = arrayAt(doc, parts, name, code);
  if (valueAt(doc, parts) !== undefined) setAt(doc, parts, edit(array));
}

/** The document that an upsert starts from: what the filter says by equality. */
export function documentOf(filter: Filter): Doc {
  const doc: Doc = new Map();
  const seen: Change[] = [];
  for (const item of conjuncts(filter)) {
    if (item.kind !== 'field' || item.operator !== '$eq') continue;
    seen.push({ operator: '$set', parts: [...item.parts], operand: item.operand });
    setAt(doc, item.parts, item.operand);
  }
  try {
    checkConflicts(seen.sort((a, b) => comparePaths(a.parts, b.parts)));
  } catch {
    throw bad('cannot infer query fields to set, a path is matched twice', 54);
  }
  return doc;
}
