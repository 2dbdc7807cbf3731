import type { z } from 'zod';
import {
  describeField,
  type FieldDescription,
  hasLoneSurrogate,
  isDeeperThan,
  tooDeep,
} from '../../lib/schema.js';
import {
  coerceBoolean,
  coerceChoice,
  coerceInteger,
  coerceNumber,
  coerceText,
} from './coerce-scalar.js';
import { coerceTimestamp } from './coerce-timestamp.js';
import { Fault, type Issues, type Location, missing, notFinite, notUnicode } from './issue.js';
import { snakeCase } from './names.js';
import type { WireValue } from './wire-json.js';

export type WireObject = { [name: string]: WireValue };

/** Replaces the typed value of an input for which issues were reported. */
export const invalid = Symbol('invalid');

/** The location of a value and the destination of its issues. */
export interface Place {
  issues: Issues;
  loc: Location;
  /** True if the value is a secret or part of one. */
  secret: boolean;
}

/** The names of an object's fields in the input. */
interface Naming {
  wireName: (field: string) => string;
  /** True if a missing field's issue echoes the object (JSON), false if it echoes null (parameters). */
  echoesObject: boolean;
}

const jsonNaming: Naming = { wireName: snakeCase, echoesObject: true };

/**
 * Parses a JSON value with a schema, in pydantic's lax mode. Unknown fields are ignored.
 *
 * @returns the typed value with camelCase keys, or `invalid` after reporting every issue in field order
 */
export function coerceField(schema: z.ZodType, input: WireValue, place: Place): unknown {
  const field = describeField(schema);
  const here = field.secret ? { ...place, secret: true } : place;
  const value = input === null && field.nullable ? null : coerceByKind(field, input, here);
  return value === invalid ? invalid : applyRules(schema, value, input, here);
}

/** Does the same for parameters: strings by wire name, each a field of the schema. */
export function coerceParameters(
  schema: z.ZodObject,
  input: WireObject,
  place: Place,
  wireName: (field: string) => string,
): unknown {
  const value = coerceFields(schema.shape, input, place, { wireName, echoesObject: false });
  return value === invalid ? invalid : applyRules(schema, value, input, place);
}

function coerceByKind(field: FieldDescription, input: WireValue, place: Place): unknown {
  const value = coerceValue(field, input, place);
  return value instanceof Fault ? report(value, input, place) : value;
}

function isDamagedText(input: WireValue): boolean {
  return typeof input === 'string' && hasLoneSurrogate(input);
}

function coerceValue(field: FieldDescription, input: WireValue, place: Place): unknown {
  switch (field.kind) {
    case 'list':
      return coerceList(field, input, place);
    case 'object':
      return isWireObject(input)
        ? coerceFields(field.shape ?? {}, input, place, jsonNaming)
        : notAnObject;
    case 'json':
      return coerceJson(field, input, place);
    case 'value':
      return plainJson(input, place);
    default:
      return isDamagedText(input) ? notUnicode : coerceScalar(field, input);
  }
}

function coerceScalar(field: FieldDescription, input: WireValue): unknown {
  switch (field.kind) {
    case 'text':
      return coerceText(input, field.bounds);
    case 'number':
      return coerceNumber(input, field.bounds);
    case 'integer':
      return coerceInteger(input, field.bounds);
    case 'boolean':
      return coerceBoolean(input);
    case 'timestamp':
      return coerceTimestamp(input);
    case 'choice':
      return coerceChoice(input, field.values ?? []);
    default:
      throw new TypeError(`a ${field.kind} is no scalar`);
  }
}

const notADictionary = new Fault('dict_type', 'Input should be a valid dictionary');
const notAnObject = new Fault(
  'model_attributes_type',
  'Input should be a valid dictionary or object to extract fields from',
);

