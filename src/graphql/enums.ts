import type { z } from 'zod';
import { builder } from './builder.js';

type AnyEnum = z.ZodEnum<Record<string, string>>;

const refs = new Map<string, unknown>();
const keyOf = (values: readonly string[]) => values.join(' ');

/**
 * The GraphQL enum of a zod enum: upper-case names, each described; the value inside stays the
 * lower-case word that is stored and that REST shows.
 */
export function enumType<E extends AnyEnum>(
  name: string,
  schema: E,
  description: string,
  values: Record<z.infer<E>, string>,
) {
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, text]) => [
        value.toUpperCase().replace(/[^A-Z0-9]/g, '_'),
        { value: value as z.infer<E>, description: text },
      ]),
    ) as Record<string, { value: z.infer<E>; description: string }>,
  });
  refs.set(keyOf(schema.options), ref);
  return ref;
}

/** The enum type made earlier from a zod enum with these values. */
export function enumRefOf(values: readonly string[]): unknown {
  const ref = refs.get(keyOf(values));
  if (!ref) throw new Error(`no GraphQL enum was made of: ${values.join(', ')}`);
  return ref;
}
