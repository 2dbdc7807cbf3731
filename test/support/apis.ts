import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { findOperation } from '../../src/graphql/operations.js';
import { schema } from '../../src/graphql/schema.js';
import { type Operation, type RestSpec, restInput } from '../../src/operation.js';
import { camelCase, snakeCase } from '../../src/rest/pydantic/names.js';
import type { TestApp } from './app.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
type Json = any;

/** A call in the terms that REST and GraphQL share: REST's names and values. */
export interface ApiCall {
  /** Id of the target. */
  id?: string;
  /** The access token, if the operation accepts one. */
  token?: string | null;
  input?: Record<string, unknown>;
  key?: string | null;
  /** Secret of a customer's session, sent as a cookie. Then a key is sent only if one is given. */
  session?: string | undefined;
  headers?: Record<string, string>;
}

/** A response in the same terms. */
export interface ApiAnswer {
  /** The returned object; undefined for an error. */
  body: Json;
  /** Lower-case error code; `invalid_input` for a 422 of REST. */
  code: string | undefined;
  replayed: boolean;
  /** Values of Set-Cookie. */
  cookies: string[];
}

export interface Api {
  name: 'REST' | 'GraphQL';
  /** @param operation name of the root field */
  call(app: TestApp, operation: string, call?: ApiCall): Promise<ApiAnswer>;
}

export function recordOf(name: string): Operation & { rest: RestSpec } {
  const op = findOperation(name);
  if (!op?.rest) throw new Error(`${name} has no REST path`);
  return op as Operation & { rest: RestSpec };
}

const givenTo = ({ token, input }: ApiCall): Record<string, unknown> => ({
  ...(token != null && { access_token: token }),
  ...input,
});

/** Returns the REST request of a call. */
export function restRequest(op: Operation & { rest: RestSpec }, call: ApiCall) {
  const { method } = op.rest;
  const given = givenTo(call);
  const path = op.rest.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = name in given ? given[name] : call.id;
    delete given[name];
    return encodeURIComponent(String(value ?? ''));
  });
  const takes = restInput(op, op.rest) !== undefined;
  if (method === 'PATCH' || method === 'POST')
    return { method, path, body: takes ? given : undefined };
  const query = new URLSearchParams(given as Record<string, string>);
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body: undefined };
}

const roots = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};

export function fieldOf(op: Operation): GraphQLField<unknown, unknown> {
  const field = roots[op.kind]?.getFields()[op.name];
  if (!field) throw new Error(`the graph has no ${op.name}`);
  return field;
}

/**
 * Converts a value from REST's names and values to a GraphQL input of this type. Values of another type stay unchanged.
 */
function toGraph(value: Json, type: GraphQLInputType): Json {
  const bare = getNullableType(type);
  if (isListType(bare) && Array.isArray(value))
    return value.map((each) => toGraph(each, bare.ofType));
  if (isEnumType(bare)) return bare.getValues().find((one) => one.value === value)?.name ?? value;
  if (!isInputObjectType(bare) || value === null || typeof value !== 'object') return value;
  const fields = bare.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = fields[camelCase(name)];
      return [camelCase(name), field ? toGraph(each, field.type) : each];
    }),
  );
}

/** Returns the fields of a type that REST includes, as a selection. */
function selectionOf(type: GraphQLOutputType): string {
  const bare = getNamedType(type);
  if (!isObjectType(bare)) return '';
  const fields = Object.values(bare.getFields()).filter(
    (field) => field.extensions['rest'] !== false && !field.args.some(isRequiredArgument),
  );
  return ` { ${fields.map((field) => field.name + selectionOf(field.type)).join(' ')} }`;
}

/** Returns the fields of a type that REST includes, without the braces of the selection. */
export function fieldsOfType(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return selectionOf(type).trim().slice(1, -1);
}

/** Converts a GraphQL result of this type to REST's names and values. */
function toRest(value: Json, type: GraphQLOutputType): Json {
  const bare = getNullableType(type);
  if (value === null || value === undefined) return value;
  if (isListType(bare)) return value.map((each: Json) => toRest(each, bare.ofType));
  if (isEnumType(bare)) return bare.getValues().find((one) => one.name === value)?.value ?? value;
  if (!isObjectType(bare)) return value;
  const fields = bare.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field = fields[name];
      return [snakeCase(name), field ? toRest(each, field.type) : each];
    }),
  );
}

/** Returns the variables of a call: arguments of the field by name, all others in `input`. */
function variablesOf(op: Operation, call: ApiCall): Record<string, unknown> {
  const { args } = fieldOf(op);
  const variables: Record<string, unknown> = {};
  const inside: Record<string, unknown> = {};
  const argOf = (name: string): GraphQLArgument | undefined =>
    args.find((arg) => arg.name === camelCase(name));
  for (const [name, value] of Object.entries(givenTo(call))) {
    const arg = argOf(name);
    if (arg) variables[arg.name] = toGraph(value, arg.type);
    else inside[name] = value;
  }
  const input = argOf('input');
  if (input) variables['input'] = toGraph(inside, input.type);
  if (op.target) variables[op.target.argument] = call.id;
  return variables;
}

/**
 * Returns the GraphQL document of a call, with its variables.
 *
 * @param selection selection of the result; by default all fields that REST includes
 */
export function graphqlRequest(op: Operation, call: ApiCall, selection?: string) {
  const field = fieldOf(op);
  const variables = variablesOf(op, call);
  const used = field.args.filter((arg) => arg.name in variables);
  const declared = used.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = used.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const list = (text: string) => (text === '' ? '' : `(${text})`);
  const below = selection ?? selectionOf(field.type);
  const document = `${op.kind}${list(declared)} { ${op.name}${list(passed)}${below} }`;
  return { document, variables };
}

/** Returns the key and headers of a call. By default the pilot key is used if one is required. */
function credentialsOf(op: Operation, { key, session, headers }: ApiCall) {
  const { security } = op.access;
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  const needsKey = !isOptional && security.some((scheme) => 'apiKey' in scheme);
  return {
    ...(key !== undefined ? { key } : needsKey && session === undefined ? {} : { key: null }),
    headers: { ...(session !== undefined && { cookie: `session=${session}` }), ...headers },
  };
}

const rest: Api = {
  name: 'REST',
  async call(app, operation, call = {}) {
    const op = recordOf(operation);
    const { method, path, body } = restRequest(op, call);
    const answer = await app.rest(method, path, {
      ...credentialsOf(op, call),
      ...(body && { body }),
    });
    const ok = answer.status < 300;
    return {
      body: ok ? answer.body : undefined,
      code: ok ? undefined : answer.status === 422 ? 'invalid_input' : answer.body.code,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
      cookies: answer.headers.getSetCookie(),
    };
  },
};

const graphql: Api = {
  name: 'GraphQL',
  async call(app, operation, call = {}) {
    const op = recordOf(operation);
    const { document, variables } = graphqlRequest(op, call);
    const answer = await app.graphql(document, variables, credentialsOf(op, call));
    const code = answer.errors?.[0]?.extensions['code'].toLowerCase();
    return {
      body: code ? undefined : toRest(answer.data[operation], fieldOf(op).type),
      code: code === 'bad_user_input' ? 'invalid_input' : code,
      replayed: answer.extensions?.idempotentReplayed === true,
      cookies: answer.headers.getSetCookie(),
    };
  },
};

/** REST and GraphQL, for operations that support both. */
export const apis: readonly Api[] = [rest, graphql];
export const restApi = rest;
