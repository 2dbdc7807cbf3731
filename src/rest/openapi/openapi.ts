import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { z } from 'zod';
import { servesTestKeys } from '../../access.js';
import type { ErrorCode } from '../../errors.js';
import { takesBody } from '../../http/methods.js';
import { interfaceVersion } from '../../http/version.js';
import { describeField } from '../../lib/schema.js';
import type { RestTag } from '../../operation.js';
import type { Target } from '../../target.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { jsonSchemaOf } from '../pydantic/json-schema.js';
import { snakeCase } from '../pydantic/names.js';
import { isPaged, type RestRoute, restRoutes } from '../routes.js';
import type { AnswerExamples } from './examples.js';
import {
  anyJson,
  commonHeaders,
  etagHeader,
  eventWebhook,
  fixedSchemas,
  headers,
  idempotencyKeyParameter,
  linkHeader,
  locationHeader,
  pageEtagHeader,
  receiverTag,
  replayedHeader,
  securitySchemes,
} from './parts.js';
import { createShared, type Shared } from './shared.js';

type Json = Record<string, unknown>;

/** Returns the schema name of a path's body in the document; undefined if it has no body. */
function bodyName({ input, method, operationId }: RestRoute): string | undefined {
  if (!input || !takesBody(method)) return undefined;
  const documented = input.meta()?.['document'] as string | undefined;
  const parts = operationId.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return documented ?? `${parts.join('')}In`;
}

/** Returns the schema name of a type in the OpenAPI document. */
const nameOf = (type: GraphQLObjectType) =>
  (type.extensions['document'] as string | undefined) ?? type.name;

const scalarSchemas: Record<string, Json> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  // As in paths, where an unknown id is a 404: generated clients pass one as the other.
  UUID: { type: 'string' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer', format: 'int64' },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  LocalDate: { type: 'string', format: 'date' },
  JSON: anyJson,
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Returns the JSON Schemas of the view's output types. Every field is always present, and null if empty. */
export function outputSchemas() {
  const schemas: Record<string, Json> = {};

  /** @param name of an object, if it differs from the name of its type */
  function bare(type: GraphQLOutputType, name?: string): Json {
    if (isNonNullType(type)) return bare(type.ofType as GraphQLOutputType, name);
    if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => `\`${value.value}\``);
      return { type: 'string', description: `One of ${values.join(', ')}.` };
    }
    if (isObjectType(type)) {
      const shown = name ?? nameOf(type);
      addObject(type, shown);
      return { $ref: `#/components/schemas/${shown}` };
    }
    return { ...scalarSchemas[(type as { name: string }).name] };
  }

  function schemaOf(type: GraphQLOutputType): Json {
    const schema = bare(type);
    if (isNonNullType(type) || schema['anyOf'] === anyJson['anyOf']) return schema;
    return '$ref' in schema
      ? { anyOf: [schema, { type: 'null' }] }
      : { ...schema, type: [schema['type'], 'null'] };
  }

  function addObject(type: GraphQLObjectType, name: string): void {
    if (schemas[name]) return;
    const schema: Json = { type: 'object', description: type.description ?? '' };
    schemas[name] = schema;
    const fields = Object.values(type.getFields());
    schema['properties'] = Object.fromEntries(
      fields.map((field) => {
        const property = schemaOf(field.type);
        const description = [field.description, property['description']].filter(Boolean).join(' ');
        return [field.name, { ...property, description }];
      }),
    );
    schema['required'] = fields.map((field) => field.name);
  }

  return { schemas, bare };
}

const pathParameters: Record<string, string> = {
  job_id: 'Id of the job.',
  request_id: 'Id of the site check.',
  evidence_id: 'Id of the evidence item.',
  share_id: 'Id of the share link.',
  level: 'Level of the tile from the leaves up, or `entries`.',
  number:
    'Number of the tile on its level, in groups of three digits, with its width where it is not full.',
};

