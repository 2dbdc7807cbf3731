import type { z } from 'zod';
import { type Bounds, describeField, type FieldDescription } from '../../lib/schema.js';
import { snakeCase } from './names.js';

/** A JSON Schema of dialect 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

/** Returns the JSON Schema of a schema's input: wire names, every constraint. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const field = describeField(schema);
  const value = valueSchema(field);
  return {
    ...(field.nullable ? { anyOf: [value, { type: 'null' }] } : value),
    ...(field.description !== undefined && { description: field.description }),
    ...(field.defaultValue !== undefined && { default: field.defaultValue }),
    ...(field.examples && { examples: field.examples }),
  };
}

function valueSchema(field: FieldDescription): JsonSchema {
  const { kind, bounds, scalar, values, item, shape, form } = field;
  switch (kind) {
    case 'text':
      return {
        type: 'string',
        // The format implies the pattern; openapi-generator's Python does not compile with both.
        ...(scalar === 'LocalDate' ? { format: 'date' } : limits(bounds)),
      };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'choice':
      return { type: 'string', enum: values };
    case 'list':
      return { type: 'array', items: jsonSchemaOf(item as z.ZodType), ...limits(bounds) };
    case 'json':
      return form ?? { type: 'object', additionalProperties: true };
    case 'value':
      return { ...form };
    case 'object':
      return objectSchema(Object.entries(shape ?? {}));
    case 'number':
      return { type: 'number', format: 'double', ...limits(bounds) };
    case 'integer':
      return { type: 'integer', ...(isLong(bounds) && { format: 'int64' }), ...limits(bounds) };
    default:
      return { type: kind, ...limits(bounds) };
  }
}

/** True for an integer that can exceed 32 bits, which generated clients assume without a format. */
const isLong = ({ maximum }: Bounds) => maximum !== undefined && maximum >= 2 ** 31;

/** Returns the bounds that have JSON Schema keywords; `integer` is the type itself. */
function limits({ integer: _, maxDepth: __, ...keywords }: Bounds): JsonSchema {
  return keywords;
}

function objectSchema(fields: [name: string, schema: z.ZodType][]): JsonSchema {
  const required = fields.filter(([, schema]) => !describeField(schema).optional);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, schema]) => [snakeCase(name), jsonSchemaOf(schema)]),
    ),
    ...(required.length > 0 && { required: required.map(([name]) => snakeCase(name)) }),
  };
}