function isWireObject(input: WireValue): input is WireObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function coerceFields(
  shape: Readonly<Record<string, z.ZodType>>,
  input: WireObject,
  place: Place,
  { wireName, echoesObject }: Naming,
): unknown {
  const typed: Record<string, unknown> = {};
  let sound = true;
  for (const [name, schema] of Object.entries(shape)) {
    const wire = wireName(name);
    const at: Place = { ...place, loc: [...place.loc, wire] };
    if (Object.hasOwn(input, wire)) {
      typed[name] = coerceField(schema, input[wire] as WireValue, at);
      sound &&= typed[name] !== invalid;
      continue;
    }
    const field = describeField(schema);
    if (field.optional) {
      if (field.defaultValue !== undefined) typed[name] = field.defaultValue;
      continue;
    }
    sound = false;
    place.issues.add(missing, at.loc, echoesObject ? input : null, place.secret);
  }
  return sound ? typed : invalid;
}

function coerceList(field: FieldDescription, input: WireValue, place: Place): unknown {
  if (!Array.isArray(input)) return new Fault('list_type', 'Input should be a valid list');
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field.bounds;
  // pydantic rejects a list that is too long before reading its items, but one that is too short after them.
  if (input.length > maxItems) {
    return wrongLength('too_long', 'at most', 'max_length', maxItems, input.length);
  }
  const items: unknown[] = [];
  let sound = true;
  for (const [index, item] of input.entries()) {
    const value = coerceField(field.item as z.ZodType, item, {
      ...place,
      loc: [...place.loc, index],
    });
    sound &&= value !== invalid;
    if (place.issues.isFull) return invalid;
    items.push(value);
  }
  if (!sound) return invalid;
  if (input.length < minItems) {
    return wrongLength('too_short', 'at least', 'min_length', minItems, input.length);
  }
  return items;
}

function wrongLength(type: string, bound: string, name: string, limit: number, actual: number) {
  const items = `${limit} item${limit === 1 ? '' : 's'}`;
  return new Fault(type, `List should have ${bound} ${items} after validation, not ${actual}`, {
    field_type: 'List',
    [name]: limit,
    actual_length: actual,
  });
}

function coerceJson({ bounds }: FieldDescription, input: WireValue, place: Place): unknown {
  if (!isWireObject(input)) return notADictionary;
  const { maxDepth } = bounds;
  if (maxDepth === undefined || !isDeeperThan(maxDepth, input)) return plainJson(input, place);
  return new Fault('value_error', `Value error, ${tooDeep(maxDepth)}`, { error: {} });
}

/** Returns a free JSON value as JSON.parse would. The first part that cannot be stored is reported as an issue. */
function plainJson(input: WireValue, place: Place): unknown {
  if (isDamagedText(input)) return report(notUnicode, input, place);
  if (typeof input === 'number' || typeof input === 'bigint') {
    return Number.isFinite(Number(input)) ? Number(input) : report(notFinite, input, place);
  }
  if (typeof input !== 'object' || input === null) return input;
  if (Array.isArray(input)) {
    const items: unknown[] = [];
    for (const [index, item] of input.entries()) {
      const value = plainJson(item, { ...place, loc: [...place.loc, index] });
      if (value === invalid) return invalid;
      items.push(value);
    }
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(input)) {
    if (hasLoneSurrogate(name)) {
      return report(notUnicode, name, { ...place, loc: [...place.loc, name, '[key]'] });
    }
    const value = plainJson(member, { ...place, loc: [...place.loc, name] });
    if (value === invalid) return invalid;
    members.push([name, value]);
  }
  return Object.fromEntries(members);
}

function report(fault: Fault, input: WireValue, place: Place): typeof invalid {
  place.issues.add(fault, place.loc, input, place.secret);
  return invalid;
}

/** Runs the rules that only zod can evaluate once the fields they use are valid, and reports value errors. */
function applyRules(schema: z.ZodType, value: unknown, input: WireValue, place: Place): unknown {
  if (!describeField(schema).hasRules) return value;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  // The names inside a free object are the caller's.
  const wireName = describeField(schema).kind === 'json' ? String : snakeCase;
  for (const issue of result.error.issues) {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : wireName(String(key))));
    const fault = new Fault('value_error', `Value error, ${issue.message}`, { error: {} });
    place.issues.add(fault, [...place.loc, ...path], inputAt(input, path), place.secret);
  }
  return invalid;
}

/** Returns the input at a rule's path; null if it does not exist. */
function inputAt(input: WireValue, path: Location): WireValue {
  let found: WireValue | undefined = input;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return null;
    found = (found as WireObject)[key];
  }
  return found ?? null;
}