/** Returns the OpenAPI parameters: those of the path, then those of the query. */
export function parametersOf(
  path: string,
  query: z.ZodObject | undefined,
  target?: Target,
): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === target?.parameter ? target?.description : pathParameters[name ?? ''],
    schema: { type: 'string' },
  }));
  if (!query) return inPath;
  const { properties = {} } = jsonSchemaOf(query) as { properties?: Record<string, Json> };
  const inQuery = Object.entries(query.shape).map(([key, field]) => {
    const { optional, description = '', kind } = describeField(field as z.ZodType);
    const { description: _, ...schema } = properties[snakeCase(key)] ?? {};
    return {
      name: snakeCase(key),
      in: 'query',
      required: !optional,
      description,
      // Each member of an object is a parameter: `metadata[shop]=0042`.
      ...(kind === 'json' && { style: 'deepObject', explode: true }),
      schema,
    };
  });
  return [...inPath, ...inQuery];
}

const postErrors = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'erased',
] as const satisfies ErrorCode[];

/** Returns the error codes of a route besides those that it declares itself. */
function commonErrors(route: RestRoute): ErrorCode[] {
  return [
    ...route.op.access.errors,
    ...(servesTestKeys(route.op) ? [] : (['test_mode'] as const)),
    ...(route.op.target?.missing ? [route.op.target.missing] : []),
    ...(takesBody(route.method) ? postErrors : []),
    'not_acceptable',
    'uri_too_long',
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
}

function bodyOf(route: RestRoute): Json {
  const { example } = route.op;
  const name = bodyName(route);
  if (!name) return {};
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { 'application/json': { schema, ...(example && { example }) } };
  return { requestBody: { required: true, content } };
}

/** The inputs from which the operations of a document are generated. */
interface Sources {
  examples: AnswerExamples;
  shared: Shared;
  bare: (type: GraphQLOutputType, name?: string) => Json;
}

function operationOf(route: RestRoute, view: GraphQLSchema, { examples, shared, bare }: Sources) {
  const root = route.method === 'GET' ? view.getQueryType() : view.getMutationType();
  const field = root?.getFields()[route.operationId];
  if (!field) throw new Error(`${route.operationId} is not in the REST view`);
  const nextPage = isPaged(route) ? linkHeader : {};
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: route.op.access.security,
    parameters: [
      ...parametersOf(
        route.path,
        takesBody(route.method) ? undefined : route.input,
        route.op.target,
      ),
      ...(takesBody(route.method) ? [idempotencyKeyParameter] : []),
    ].map(shared.parameter),
    ...bodyOf(route),
    responses: {
      [route.status]: {
        description: 'Success.',
        headers: {
          ...commonHeaders(true),
          ...(takesBody(route.method) && replayedHeader),
          ...(route.method === 'GET' && (route.eventStream ? pageEtagHeader : etagHeader)),
          ...(route.location && locationHeader),
          ...nextPage,
        },
        content: {
          'application/json': {
            schema: bare(field.type, route.answer),
            ...shared.recorded(route.operationId, examples[route.operationId]),
          },
          ...(route.eventStream && {
            'text/event-stream': { schema: { type: 'string', description: route.eventStream } },
          }),
        },
      },
      ...(route.method === 'GET' && {
        304: shared.notModified(isPaged(route)),
      }),
      ...shared.problems(
        route.path,
        [...commonErrors(route), ...route.op.errors, ...(route.errors ?? [])],
        true,
      ),
      // The Idempotency-Key can be invalid on every POST.
      ...((route.input || route.path.includes('{') || route.method !== 'GET') && {
        422: shared.validationFailure(true),
      }),
    },
  };
}

