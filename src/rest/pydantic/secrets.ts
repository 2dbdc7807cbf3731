import type { z } from 'zod';
import { describeField } from '../../lib/schema.js';
import { snakeCase } from './names.js';

const namesBySchema = new WeakMap<z.ZodType, ReadonlySet<string>>();

/** Returns the wire names of the fields that a schema marks as secret, at any depth. */
export function secretNames(schema: z.ZodType): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known) return known;
  const { shape, item } = describeField(schema);
  const names = new Set(item && secretNames(item));
  for (const [name, field] of Object.entries(shape ?? {})) {
    if (describeField(field).secret) names.add(snakeCase(name));
    for (const inner of secretNames(field)) names.add(inner);
  }
  namesBySchema.set(schema, names);
  return names;
}
