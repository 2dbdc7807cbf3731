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
import { type ErrorCode, errorCatalogue } from '../errors.js';
import { describeField } from '../lib/schema.js';
import { policy } from '../policy.js';
import { type DocumentedRoute, documentedRoutes } from './documented.js';
import { type RestRoute, restRoutes } from './routes.js';
import { jsonSchemaOf } from './validation/json-schema.js';
import { snakeCase } from './validation/names.js';
import { interfaceVersion } from './version.js';

type Json = Record<string, unknown>;

/** Names that the interface document gives to types of the graph. */
const documentedNames: Record<string, string> = {
  Job: 'JobSnapshotOut',
  RequesterFeedback: 'RequesterFeedbackOut',
  Report: 'RealityReportOut',
  EvidenceSubmission: 'EvidenceSubmitOut',
  EvidenceItem: 'PublicReportEvidenceItemOut',
  ReportState: 'PublicReportStateOut',
  Step: 'StepOut',
  ReportVersion: 'PublicReportVersionOut',
  ReportChangeSummary: 'PublicReportChangeSummaryOut',
};
const nameOf = (type: { name: string }) => documentedNames[type.name] ?? type.name;

const scalarSchemas: Record<string, Json> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  UUID: { type: 'string', format: 'uuid' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

/** JSON Schemas of the view's output types; every field is always present, null when empty. */
function outputSchemas() {
  const schemas: Record<string, Json> = {};

  function bare(type: GraphQLOutputType): Json {
    if (isNonNullType(type)) return bare(type.ofType as GraphQLOutputType);
    if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) };
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => `\`${value.value}\``);
      return { type: 'string', description: `One of ${values.join(', ')}.` };
    }
    if (isObjectType(type)) {
      addObject(type);
      return { $ref: `#/components/schemas/${nameOf(type)}` };
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

  function addObject(type: GraphQLObjectType): void {
    const name = nameOf(type);
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

function parametersOf(path: string, query: z.ZodObject | undefined): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
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

const problem = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code][1]}.`).join(' '),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  ...(status === 503 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
});

/** Refusals by status, from their codes. */
function refusals(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const [status] = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [status, problem(status, list)]),
  );
}

const validationFailure = {
  description: 'The request breaks a declared constraint.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } },
};

const keyed = (operation: keyof typeof policy) =>
  policy[operation] !== 'anyone' && policy[operation] !== 'task_token';

/** Refusals that a route can meet besides those that it names itself. */
function commonRefusals(route: RestRoute): ErrorCode[] {
  return [
    ...(keyed(route.field)
      ? (['api_key_missing', 'api_key_invalid', 'scope_missing'] as const)
      : []),
    ...(route.path.includes('{') ? (['job_not_found'] as const) : []),
    ...(route.query && 'cursor' in route.query.shape ? (['bad_cursor'] as const) : []),
    ...(route.method === 'POST' ? (['payload_too_large'] as const) : []),
    'internal_error',
    'unavailable',
  ];
}

function operationOf(route: RestRoute, view: GraphQLSchema, bare: (t: GraphQLOutputType) => Json) {
  const root = route.method === 'GET' ? view.getQueryType() : view.getMutationType();
  const field = root?.getFields()[route.operationId];
  if (!field) throw new Error(`${route.operationId} is not in the REST view`);
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: field.description ?? '',
    tags: [route.tag],
    ...(keyed(route.field) && { security: [{ apiKey: [] }] }),
    parameters: parametersOf(route.path, route.query),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(route.body) } },
      },
    }),
    responses: {
      [route.status]: {
        description: 'Success.',
        headers: {
          'Request-Id': {
            schema: { type: 'string' },
            description: 'Names this request in our log.',
          },
          ...(route.location && {
            Location: { schema: { type: 'string' }, description: 'Path of what was made.' },
          }),
          ...(route.pick === 'nodes' && {
            Link: { schema: { type: 'string' }, description: 'The next page, rel="next".' },
          }),
        },
        content: { 'application/json': { schema: bare(field.type) } },
      },
      ...refusals([...commonRefusals(route), ...(route.refusals ?? [])]),
      422: validationFailure,
    },
  };
}

function operationOfDocumented(route: DocumentedRoute) {
  const { method: _m, path, query, refusals: codes, body, ...rest } = route;
  return {
    ...rest,
    parameters: parametersOf(path, query),
    ...(body && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: body() } } },
    }),
    responses: {
      ...rest.responses,
      ...refusals(codes),
      ...((query || body) && { 422: validationFailure }),
    },
  };
}

const fixedSchemas = {
  HTTPValidationError: {
    title: 'HTTPValidationError',
    type: 'object',
    properties: {
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
    },
  },
  ValidationError: {
    title: 'ValidationError',
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      msg: { type: 'string' },
      type: { type: 'string' },
      input: {},
      ctx: { type: 'object' },
    },
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'hint', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string', format: 'uri-reference' },
      code: { type: 'string', enum: Object.keys(errorCatalogue) },
      hint: { type: 'string' },
      request_id: { type: 'string' },
    },
  },
};

/**
 * The OpenAPI 3.1 document: answers from the REST view, bodies and parameters from the zod
 * objects that validate them, refusals from the error catalogue.
 */
export function openApiDocument(view: GraphQLSchema, serverUrl = '/') {
  const { schemas, bare } = outputSchemas();
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const route of restRoutes) add(route.path, route.method, operationOf(route, view, bare));
  for (const route of documentedRoutes) add(route.path, route.method, operationOfDocumented(route));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verification Service Public API',
      version: interfaceVersion,
      description:
        'Have something verified at a real place and get a report that a stranger can trust. The same operations stand in GraphQL at /graphql.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { ...schemas, ...fixedSchemas },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        taskToken: { type: 'http', scheme: 'bearer', description: 'A task or capture token.' },
      },
    },
  };
}
