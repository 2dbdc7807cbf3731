/**
 * Updates: a document of operators, or a replacement, applied to a decoded document in place.
 *
 * The caller decodes, updates and stores; an error thrown here leaves what is stored untouched. All
 * paths are known before the first is applied: `$`, `$[]` and `$[id]` become the positions they stand
 * for, and two paths where one contains the other are refused (40).
 */
import {
  bsonType,
  type Doc,
  Double,
  dateValue,
  isDoc,
  isNumber,
  Raw,
  toNumber,
  typeName,
  type Value,
} from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import {
  conjuncts,
  type Filter,
  matchAll,
  matchedPosition,
  matches,
  parseFilter,
} from './filter.js';
import { equal, order } from './keys.js';
import { checkViable, comparePaths, setAt, unsetAt, valueAt } from './paths.js';
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
  readonly path: string;
  readonly operand: Value;
}

export interface Update {
  readonly replacement: Doc | null;
  readonly changes: readonly Change[];
  readonly arrayFilters: ReadonlyMap<string, Filter>;
}

export interface UpdateContext {
  /** The filter that found the document, for `$`. */
  readonly filter: Filter;
  /** Whether the document is being made by an upsert. */
  readonly inserting: boolean;
  readonly nowMs: number;
}

function bad(message: string): CommandError {
  return new CommandError(2, message);
}

/**
 * @throws CommandError 9, 2, 40, 52, 56 for what cannot be an update; 238 for refused operators
 */
export function parseUpdate(
  update: Value | undefined,
  arrayFilters: readonly Value[] = [],
): Update {
  if (Array.isArray(update)) throw notImplemented('updates by an aggregation pipeline');
  if (!isDoc(update)) throw new CommandError(9, 'Update argument must be a document');
  const [first] = update.keys();
  if (!first?.startsWith('$')) return parseReplacement(update, arrayFilters);
  const changes: Change[] = [];
  for (const [operator, fields] of update) {
    if (!has(updateOperators, operator)) {
      if (isRefused(operator)) throw notImplemented(`the update operator ${operator}`);
      throw new CommandError(9, `Unknown modifier: ${operator}. Expected a valid update modifier`);
    }
    if (!isDoc(fields)) {
      throw new CommandError(
        9,
        `Modifiers operate on fields but we found type ${typeName(fields)} instead for ${operator}`,
      );
    }
    for (const [path, operand] of fields) changes.push({ operator, path, operand });
  }
  for (const change of changes) checkChange(change);
  checkConflicts(changes.flatMap(writtenPaths));
  changes.sort((a, b) => comparePaths(a.path.split('.'), b.path.split('.')));
  const filters = parseArrayFilters(arrayFilters);
  for (const id of filters.keys()) {
    if (!changes.some(({ path }) => path.includes(`$[${id}]`))) {
      throw new CommandError(
        9,
        `The array filter for identifier '${id}' was not used in the update`,
      );
    }
  }
  return { replacement: null, changes, arrayFilters: filters };
}

function parseReplacement(update: Doc, arrayFilters: readonly Value[]): Update {
  for (const name of update.keys()) {
    if (name.startsWith('$'))
      throw new CommandError(
        52,
        `The dollar ($) prefixed field '${name}' is not allowed in a replacement`,
      );
  }
  if (arrayFilters.length > 0)
    throw new CommandError(9, 'Cannot specify arrayFilters with a replacement');
  return { replacement: update, changes: [], arrayFilters: new Map() };
}

function writtenPaths({ operator, path, operand }: Change): string[] {
  return operator === '$rename' ? [path, String(operand)] : [path];
}

function checkChange({ operator, path, operand }: Change): void {
  checkPath(path);
  if ((operator === '$inc' || operator === '$mul') && !isNumber(operand)) {
    throw new CommandError(
      14,
      `Cannot ${operator === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${typeName(operand)}}`,
    );
  }
  if (operator === '$rename') {
    if (typeof operand !== 'string')
      throw bad(`The 'to' field for $rename must be a string: ${path}`);
    checkPath(operand);
    if (`${path}.${operand}`.includes('$')) throw bad('$rename may not use positional paths');
    if (operand === path) throw bad(`The source and target field for $rename must differ: ${path}`);
  }
  if (operator === '$pop' && (!isNumber(operand) || Math.abs(toNumber(operand)) !== 1)) {
    throw new CommandError(9, '$pop expects 1 or -1');
  }
  if (operator === '$pullAll' && !Array.isArray(operand))
    throw bad('$pullAll requires an array argument');
  if (operator === '$currentDate') currentDate(operand, 0);
}

function checkPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new CommandError(
      56,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  if (parts[0] === '$' || parts[0]!.startsWith('$['))
    throw bad(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  for (const part of parts) {
    if (part.startsWith('$') && part !== '$' && !/^\$\[\w*\]$/.test(part)) {
      throw new CommandError(
        52,
        `The dollar ($) prefixed field '${part}' in '${path}' is not allowed in the context of an update`,
      );
    }
  }
}

function checkConflicts(paths: readonly string[]): void {
  const sorted = paths.map((path) => path.split('.')).sort(comparePaths);
  for (let i = 1; i < sorted.length; i += 1) {
    const [a, b] = [sorted[i - 1]!, sorted[i]!];
    if (a.every((part, at) => b[at] === part)) {
      throw new CommandError(
        40,
        `Updating the path '${b.join('.')}' would create a conflict at '${a.join('.')}'`,
      );
    }
  }
}

function parseArrayFilters(items: readonly Value[]): Map<string, Filter> {
  const filters = new Map<string, Filter>();
  for (const item of items) {
    if (!isDoc(item)) throw new CommandError(14, 'arrayFilters must hold documents');
    const filter = parseFilter(item);
    const ids = new Set(identifiers(filter));
    const [id] = ids;
    if (ids.size !== 1 || !id)
      throw new CommandError(9, 'Each array filter needs a single top-level field name');
    if (!/^[a-z]\w*$/.test(id))
      throw bad(`The top-level field name in an array filter must be alphanumeric: '${id}'`);
    if (filters.has(id))
      throw new CommandError(
        9,
        `Found multiple array filters with the same top-level field name ${id}`,
      );
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
 * @throws CommandError 28, 14, 2, 40, 66 where an operator does not fit what is there
 */
export function applyUpdate(doc: Doc, update: Update, context: UpdateContext): void {
  const id = doc.get('_id');
  if (update.replacement) replace(doc, update.replacement);
  else applyChanges(doc, update, context);
  const newId = doc.get('_id');
  if (id !== undefined && (newId === undefined || !equal(id, newId))) {
    throw new CommandError(
      66,
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
}

function replace(doc: Doc, replacement: Doc): void {
  const id = replacement.get('_id') ?? doc.get('_id');
  doc.clear();
  if (id !== undefined) doc.set('_id', id);
  for (const [name, value] of replacement) doc.set(name, value);
}

function applyChanges(doc: Doc, update: Update, context: UpdateContext): void {
  const concrete: { change: Change; parts: string[] }[] = [];
  for (const change of update.changes) {
    if (change.operator === '$setOnInsert' && !context.inserting) continue;
    for (const parts of expand(doc, change.path.split('.'), update, context))
      concrete.push({ change, parts });
  }
  if (concrete.length > update.changes.length)
    checkConflicts(concrete.map(({ parts }) => parts.join('.')));
  for (const { change, parts } of concrete) {
    appliers[change.operator](doc, parts, change.operand, context);
  }
}

/** The paths that a path with `$`, `$[]` or `$[id]` stands for in this document. */
function expand(doc: Doc, parts: string[], update: Update, context: UpdateContext): string[][] {
  const at = parts.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [parts];
  const [before, part, after] = [parts.slice(0, at), parts[at]!, parts.slice(at + 1)];
  const path = before.join('.');
  if (part === '$') {
    const index = matchedPosition(context.filter, doc, path);
    if (index === null)
      throw bad('The positional operator did not find the match needed from the query.');
    return expand(doc, [...before, String(index), ...after], update, context);
  }
  const array = valueAt(doc, before);
  if (array === undefined)
    throw bad(`The path '${path}' must exist in the document in order to apply array updates.`);
  if (!Array.isArray(array))
    throw bad(`Cannot apply array updates to non-array element ${path}: ${typeName(array)}`);
  const id = part.slice(2, -1);
  const filter = id === '' ? matchAll : update.arrayFilters.get(id);
  if (!filter)
    throw bad(`No array filter found for identifier '${id}' in path '${parts.join('.')}'`);
  return array.flatMap((item, i) =>
    matches(filter, new Map([[id, item]]))
      ? expand(doc, [...before, String(i), ...after], update, context)
      : [],
  );
}

type Apply = (doc: Doc, parts: string[], operand: Value, context: UpdateContext) => void;

const appliers: Record<UpdateOperator, Apply> = {
  $set: setAt,
  $setOnInsert: setAt,
  $unset: unsetAt,
  $inc: (doc, parts, operand) => arithmetic(doc, parts, operand, '$inc'),
  $mul: (doc, parts, operand) => arithmetic(doc, parts, operand, '$mul'),
  $min: (doc, parts, operand) => extreme(doc, parts, operand, -1),
  $max: (doc, parts, operand) => extreme(doc, parts, operand, 1),
  $currentDate: (doc, parts, operand, { nowMs }) => setAt(doc, parts, currentDate(operand, nowMs)),
  $rename: rename,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: (doc, parts, operand) => {
    const unwanted = operand as Value[];
    editArray(doc, parts, '$pullAll', 2, (array) =>
      array.filter((item) => !unwanted.some((other) => equal(item, other))),
    );
  },
  $pop: (doc, parts, operand) => {
    const first = toNumber(operand as number) < 0;
    editArray(doc, parts, '$pop', 14, (array) => (first ? array.slice(1) : array.slice(0, -1)));
  },
};

function arithmetic(doc: Doc, parts: string[], operand: Value, name: '$inc' | '$mul'): void {
  const current = valueAt(doc, parts);
  if (current === undefined) {
    setAt(doc, parts, name === '$inc' ? operand : calculate(0, operand as number, name));
  } else if (isNumber(current)) {
    setAt(doc, parts, calculate(current, operand as number, name));
  } else {
    throw new CommandError(
      14,
      `Cannot apply ${name} to a value of non-numeric type. The field '${parts.at(-1)}' is of type ${typeName(current)}`,
    );
  }
}

type BsonNumber = number | bigint | Double;

/** Sum or product in MongoDB's type: double if either is, else int32 if both are and it fits, else int64. */
export function calculate(a: BsonNumber, b: BsonNumber, name: '$inc' | '$mul'): BsonNumber {
  if (a instanceof Double || b instanceof Double) {
    const [x, y] = [toNumber(a), toNumber(b)];
    return new Double(name === '$inc' ? x + y : x * y);
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

function currentDate(operand: Value, nowMs: number): Value {
  const type = isDoc(operand) && operand.size === 1 ? operand.get('$type') : operand;
  if (typeof type === 'boolean' || type === 'date') return dateValue(nowMs);
  if (type !== 'timestamp')
    throw bad(`$currentDate takes true, {$type: 'date'} or {$type: 'timestamp'}`);
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(1, 0);
  bytes.writeUInt32LE(Math.floor(nowMs / 1000), 4);
  return new Raw(bsonType.timestamp, bytes);
}

function rename(doc: Doc, from: string[], operand: Value): void {
  const to = String(operand).split('.');
  for (const [parts, role] of [
    [from, 'source'],
    [to, 'destination'],
  ] as const) {
    for (let i = 1; i < parts.length; i += 1) {
      if (Array.isArray(valueAt(doc, parts.slice(0, i)))) {
        throw bad(`The ${role} field of $rename cannot be an array element: '${parts.join('.')}'`);
      }
    }
  }
  checkViable(doc, from);
  const value = valueAt(doc, from);
  if (value === undefined) return;
  unsetAt(doc, from);
  setAt(doc, to, value);
}

/** The array at a path, or undefined where there is nothing; a copy, so that operands stay whole. */
function arrayAt(
  doc: Doc,
  parts: string[],
  message: (type: string) => string,
): Value[] | undefined {
  const current = valueAt(doc, parts);
  if (current !== undefined && !Array.isArray(current)) throw bad(message(typeName(current)));
  return current?.slice();
}

function push(doc: Doc, parts: string[], operand: Value): void {
  const path = parts.join('.');
  const array =
    arrayAt(
      doc,
      parts,
      (type) => `The field '${path}' must be an array but is of type ${type} in document`,
    ) ?? [];
  if (!isDoc(operand) || !operand.has('$each')) {
    setAt(doc, parts, [...array, operand]);
    return;
  }
  for (const name of operand.keys()) {
    if (!has(pushModifiers, name)) throw bad(`Unrecognized clause in $push: ${name}`);
  }
  const each = operand.get('$each');
  if (!Array.isArray(each))
    throw bad(
      `The argument to $each in $push must be an array but it was of type: ${typeName(each)}`,
    );
  const position = integerOf(operand, '$position') ?? array.length;
  array.splice(position, 0, ...each);
  const sort = operand.get('$sort');
  if (sort !== undefined) sortValues(array, sort);
  const slice = integerOf(operand, '$slice');
  setAt(
    doc,
    parts,
    slice === null ? array : slice < 0 ? array.slice(slice) : array.slice(0, slice),
  );
}

function integerOf(operand: Doc, name: string): number | null {
  const value = operand.get(name);
  if (value === undefined) return null;
  if (!isNumber(value) || !Number.isInteger(toNumber(value))) {
    throw bad(
      `The value for ${name} must be an integer value but was given type: ${typeName(value)}`,
    );
  }
  return toNumber(value);
}

function addToSet(doc: Doc, parts: string[], operand: Value): void {
  const array =
    arrayAt(
      doc,
      parts,
      (type) =>
        `Cannot apply $addToSet to non-array field. Field named '${parts.at(-1)}' has non-array type ${type}`,
    ) ?? [];
  let added: Value[] = [operand];
  if (isDoc(operand) && operand.has('$each')) {
    const each = operand.get('$each');
    if (operand.size > 1)
      throw bad(
        `Found unexpected fields after $each in $addToSet: ${[...operand.keys()].join(', ')}`,
      );
    if (!Array.isArray(each))
      throw new CommandError(
        14,
        `The argument to $each in $addToSet must be an array but it was of type ${typeName(each)}`,
      );
    added = each;
  }
  for (const item of added) {
    if (!array.some((other) => equal(item, other))) array.push(item);
  }
  setAt(doc, parts, array);
}

function pull(doc: Doc, parts: string[], operand: Value): void {
  editArray(doc, parts, '$pull', 2, (array) => array.filter((item) => !pullMatches(operand, item)));
}

/** `$pull` takes a value, operators for the element, or a filter for elements that are documents. */
function pullMatches(operand: Value, item: Value): boolean {
  const [first] = isDoc(operand) ? operand.keys() : [];
  if (isDoc(operand) && !first?.startsWith('$'))
    return isDoc(item) && matches(parseFilter(operand), item);
  if (!isDoc(operand) && !(operand instanceof Raw && operand.type === bsonType.regex))
    return equal(operand, item);
  const conditions = conjuncts(parseFilter(new Map([['item', operand]])));
  return conditions.every((one) => matches(one, new Map([['item', item]])));
}

function editArray(
  doc: Doc,
  parts: string[],
  name: string,
  code: number,
  edit: (array: Value[]) => Value[],
): void {
  const current = valueAt(doc, parts);
  if (current === undefined) {
    checkViable(doc, parts);
    return;
  }
  if (!Array.isArray(current)) {
    throw new CommandError(
      code,
      `Cannot apply ${name} to a non-array value: '${parts.join('.')}' is of type ${typeName(current)}`,
    );
  }
  setAt(doc, parts, edit(current));
}

/** The document that an upsert starts from: what the filter says by equality. */
export function documentOf(filter: Filter): Doc {
  const doc: Doc = new Map();
  const seen: string[] = [];
  for (const item of conjuncts(filter)) {
    if (item.kind !== 'field' || item.operator !== '$eq') continue;
    const clash = seen.find(
      (path) =>
        path === item.path || path.startsWith(`${item.path}.`) || item.path.startsWith(`${path}.`),
    );
    if (clash)
      throw new CommandError(
        54,
        `cannot infer query fields to set, path '${item.path}' is matched twice`,
      );
    seen.push(item.path);
    setAt(doc, item.parts, item.operand);
  }
  return doc;
}
