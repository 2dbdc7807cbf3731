import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
  parseValue,
  valueFromASTUntyped,
} from 'graphql';
import { type Random, randomText } from './random.js';
import type { Known } from './rest-fuzz.js';

const idsFor = (name: string, known: Known) =>
  name === 'requestId' ? known.requestIds : known.jobIds;

/** Returns a literal for an input type, usually a valid one. */
function literal(random: Random, type: GraphQLInputType, name: string, known: Known): string {
  if (random.chance(0.01)) return random.pick(['null', '1', '"x"', 'X', '{}', '[]', '1e400', '$v']);
  if (isNonNullType(type)) return literal(random, type.ofType, name, known);
  if (isListType(type)) {
    return `[${Array.from({ length: random.int(4) }, () => literal(random, type.ofType, name, known)).join(' ')}]`;
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || random.chance(0.4),
    );
    return `{ ${fields.map((field) => `${field.name}: ${literal(random, field.type, field.name, known)}`).join(', ')} }`;
  }
  switch (getNamedType(type).name) {
    case 'Int':
      return String(random.pick([1, 2, 5, 20, 200, 201, 0, -1, 2 ** 31]));
    case 'Float':
      return String(random.pick([52.5, 13.4, 0, -91, 1e308]));
    case 'Boolean':
      return random.pick(['true', 'false']);
    case 'DateTime':
      return random.pick(['"2026-01-31T12:00:00Z"', '"yesterday"']);
    case 'ID':
      return JSON.stringify(
        random.chance(0.8)
          ? random.pick(random.chance(0.1) ? ['x'] : idsFor(name, known))
          : randomText(random),
      );
    default:
      if (/token/i.test(name) && random.chance(0.9))
        return JSON.stringify(random.pick(known.tokens));
      if (name === 'mediaUrl') return '"http://127.0.0.1/x"';
      return JSON.stringify(randomText(random, random.pick([0, 5, 9, 12, 45, 64, 600])));
  }
}

/** The variables that a document declares, and their values. */
interface Variables {
  declared: string[];
  given: Record<string, unknown>;
}

/** Returns a variable in place of a literal, or the text itself if it is not a literal. */
function asVariable(text: string, type: GraphQLInputType, { declared, given }: Variables): string {
  const name = `v${declared.length}`;
  try {
    given[name] = valueFromASTUntyped(parseValue(text), {});
  } catch {
    return text;
  }
  declared.push(`$${name}: ${type}`);
  return `$${name}`;
}

function args(
  random: Random,
  list: readonly GraphQLArgument[],
  known: Known,
  variables: Variables,
): string {
  const given = list.filter((arg) =>
    isNonNullType(arg.type) ? random.chance(0.97) : random.chance(0.4),
  );
  if (given.length === 0) return '';
  const values = given.map((arg) => {
    const text = literal(random, arg.type, arg.name, known);
    return random.chance(0.4) ? asVariable(text, arg.type, variables) : text;
  });
  return `(${given.map((arg, i) => `${arg.name}: ${values[i]}`).join(', ')})`;
}

function selection(
  random: Random,
  type: GraphQLOutputType,
  depth: number,
  known: Known,
  variables: Variables,
): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) => (depth > 0 || !isObjectType(getNamedType(field.type))) && random.chance(0.5),
  );
  const inner = fields.map(
    (field) =>
      `${field.name}${args(random, field.args, known, variables)}${selection(random, field.type, depth - 1, known, variables)}`,
  );
  return ` { __typename ${inner.join(' ')} }`;
}

/** Returns other ids for `revokeApiKey`, because revoking the keys in use would end the fuzzing. */
const knownTo = (field: string, known: Known): Known =>
  field === 'revokeApiKey' ? { ...known, jobIds: known.spareKeyIds, requestIds: [] } : known;

/** Kinds of operations, by frequency. */
const kinds: OperationTypeNode[] = [
  ...Array(11).fill(OperationTypeNode.QUERY),
  ...Array(8).fill(OperationTypeNode.MUTATION),
  OperationTypeNode.SUBSCRIPTION,
];

/** Generates a document from the schema, valid or nearly so, with its variables. */
export function graphqlRequest(
  random: Random,
  schema: GraphQLSchema,
  known: Known,
): { query: string; variables: Record<string, unknown> } {
  const kind = random.pick(kinds);
  const root = schema.getRootType(kind);
  const fields = Object.values(root?.getFields() ?? {});
  const variables: Variables = { declared: [], given: {} };
  const most = kind === 'subscription' ? 1 : 2;
  const chosen = Array.from({ length: 1 + random.int(most) }, () => random.pick(fields));
  const body = chosen
    .map(
      (field, i) =>
        `f${i}: ${field.name}${args(random, field.args, knownTo(field.name, known), variables)}${selection(random, field.type, 4, known, variables)}`,
    )
    .join(' ');
  const { declared, given } = variables;
  const query = `${kind}${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body} }`;
  if (!random.chance(0.06)) return { query, variables: given };
  const at = random.int(query.length);
  const damaged = query.slice(0, at) + randomText(random, 3) + query.slice(at + random.int(5));
  return { query: damaged, variables: given };
}