function operationOfEndpoint(of: Endpoint, { examples, shared }: Sources) {
  const {
    method: _m,
    deferred: _d,
    routed: _r,
    handle: _h,
    path,
    query,
    access,
    tag,
    example: sent,
    body,
    ...more
  } = of;
  const { errors: codes, ...rest } = more;
  const limited = path.startsWith('/v1/');
  const edge = [
    ...(servesTestKeys(of) ? [] : (['test_mode'] as const)),
    'uri_too_long',
    ...(limited ? (['not_acceptable'] as const) : []),
    ...(path === '/healthz' ? [] : (['rate_limited'] as const)),
  ] as const;
  const answers = Object.entries(rest.responses).map(([status, answer]) => {
    const { headers: own, content, ...more } = answer;
    const example = shared.recorded(rest.operationId, examples[rest.operationId]);
    const shown = Object.entries(content ?? {}).map(([type, of]) => [
      type,
      { ...of, ...(type.endsWith('json') && example) },
    ]);
    return [
      status,
      {
        ...more,
        headers: { ...commonHeaders(limited), ...own },
        ...(content && { content: Object.fromEntries(shown) }),
      },
    ];
  });
  return {
    ...rest,
    tags: [tag],
    security: access.security,
    parameters: parametersOf(path, query).map(shared.parameter),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: body(), example: sent },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(answers),
      ...shared.problems(path, [...access.errors, ...codes, ...edge], limited),
      ...((query || body) && {
        422: shared.validationFailure(limited),
      }),
    },
  };
}

const tags = [
  { name: 'Jobs', description: 'Requests to verify something at a place, and their status.' },
  {
    name: 'Evidence',
    description: 'Photos, videos and documents, with the results of their checks.',
  },
  { name: 'Reports', description: 'Signed report versions and the keys that verify them.' },
  {
    name: 'Site checks',
    description: 'The public flow without an API key, from the request to the report.',
  },
  { name: 'Customers', description: 'Accounts of customers, their sessions and their data.' },
  { name: 'Customer requests', description: 'Site checks of a customer with an account.' },
  { name: 'Invites', description: 'Invites to take the photographs of a self-service request.' },
  { name: 'Email', description: 'The inbox, replies and outbound mail of the operators.' },
  { name: 'Operators', description: 'What operators see and do across all customers.' },
  { name: 'Dispatch', description: 'Providers, and the offers of jobs to them.' },
  { name: 'Figures', description: 'Daily figures, and how often they are looked at.' },
  { name: 'Tickets', description: 'Work that one part of the operation asks of another.' },
  { name: 'Experiments', description: 'Changes that are tried on a share of the work.' },
  { name: 'Events', description: 'What happened, in order.' },
  { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'Sandbox', description: 'Test jobs on a clock that the key moves.' },
  { name: 'Transparency', description: 'The public log of report versions.' },
  { name: 'Service', description: 'Liveness of the service.' },
  receiverTag,
] as const satisfies { name: RestTag | typeof receiverTag.name; description: string }[];

const bodySchemas = () =>
  Object.fromEntries(
    restRoutes().flatMap((route) => {
      const name = bodyName(route);
      return name && route.input ? [[name, jsonSchemaOf(route.input)]] : [];
    }),
  );

/** Returns the service's address; that of the recorded examples if the document names no server. */
const contactBase = (serverUrl: string) =>
  URL.canParse(serverUrl) ? serverUrl : 'https://verification.example';

/**
 * Returns the OpenAPI 3.1 document: responses from the REST view, bodies and parameters from the zod objects that
 * validate them, errors from the error catalogue.
 *
 * @param endpoints paths outside the GraphQL schema
 * @param examples examples of successful responses
 */
export function openApiDocument(
  view: GraphQLSchema,
  endpoints: readonly Endpoint[],
  examples: AnswerExamples,
  serverUrl = '/',
) {
  const { schemas, bare } = outputSchemas();
  const shared = createShared();
  const sources = { examples, shared, bare };
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of restRoutes())
    add(route.path, route.method, operationOf(route, view, sources));
  for (const one of endpoints) add(one.path, one.method, operationOfEndpoint(one, sources));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verification Service Public API',
      version: interfaceVersion,
      contact: { name: 'API support', url: new URL('/docs', contactBase(serverUrl)).href },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-proprietary' },
      description:
        'Have something verified at a real place and get a signed report that anyone can verify. The same operations are available in GraphQL at /graphql.',
    },
    servers: [{ url: serverUrl }],
    tags,
    paths,
    webhooks: { event: eventWebhook(shared.recorded('get_event', examples['get_event'])) },
    components: {
      responses: shared.responses,
      parameters: shared.parameters,
      examples: shared.examples,
      schemas: { ...schemas, ...bodySchemas(), ...fixedSchemas },
      headers,
      securitySchemes,
    },
  };
}
