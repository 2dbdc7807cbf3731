import './access-plugin.js';
import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import {
  GraphQLDateTime,
  GraphQLJSON,
  GraphQLJSONObject,
  GraphQLLocalDate,
  GraphQLSafeInt,
  GraphQLUUID,
} from 'graphql-scalars';
import type { RequestContext } from '../context.js';
import { ApiError, errorText } from '../errors.js';

/** Maximum number of issues in one error; a list of thousands of items could otherwise cause as many. */
const issuesMax = 100;

/** The schema builder, which defines defaults, scalars and validation errors of the GraphQL API. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    DateTime: { Input: Date; Output: Date | string };
    LocalDate: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: unknown; Output: object };
    SafeInt: { Input: number; Output: number };
    UUID: { Input: string; Output: string };
  };
}>({
  plugins: ['access', RelayPlugin, ZodPlugin],
  defaultFieldNullability: false,
  relay: {
    // Operation records define these queries, in node.ts.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodeTypeOptions: { description: 'An object that its global id fetches again.' },
    idFieldOptions: { description: 'Opaque global id, for `node` and `nodes`.' },
    pageInfoTypeOptions: { description: 'Bounds of a page and whether the list continues.' },
    hasNextPageFieldOptions: { description: 'Whether the list has items after the page.' },
    hasPreviousPageFieldOptions: { description: 'Whether the list has items before the page.' },
    startCursorFieldOptions: {
      description: 'Cursor of the first node; pass it as `before` for the previous page.',
    },
    endCursorFieldOptions: {
      description: 'Cursor of the last node; pass it as `after` for the next page.',
    },
    pageInfoFieldOptions: { description: 'Bounds of this page.' },
    edgesFieldOptions: { nullable: false, description: 'The page, each node with its cursor.' },
    nodeFieldOptions: { nullable: false, description: 'The node.' },
    cursorFieldOptions: { description: 'Cursor of this node.' },
  },
  zod: {
    validationError: (error) =>
      new ApiError('bad_user_input', errorText('error.arguments'), {
        members: {
          issues: error.issues.slice(0, issuesMax).map((issue) => ({
            path: issue.path.map(String),
            message: issue.message,
          })),
        },
      }),
  },
});

/** Every scalar of the schema, including the standard ones. */
export type ScalarName = keyof (typeof builder)['$inferSchemaTypes']['Scalars'] & string;

/** Appends `Z` to a date-time without an offset, which is read as UTC, as on REST. */
const inUtc = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)
    ? `${value.length === 16 ? `${value}:00` : value}Z`
    : value;

/** Replaces the scalar's own message, which contains the value. */
const noDateTime = (nodes?: ValueNode) =>
  new GraphQLError('DateTime cannot represent what is no date-time of RFC 3339.', { nodes });

const { parseValue, parseLiteral, ...dateTime } = GraphQLDateTime.toConfig();
builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({
    ...dateTime,
    parseValue(value) {
      try {
        return parseValue(inUtc(value));
      } catch {
        throw noDateTime();
      }
    },
    parseLiteral(node) {
      try {
        return parseLiteral(
          node.kind === Kind.STRING ? { ...node, value: String(inUtc(node.value)) } : node,
          null,
        );
      } catch {
        throw noDateTime(node);
      }
    },
  }),
);
builder.addScalarType(
  'LocalDate',
  new GraphQLScalarType({
    ...GraphQLLocalDate.toConfig(),
    description: 'A day of UTC, `YYYY-MM-DD`.',
  }),
);
builder.addScalarType('JSON', GraphQLJSON);
builder.addScalarType('JSONObject', GraphQLJSONObject);
builder.addScalarType('UUID', GraphQLUUID);
builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    description: 'An integer from -(2^53 - 1) to 2^53 - 1, a JSON number.',
  }),
);

builder.queryType({ description: 'Operations that read data.' });
builder.subscriptionType({
  description:
    'Operations that stream data, over graphql-transport-ws or HTTP (server-sent events or multipart). Reopen a stream that ends.',
});
builder.mutationType({
  description: 'Operations that change data; each returns the changed object.',
});
