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
import { interfaceVersion } from '../../http/version.js';
import { describeField } from '../../lib/schema.js';
import type { RestTag, Target } from '../../operation.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { endpoints } from '../endpoints/endpoints.js';
import { jsonSchemaOf } from '../pydantic/json-schema.js';
import { snakeCase } from '../pydantic/names.js';
import { isPaged, type RestRoute, restRoutes } from '../routes.js';
import type { AnswerExamples } from './examples.js';
import {
  commonHeaders,
  etagHeader,
  eventWebhook,
  fixedSchemas,
  headers,
  idempotencyKeyParameter,
  linkHeader,
  locationHeader,
  notModified,
  pageEtagHeader,
  refusals,
  replayedHeader,
  securitySchemes,
  validationFailure,
} from './parts.js';

type Json = Record<string, unknown>;

/** Name that the interface document gives to a body. */
const documentedName = (schema: z.ZodObject) => schema.meta()?.['document'] as string | undefined;

/** Name of a type: the interface document's, where it has one. */
const nameOf = (type: GraphQLObjectType) =>
  (type.extensions['document'] as string | undefined) ?? type.name;

const scalarSchemas: Record<string, Json> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  UUID: { type: 'string', format: 'uuid' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer', format: 'int64' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  LocalDate: { type: 'string', format: 'date' },
  JSON: {},
  JSONObject: { type: 'object', additionalProperties: true },
};

/** JSON Schemas of the view's output types; every field is always present, null when empty. */
export function outputSchemas() {
  const schemas: Record<string, Json> = {};

  /** @param name of an object, where it has another one than its type has elsewhere */
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
    if (isNonNullType(type) || Object.keys(schema).length === 0) return schema;
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
  level: 'Level of the tile from the leaves up, or `entries`.',
  number:
    'Number of the tile on its level, in groups of three digits, with its width where it is not full.',
};

/** Parameters in OpenAPI's form: those in the path, then those of the query. */
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
    const { optional, description = '' } = describeField(field as z.ZodType);
    const { description: _, ...schema } = properties[snakeCase(key)] ?? {};
    return { name: snakeCase(key), in: 'query', required: !optional, description, schema };
  });
  return [...inPath, ...inQuery];
}

const refusalsOfPosts = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'erased',
] as const satisfies ErrorCode[];

/** Refusals that a route can meet besides those that it names itself. */
function commonRefusals(route: RestRoute): ErrorCode[] {
  return [
    ...route.op.access.refusals,
    ...(servesTestKeys(route.op) ? [] : (['test_mode'] as const)),
    ...(route.op.target?.missing ? [route.op.target.missing] : []),
    ...(route.method === 'POST' ? refusalsOfPosts : []),
    'not_acceptable',
    'uri_too_long',
    'rate_limited',
    'internal_error',
    'unavailable',
  ];
}

function bodyOf(route: RestRoute): Json {
  const { input, method, op } = route;
  const { example } = op;
  if (!input || method === 'GET') return {};
  const name = documentedName(input);
  const schema = name ? { $ref: `#/components/schemas/${name}` } : jsonSchemaOf(input);
  const content = { 'application/json': { schema, ...(example && { example }) } };
  return { requestBody: { required: true, content } };
}

function operationOf(
  route: RestRoute,
  view: GraphQLSchema,
  examples: AnswerExamples,
  bare: (t: GraphQLOutputType, name?: string) => Json,
) {
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
        route.method === 'GET' ? route.input : undefined,
        route.op.target,
      ),
      ...(route.method === 'POST' ? [idempotencyKeyParameter] : []),
    ],
    ...bodyOf(route),
    responses: {
      [route.status]: {
        description: 'Success.',
        headers: {
          ...commonHeaders(true),
          ...(route.method === 'POST' && replayedHeader),
          ...(route.method === 'GET' && (route.eventStream ? pageEtagHeader : etagHeader)),
          ...(route.location && locationHeader),
          ...nextPage,
        },
        content: {
          'application/json': {
            schema: bare(field.type, route.answer),
            example: examples[route.operationId],
          },
          ...(route.eventStream && {
            'text/event-stream': { schema: { type: 'string', description: route.eventStream } },
          }),
        },
      },
      ...(route.method === 'GET' && {
        304: { ...notModified, headers: { ...notModified.headers, ...nextPage } },
      }),
      ...refusals(
        route.path,
        [...commonRefusals(route), ...route.op.refusals, ...(route.refusals ?? [])],
        true,
      ),
      // An Idempotency-Key may be wrong on every POST.
      ...((route.input || route.path.includes('{') || route.method === 'POST') && {
        422: validationFailure,
      }),
    },
  };
}

function operationOfEndpoint(of: Endpoint, examples: AnswerExamples) {
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
  const { refusals: codes, ...rest } = more;
  const limited = path.startsWith('/v1/');
  const edge = [
    ...(servesTestKeys(of) ? [] : (['test_mode'] as const)),
    'uri_too_long',
    ...(limited ? (['not_acceptable', 'rate_limited'] as const) : []),
  ] as const;
  const answers = Object.entries(rest.responses).map(([status, answer]) => {
    const { headers: own, content, ...more } = answer;
    const example = examples[rest.operationId];
    const shown = Object.entries(content ?? {}).map(([type, of]) => [
      type,
      { ...of, ...(type.endsWith('json') && { example }) },
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
    parameters: parametersOf(path, query),
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
      ...refusals(path, [...access.refusals, ...codes, ...edge], limited),
      ...((query || body) && {
        422: { ...validationFailure, headers: commonHeaders(limited) },
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
] as const satisfies { name: RestTag; description: string }[];

/** Schemas of the bodies that the interface document names. */
const bodySchemas = () =>
  Object.fromEntries(
    restRoutes().flatMap(({ input }) => {
      const name = input && documentedName(input);
      return name ? [[name, jsonSchemaOf(input)]] : [];
    }),
  );

/**
 * The OpenAPI 3.1 document: answers from the REST view, bodies and parameters from the zod
 * objects that validate them, refusals from the error catalogue.
 * @param examples of successful answers
 */
export function openApiDocument(view: GraphQLSchema, examples: AnswerExamples, serverUrl = '/') {
  const { schemas, bare } = outputSchemas();
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of restRoutes())
    add(route.path, route.method, operationOf(route, view, examples, bare));
  for (const one of endpoints) add(one.path, one.method, operationOfEndpoint(one, examples));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verification Service Public API',
      version: interfaceVersion,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-proprietary' },
      description:
        'Have something verified at a real place and get a signed report that anyone can verify. The same operations are available in GraphQL at /graphql.',
    },
    servers: [{ url: serverUrl }],
    tags,
    paths,
    webhooks: { event: eventWebhook(examples['get_event']) },
    components: {
      schemas: { ...schemas, ...bodySchemas(), ...fixedSchemas },
      headers,
      securitySchemes,
    },
  };
}
