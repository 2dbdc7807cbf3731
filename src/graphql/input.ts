import type { InputRef } from '@pothos/core';
import type { z } from 'zod';
import { type Bounds, describeField, type FieldDescription, whole } from '../lib/schema.js';
import { builder } from './builder.js';
import { enumRefOf } from './enums.js';

const scalars = {
  text: 'String',
  number: 'Float',
  integer: 'Int',
  boolean: 'Boolean',
  timestamp: 'DateTime',
  json: 'JSON',
} as const;

function typeOf(field: FieldDescription): unknown {
  if (field.kind === 'list' && field.item) return [typeOf(describeField(field.item))];
  if (field.kind === 'choice') return enumRefOf(field.values ?? []);
  if (field.kind === 'object')
    throw new Error('nested input objects are given a name of their own');
  return scalars[field.kind as keyof typeof scalars];
}

const between = (min: number | undefined, max: number | undefined, unit: string): string =>
  min !== undefined && max !== undefined
    ? ` ${min} to ${max}${unit}.`
    : max !== undefined
      ? ` At most ${max}${unit}.`
      : min !== undefined
        ? ` At least ${min}${unit}.`
        : '';

/** A field's description with its bounds, which SDL has no other place for. */
function described({
  description = '',
  bounds,
}: {
  description?: string | undefined;
  bounds: Bounds;
}) {
  return (
    description +
    between(bounds.minLength, bounds.maxLength, ' characters') +
    between(bounds.minimum, bounds.maximum, '') +
    between(bounds.minItems, bounds.maxItems, ' items') +
    (bounds.pattern ? ` Matches ${bounds.pattern}.` : '')
  );
}

/** How long a page may be. */
export const pageSize = (max: number) => whole({ ge: 1, le: max });

/**
 * The GraphQL input type of a zod object: names, nullability, defaults, bounds and descriptions
 * come from it, and its own parse validates what arrives.
 */
export function inputType<S extends z.ZodObject>(
  name: string,
  schema: S,
  description: string,
): InputRef<z.infer<S>> {
  const ref = builder.inputRef<z.infer<S> & object>(name);
  ref.implement({
    description,
    validate: { schema } as never,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(schema.shape).map(([key, zodField]) => {
          const field = describeField(zodField as z.ZodType);
          return [
            key,
            t.field({
              type: typeOf(field) as 'String',
              required: !field.optional && !field.nullable && field.defaultValue === undefined,
              ...(field.defaultValue !== undefined && {
                defaultValue: field.defaultValue as string,
              }),
              description: described(field),
            }),
          ];
        }),
      ) as never,
  });
  return ref as unknown as InputRef<z.infer<S>>;
}
