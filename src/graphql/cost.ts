import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  valueFromASTUntyped,
} from 'graphql';
import { fragmentsOf } from './expansion.js';

export const objectCost = 1;
export const embeddedListCost = 3;
/** The schema's lists are long, and introspection requires no key. */
export const introspectionFactor = 5;

/** Maximum size of an operation, calculated from its document alone. */
export interface OperationSize {
  /**
   * An object costs 1, a scalar 0, an embedded list 3 in total, a page `first` times its node, a batch as many times its result as it has items, a list with a `length`
   * in the extensions of its field that many times its item, a count 50; introspection costs five times as much. A
   * field that is `stored` in the extensions costs nothing, including everything below it.
   */
  cost: number;
  /** Levels of fields, starting at the root field, without introspection. */
  depth: number;
}

interface Measured {
  schema: GraphQLSchema;
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  defaults: Map<string, unknown>;
  /** Sizes of fragments by name and page length, so that repeated spreads are not measured again. */
  known: Map<string, OperationSize>;
}

const nothing: OperationSize = { cost: 0, depth: 0 };

/** Returns the value of a field's argument, from a literal or a variable; undefined if it is absent. */
function givenValue(node: FieldNode, argument: string, m: Measured): unknown {
  const given = node.arguments?.find((one) => one.name.value === argument)?.value;
  if (given?.kind !== Kind.VARIABLE) return given && valueFromASTUntyped(given, m.variables);
  const { value: name } = given.name;
  // A variable can have the name of an inherited property.
  // A variable set to null does not get its own default; the field uses its argument's default.
  return Object.hasOwn(m.variables, name) ? m.variables[name] : m.defaults.get(name);
}

/** Returns the number of items of a batch; an invalid list is rejected by its own validation. */
function itemCount(input: unknown, items: string): number {
  const listed = (input as Record<string, unknown> | null | undefined)?.[items];
  return Array.isArray(listed) ? Math.max(1, listed.length) : 1;
}

/** Returns the length of a field's page or batch, from its arguments or their default; null for a field without pages. */
function pageLength(field: GraphQLField<unknown, unknown>, node: FieldNode, m: Measured) {
  const items = field.extensions['items'];
  if (typeof items === 'string') return itemCount(givenValue(node, 'input', m), items);
  const arg = field.args.find((one) => one.name === 'first');
  if (!arg) return null;
  const value = givenValue(node, 'last', m) ?? givenValue(node, 'first', m) ?? arg.defaultValue;
  // An invalid length is rejected by the argument's own validation.
  return typeof value === 'number' && value > 0 ? value : 1;
}

/** Returns the maximum number of items in a list field that returns one item per given id. */
function idCount(field: GraphQLField<unknown, unknown>, node: FieldNode, m: Measured) {
  if (!field.args.some((one) => one.name === 'ids')) return null;
  const ids = givenValue(node, 'ids', m);
  return Array.isArray(ids) ? ids.length : 1;
}

function introspectionSize({ name, selectionSet }: FieldNode, m: Measured): OperationSize {
  const field = [SchemaMetaFieldDef, TypeMetaFieldDef].find((one) => one.name === name.value);
  if (!field || !selectionSet) return nothing;
  const { cost } = selectionSize(getNamedType(field.type), selectionSet, null, m);
  return { cost: introspectionFactor * (objectCost + cost), depth: 0 };
}

function fieldSize(
  parent: GraphQLNamedType,
  node: FieldNode,
  page: number | null,
  m: Measured,
): OperationSize {
  if (node.name.value.startsWith('__')) return introspectionSize(node, m);
  const field =
    isObjectType(parent) || isInterfaceType(parent)
      ? parent.getFields()[node.name.value]
      : undefined;
  if (!field) return nothing;
  // Cost of the field without its selection.
  const own = Number(field.extensions['cost'] ?? 0);
  if (!node.selectionSet) return { cost: own, depth: 1 };
  const type = getNamedType(field.type);
  // A small part of a document that is read anyway.
  if (field.extensions['stored']) return { cost: own, depth: 1 + depthBelow(type, node, m) };
  const isList = isListType(getNullableType(field.type));
  const inner = selectionSize(type, node.selectionSet, pageLength(field, node, m), m);
  const depth = inner.depth + 1;
  // A list whose items lead back to it declares its length, because nesting multiplies it.
  const stated = (field.extensions['length'] as number | undefined) ?? null;
  const length = page ?? idCount(field, node, m) ?? stated;
  if (isList && length !== null) return { cost: own + length * (objectCost + inner.cost), depth };
  return { cost: own + (isList ? embeddedListCost : objectCost) + inner.cost, depth };
}

const depthBelow = (type: GraphQLNamedType, { selectionSet }: FieldNode, m: Measured): number =>
  selectionSet ? selectionSize(type, selectionSet, null, m).depth : 0;

function fragmentSize(name: string, page: number | null, m: Measured): OperationSize {
  const key = `${name} ${page}`;
  const known = m.known.get(key);
  if (known) return known;
  const fragment = m.fragments.get(name);
  const type = fragment && m.schema.getType(fragment.typeCondition.name.value);
  const size = type ? selectionSize(type, fragment.selectionSet, page, m) : nothing;
  m.known.set(key, size);
  return size;
}

/** @param page page length, if this selection is on a connection: its lists are that long; null otherwise */
function selectionSize(
  parent: GraphQLNamedType,
  set: SelectionSetNode,
  page: number | null,
  m: Measured,
): OperationSize {
  let cost = 0;
  let depth = 0;
  for (const selection of set.selections) {
    let size: OperationSize;
    if (selection.kind === Kind.FIELD) size = fieldSize(parent, selection, page, m);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      size = fragmentSize(selection.name.value, page, m);
    } else {
      const named = selection.typeCondition && m.schema.getType(selection.typeCondition.name.value);
      size = selectionSize(named ?? parent, selection.selectionSet, page, m);
    }
    cost += size.cost;
    depth = Math.max(depth, size.depth);
  }
  return { cost, depth };
}

/** Returns the operation of a document that a request selects; null if it selects none. */
export function operationOf(
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode | null {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return (
    (operationName ? operations.find((one) => one.name?.value === operationName) : operations[0]) ??
    null
  );
}

/** Returns the defaults of an operation's variables by name; undefined for a variable without one. */
export const variableDefaults = ({ variableDefinitions }: OperationDefinitionNode) =>
  new Map<string, unknown>(
    variableDefinitions?.map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue && valueFromASTUntyped(defaultValue),
    ]),
  );

/** Measures an operation of a valid document before it runs. Skipped fields count too. */
export function measureOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): OperationSize {
  const root = schema.getRootType(operation.operation);
  if (!root) return nothing;
  return selectionSize(root, operation.selectionSet, null, {
    schema,
    fragments: fragmentsOf(document),
    variables,
    defaults: variableDefaults(operation),
    known: new Map(),
  });
}

/** Returns the number of aliases in a document. */
export function countAliases(document: DocumentNode): number {
  let count = 0;
  const walk = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD && selection.alias) count += 1;
      if (selection.kind !== Kind.FRAGMENT_SPREAD) walk(selection.selectionSet);
    }
  };
  for (const one of document.definitions) {
    if ('selectionSet' in one) walk(one.selectionSet);
  }
  return count;
}
