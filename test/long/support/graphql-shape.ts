import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { ScalarName } from '../../../src/graphql/builder.js';

const scalars: Record<ScalarName, (value: unknown) => boolean> = {
  SafeInt: (value) => Number.isSafeInteger(value),
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31,
  Float: (value) => typeof value === 'number' && Number.isFinite(value),
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string' && value !== '',
  UUID: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(value)),
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  LocalDate: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  JSON: () => true,
  JSONObject: (value) => typeof value === 'object' && !Array.isArray(value),
};

const differs = (place: string, value: unknown, expected: string): never => {
  throw new Error(`${place} is ${JSON.stringify(value)?.slice(0, 200)}, not ${expected}`);
};

function checkValue(type: GraphQLOutputType, field: FieldNode, value: unknown, place: string) {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) differs(place, value, String(type));
    checkValue(type.ofType, field, value, place);
  } else if (value === null) {
    return;
  } else if (isListType(type)) {
    if (!Array.isArray(value)) return differs(place, value, String(type));
    for (const [i, item] of value.entries()) checkValue(type.ofType, field, item, `${place}.${i}`);
  } else if (isEnumType(type)) {
    if (!type.getValue(String(value))) differs(place, value, type.name);
  } else if (isObjectType(type)) {
    checkObject(type, field.selectionSet, value, place);
  } else {
    const fits = scalars[type.name as ScalarName];
    if (!fits(value)) differs(place, value, type.name);
  }
}

function checkObject(
  type: GraphQLObjectType,
  set: SelectionSetNode | undefined,
  value: unknown,
  place: string,
): void {
  if (typeof value !== 'object' || Array.isArray(value)) differs(place, value, type.name);
  const members = new Map(Object.entries(value as object));
  for (const selection of set?.selections ?? []) {
    if (selection.kind !== Kind.FIELD) throw new Error('only fields are looked into');
    const name = selection.name.value;
    const key = selection.alias?.value ?? name;
    const at = `${place}.${key}`;
    if (!members.has(key)) differs(at, undefined, 'there');
    if (name === '__typename') {
      if (members.get(key) !== type.name) differs(at, members.get(key), type.name);
    } else {
      const field = type.getFields()[name];
      if (!field) throw new Error(`${type.name} has no ${name}`);
      checkValue(field.type, selection, members.get(key), at);
    }
    members.delete(key);
  }
  if (members.size > 0) differs(place, [...members.keys()], 'without what was not asked for');
}

/**
 * Checks the result of an operation against the schema: exactly the requested fields, each of its type, and null
 * only if the type allows it.
 *
 * @throws Error that names the position
 */
export function checkShape(schema: GraphQLSchema, document: string, data: unknown): void {
  const operation = getOperationAST(parse(document));
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) throw new Error('there is no operation');
  checkObject(root, operation.selectionSet, data, 'data');
}
