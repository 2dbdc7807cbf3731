import type { z } from 'zod';
import { describeField } from './lib/schema.js';
import { type Operation, type RestSpec, restInput } from './operation.js';

/** What every operation says of itself to readers, over whichever face. */
interface Described {
  description: string;
  summary?: string | undefined;
  errors: readonly string[];
}

function missingTexts({ description, summary = 'none' }: Described): string[] {
  return [
    ...(description?.trim() ? [] : ['a description']),
    ...(summary.trim() ? [] : ['a summary']),
  ];
}

const takesBody = (op: Operation, rest: RestSpec | undefined) =>
  rest?.method === 'POST' && restInput(op, rest) !== undefined;

/** Whether a caller has to give something besides the target, or may give a body. */
function needsExample(op: Operation): boolean {
  const given = [...Object.values(op.args ?? {}), ...(op.input ? [op.input] : [])];
  const required = given.some((schema) => !describeField(schema as z.ZodType).optional);
  return required || takesBody(op, op.rest);
}

function reject(name: string, missing: readonly string[]): void {
  if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')}`);
}

/** @throws Error for a record without description, refusals, or example of what is given to it */
export function checkOperation(op: Operation): void {
  reject(op.name, [
    ...missingTexts({ ...op, summary: op.rest?.summary }),
    ...(op.target && !op.target.description.trim() ? ['a description of its target'] : []),
    ...(Array.isArray(op.errors) ? [] : ['its refusals']),
    ...(!op.example && needsExample(op) ? ['an example of its arguments'] : []),
  ]);
}

/** @throws Error for a path with a handler of its own that lacks the same */
export function checkEndpoint(
  route: Described & { path: string; body?: unknown; example?: object },
): void {
  reject(route.path, [
    ...missingTexts(route),
    ...(Array.isArray(route.errors) ? [] : ['its refusals']),
    ...(route.body && !route.example ? ['an example of its body'] : []),
  ]);
}
