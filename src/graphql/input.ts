import type { InputRef } from '@pothos/core';
import type { z } from 'zod';
import { type Bounds, describeField, type FieldDescription } from '../lib/schema.js';
import { builder } from './builder.js';
import { enumRefOf } from './enums.js';

const scalars = {
  text: 'String',
  number: 'Float',
  integer: 'Int',
  boolean: 'Boolean',
  timestamp: 'DateTime',
  json: 'JSON',
  value: 'JSON',
} as const;

function typeOf(field: FieldDescription): unknown {
  if (field.kind === 'list' && field.item) return [typeOf(describeField(field.item))];
  if (field.kind === 'choice') return enumRefOf(field.values ?? []);
  if (field.object) return nestedInput(field.object);
  return field.scalar ?? scalars[field.kind as keyof typeof scalars];
}

const between = (min: number | undefined, max: number | undefined, unit: string): string =>
  min !== undefined && max !== undefined
    ? ` ${min} to ${max}${unit}.`
    : max !== undefined
      ? ` At most ${max}${unit}.`
      : min !== undefined
        ? ` At least ${min}${unit}.`
        : '';

/** Suffix for the description of an id. */
export const orGlobalId = (node: string): string => ` The global id of a ${node} is accepted too.`;

/** Returns a field's description with its bounds, because SDL has no other place for them. */
function described({
  description = '',
  bounds,
  node,
}: {
  description?: string | undefined;
  bounds: Bounds;
  node?: string | undefined;
}) {
  return (
    description +
    between(bounds.minLength, bounds.maxLength, ' characters') +
    between(bounds.minimum, bounds.maximum, '') +
    between(bounds.minItems, bounds.maxItems, ' items') +
    (bounds.maxDepth ? ` Nested at most ${bounds.maxDepth} levels deep.` : '') +
    (bounds.pattern ? ` Matches ${bounds.pattern}.` : '') +
    (node ? orGlobalId(node) : '')
  );
}

/** Returns the Pothos options of a field or an argument, derived from its zod schema. */
function configOf(schema: z.ZodType) {
  const field = describeField(schema);
  return {
    type: typeOf(field) as 'String',
    required: !field.optional && !field.nullable && field.defaultValue === undefined,
    ...(field.defaultValue !== undefined && { defaultValue: field.defaultValue as string }),
    description: described(field),
  };
}

const refs = new WeakMap<z.ZodObject, InputRef<object>>();

function makeInput(schema: z.ZodObject, name: string, validate: object): InputRef<object> {
  const known = refs.get(schema);
  if (known) return known;
  const ref = builder.inputRef<object>(name);
  refs.set(schema, ref);
  ref.implement({
    description: schema.meta()?.description ?? '',
    ...validate,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([key, field]) => [
          key,
          t.field(configOf(field as z.ZodType)),
        ]),
      ) as never,
  });
  return ref;
}

/** Returns the input type of a nested object; the outermost object validates it. */
function nestedInput(schema: z.ZodObject): InputRef<object> {
  const name = schema.meta()?.['input'];
  if (typeof name !== 'string')
    throw new Error('a nested input object needs a name: .meta({ input })');
  return makeInput(schema, name, {});
}

/**
 * Returns the GraphQL input type of a zod object. Names, nullability, defaults, bounds and descriptions are taken from
 * the schema, which also validates the input. The type's name is `input` of its meta.
 *
 * @param fallback name for a schema without one
 */
export function inputType(schema: z.ZodObject, fallback: string): InputRef<object> {
  const name = schema.meta()?.['input'];
  const validate = { validate: { schema } as never };
  return makeInput(schema, typeof name === 'string' ? name : fallback, validate);
}

/** Returns the GraphQL argument of a zod schema; the schema validates the value. */
export function argument(schema: z.ZodType) {
  const config = configOf(schema);
  const { nullable, defaultValue } = describeField(schema);
  // An argument with a default can be omitted, but null is not a valid value.
  const required = config.required || (defaultValue !== undefined && !nullable);
  return { ...config, required, validate: { schema } as never };
}
