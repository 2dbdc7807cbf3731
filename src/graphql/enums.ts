import type { z } from 'zod';
import { builder } from './builder.js';

type AnyEnum = z.ZodEnum<Record<string, string>>;

const refs = new Map<string, unknown>();
const keyOf = (values: readonly string[]) => values.join(' ');

/**
 * Returns the GraphQL enum of a zod enum, with upper-case names and descriptions. The internal values stay the
 * lower-case words that are stored and used on REST.
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

/** Returns the enum type created earlier from a zod enum with these values. */
export function enumRefOf(values: readonly string[]): unknown {
  const ref = refs.get(keyOf(values));
  if (!ref) throw new Error(`no GraphQL enum was made of: ${values.join(', ')}`);
  return ref;
}
