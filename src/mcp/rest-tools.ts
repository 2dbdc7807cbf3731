import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { GraphQLSchema } from 'graphql';
import { rejectTestKey } from '../access.js';
import type { RequestContext } from '../context.js';
import { ApiError } from '../errors.js';
import { isBearerToken } from '../lib/credential.js';
import { hasLoneSurrogate } from '../lib/schema.js';
import { admit, type ToolSpec } from '../operation.js';
import { outputSchemas, parametersOf } from '../rest/openapi/openapi.js';
import { coerceField } from '../rest/pydantic/coerce.js';
import { coerceText } from '../rest/pydantic/coerce-scalar.js';
import { Fault, Issues, missing, notUnicode } from '../rest/pydantic/issue.js';
import { jsonSchemaOf } from '../rest/pydantic/json-schema.js';
import { snakeCase } from '../rest/pydantic/names.js';
import { secretNames } from '../rest/pydantic/secrets.js';
import type { WireValue } from '../rest/pydantic/wire-json.js';
import { isPaged, type RestRoute, restRoutes } from '../rest/routes.js';
import { errorResult, errorResultOfProblem, resultOf, type Tool, type ToolCaller } from './tool.js';

type Json = Record<string, unknown>;

const nextCursorSchema = {
  type: ['string', 'null'],
  description: 'Cursor of the next page; null on the last.',
};

/** Returns the path, query and body of a route as one flat object schema. */
function inputSchemaOf(route: RestRoute): Json & { type: 'object' } {
  const inPath = parametersOf(route.path, undefined, route.op.target);
  const body = (route.input ? jsonSchemaOf(route.input) : {}) as {
    properties?: Json;
    required?: string[];
  };
  const names = [...inPath.map(({ name }) => String(name)), ...(body.required ?? [])];
  const required = [...new Set(names)];
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        inPath.map(({ name, schema, description }) => [name, { ...(schema as Json), description }]),
      ),
      ...body.properties,
    },
    ...(required.length > 0 && { required }),
  };
}

/** Returns the names of the component schemas that a schema refers to, directly or indirectly. */
function namesIn(schema: unknown, components: Record<string, Json>, found = new Set<string>()) {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(components[name], components, found);
  }
  return found;
}

const inDefs = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));

/** Returns the response schema of a route as one object: a list becomes `items` and `next_cursor`. */
function outputSchemaOf(route: RestRoute, view: GraphQLSchema): Json & { type: 'object' } {
  const { schemas, bare } = outputSchemas();
  const root = route.method === 'GET' ? view.getQueryType() : view.getMutationType();
  const field = root?.getFields()[route.operationId];
  if (!field) throw new Error(`${route.operationId} is not in the REST view`);
  const answer = bare(field.type, route.answer);
  const own =
    answer['type'] === 'array'
      ? { properties: { items: answer }, required: ['items'] }
      : (schemas[namesIn(answer, schemas).values().next().value ?? ''] as {
          properties: Json;
          required: string[];
        });
  const paged = isPaged(route);
  const names = namesIn(own, schemas);
  return {
    type: 'object',
    properties: {
      ...inDefs(own.properties),
      ...(paged && { next_cursor: nextCursorSchema }),
    },
    required: [...new Set([...own.required, ...(paged ? ['next_cursor'] : [])])],
    ...(names.size > 0 && {
      $defs: Object.fromEntries([...names].map((name) => [name, inDefs(schemas[name])])),
    }),
  };
}

/** Returns the cursor from the `Link` to the next page. */
function nextCursorOf(response: Response, { cursor = 'cursor' }: RestRoute): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return address === undefined ? null : new URL(address).searchParams.get(cursor);
}

