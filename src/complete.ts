import type { z } from 'zod';
import { describeField } from './lib/schema.js';
import { type Operation, type RestSpec, restInput } from './operation.js';

/** Documentation that every operation needs in both APIs. */
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
  rest !== undefined &&
  ['PATCH', 'POST'].includes(rest.method) &&
  restInput(op, rest) !== undefined;

/** Returns true if the caller must pass more than the target, or can send a body. */
function needsExample(op: Operation): boolean {
  const given = [...Object.values(op.args ?? {}), ...(op.input ? [op.input] : [])];
  const required = given.some((schema) => !describeField(schema as z.ZodType).optional);
  return required || takesBody(op, op.rest);
}

function requireNone(name: string, missing: readonly string[]): void {
  if (missing.length > 0) throw new Error(`${name} needs ${missing.join(', ')}`);
}

/** @throws Error if an operation lacks a description, a summary, errors or an example of its input */
export function checkOperation(op: Operation): void {
  requireNone(op.name, [
    ...missingTexts({ ...op, summary: op.rest?.summary }),
    ...(op.target && !op.target.description.trim() ? ['a description of its target'] : []),
    ...(Array.isArray(op.errors) ? [] : ['its errors']),
    ...(!op.example && needsExample(op) ? ['an example of its arguments'] : []),
  ]);
}

/** @throws Error if an endpoint outside the schema lacks the same */
export function checkEndpoint(
  route: Described & { path: string; body?: unknown; example?: object },
): void {
  requireNone(route.path, [
    ...missingTexts(route),
    ...(Array.isArray(route.errors) ? [] : ['its errors']),
    ...(route.body && !route.example ? ['an example of its body'] : []),
  ]);
}
