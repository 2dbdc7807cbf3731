import './access-plugin.js';
import SchemaBuilder from '@pothos/core';
import ZodPlugin from '@pothos/plugin-zod';
import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTime, GraphQLJSON, GraphQLUUID } from 'graphql-scalars';
import type { RequestContext } from '../context.js';
import { ApiError } from '../errors.js';

/** The one place where the graph's defaults, scalars and validation errors are decided. */
export const builder = new SchemaBuilder<{
  Context: RequestContext;
  DefaultFieldNullability: false;
  Scalars: {
    DateTime: { Input: Date; Output: Date | string };
    JSON: { Input: unknown; Output: unknown };
    UUID: { Input: string; Output: string };
  };
}>({
  plugins: ['access', ZodPlugin],
  defaultFieldNullability: false,
  zod: {
    validationError: (error) =>
      new ApiError('bad_user_input', 'The arguments violate the constraints listed in issues.', {
        members: {
          issues: error.issues.map((issue) => ({
            path: issue.path.map(String),
            message: issue.message,
          })),
        },
      }),
  },
});

/** A date-time without an offset is read as UTC, as REST reads it. */
const inUtc = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)
    ? `${value.length === 16 ? `${value}:00` : value}Z`
    : value;

const { parseValue, parseLiteral: _, ...dateTime } = GraphQLDateTime.toConfig();
builder.addScalarType(
  'DateTime',
  new GraphQLScalarType({ ...dateTime, parseValue: (value) => parseValue(inUtc(value)) }),
);
builder.addScalarType('JSON', GraphQLJSON);
builder.addScalarType('UUID', GraphQLUUID);

builder.queryType({ description: 'Operations that read data.' });
builder.subscriptionType({
  description: 'Operations that stream data as server-sent events. Reopen a stream that ends.',
});
builder.mutationType({
  description: 'Operations that change data; each returns the changed object.',
});