/** Returns the query or the body, and the headers with the credential from the arguments. */
function requestOf(route: RestRoute, given: Json) {
  if (route.method !== 'GET') {
    const headers = { 'content-type': 'application/json' };
    // A route without a body does not read one.
    return { query: '', headers, ...(route.input && { body: JSON.stringify(given) }) };
  }
  const { access_token: token, ...rest } = given;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value === null) continue;
    query.set(name, String(value));
  }
  // Keeps a secret out of the URL. An invalid credential stays in the query, whose validation rejects it.
  const headers: Record<string, string> = {};
  if (typeof token === 'string' && isBearerToken(token)) {
    headers['authorization'] = `Bearer ${token}`;
  } else if (token != null) query.set('access_token', String(token));
  return { query: query.size > 0 ? `?${query}` : '', headers };
}

/** Returns the fault of an argument that is part of the path. */
function faultOf(value: unknown): Fault | null {
  if (value == null || value === '') return missing;
  if (typeof value !== 'string') return coerceText(value as WireValue, {}) as Fault;
  if (hasLoneSurrogate(value)) return notUnicode;
  return dotSegment.test(value) ? unaddressable : null;
}

/** Such a path segment would lead to another path. */
const dotSegment = /^\.{1,2}$/;
const unaddressable = new Fault('value_error', 'Value error, must not consist of dots only');

/** Checks the lists and objects among the query arguments, which would otherwise be searched for as text. */
function checkQuery({ input }: RestRoute, given: Json, issues: Issues): void {
  for (const [field, schema] of Object.entries(input?.shape ?? {})) {
    const name = snakeCase(field);
    const value = given[name] as WireValue;
    if (typeof value !== 'object' || value === null) continue;
    coerceField(schema, value, { issues, loc: ['query', name], secret: false });
  }
}

/** Returns the path with its arguments filled in, the other arguments, and the faults. */
function pathOf(route: RestRoute, given: Json) {
  const rest = { ...given };
  const issues = new Issues(route.input ? [secretNames(route.input)] : []);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    const fault = faultOf(value);
    if (fault) issues.add(fault, ['path', name], (fault === missing ? given : value) as WireValue);
    return fault ? name : encodeURIComponent(String(value));
  });
  if (route.method === 'GET') checkQuery(route, rest, issues);
  return { path, issues: issues.list, rest };
}

async function callRoute(
  route: RestRoute,
  given: Json,
  { ctx, callPath }: ToolCaller,
): Promise<CallToolResult> {
  const { path, issues, rest } = pathOf(route, given);
  // If the caller is not authorized, calls the path anyway: it rejects a credential before invalid input.
  if (issues.length > 0 && (await mayCall(route, ctx))) return errorResult({ detail: issues });
  const { query, ...init } = requestOf(route, rest);
  const response = await callPath(path + query, { method: route.method, ...init });
  const answer = (await response.json()) as Json;
  if (!response.ok) return errorResultOfProblem(answer);
  const whole = Array.isArray(answer) ? { items: answer } : answer;
  return resultOf(
    isPaged(route) ? { ...whole, next_cursor: nextCursorOf(response, route) } : whole,
  );
}

/** Returns true if the headers allow the caller to call the route; a token is checked by the call itself. */
async function mayCall(route: RestRoute, ctx: RequestContext): Promise<boolean> {
  try {
    rejectTestKey(route.op, ctx);
    if (!route.op.access.early) return true;
    await admit(route.op, ctx, {});
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Returns the tools for documented paths, in the order of the paths. */
export function restTools(view: GraphQLSchema): Tool[] {
  const withTool = restRoutes().filter(
    (route): route is RestRoute & { tool: ToolSpec } => route.tool !== undefined,
  );
  return withTool.map((route) => ({
    listed: {
      name: route.tool.name,
      title: route.summary,
      description: route.description,
      inputSchema: inputSchemaOf(route),
      outputSchema: outputSchemaOf(route, view),
      annotations: {
        readOnlyHint: route.method === 'GET',
        ...(route.method === 'POST' && { destructiveHint: false }),
        ...route.tool.annotations,
      },
    },
    callsPath: true,
    isListedFor: (ctx) => mayCall(route, ctx),
    call: (given, caller) => callRoute(route, given, caller),
  }));
}
