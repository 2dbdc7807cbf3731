import { brandWithType, type ObjectRef } from '@pothos/core';
import { ApiError, errorText } from '../errors.js';
import type { Operation, OperationCall } from '../operation.js';
import { builder } from './builder.js';
import { parseGlobalId, registerNodeType } from './global-id.js';

/** Fetches the objects of a type by global id. */
interface NodeKind<T> {
  /** The query that fetches an object; its access, limits and errors apply to `node` too. */
  op: Operation<T | Promise<T>>;
  /** Returns the key of an object, unique within its type. */
  keyOf(object: T): string;
  /** Returns the arguments of the query; null for an invalid key. */
  argsOf(key: string): Record<string, unknown> | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind handles objects of one type
const kinds = new Map<string, NodeKind<any>>();

/** Makes a type a Node: adds the field `id` and lets `node` and `nodes` fetch it. */
// biome-ignore lint/suspicious/noExplicitAny: Pothos's schema types parameter is invariant
export function nodeType<T>(ref: ObjectRef<any, T, T>, kind: NodeKind<T>): void {
  kinds.set(ref.name, kind);
  registerNodeType(ref.name, kind.op.target?.missing ?? 'not_found');
  const extensions = { rest: false };
  builder.nodeRef(ref as never, { id: { resolve: kind.keyOf as never, extensions } });
}

/** Returns the query call for a global id; null if the id is invalid. */
function parseId(id: string): (OperationCall & { type: string }) | null {
  const { type = '', key = '' } = parseGlobalId(id) ?? {};
  const kind = kinds.get(type);
  const args = kind?.argsOf(key);
  return kind && args ? { type, op: kind.op, args } : null;
}

/** Returns the query calls for global ids. Invalid ids are skipped. */
export const callsOf = (ids: readonly unknown[]): OperationCall[] =>
  ids.flatMap((id) => (typeof id === 'string' ? (parseId(id) ?? []) : []));

/**
 * Fetches an object by its global id.
 *
 * @param run runs the query of its type, including access checks
 * @throws ApiError `not_found` for an invalid id, and the errors of the query
 */
export async function fetchNode(
  id: string,
  run: (call: OperationCall) => Promise<object>,
): Promise<object> {
  const call = parseId(id);
  if (!call) {
    throw new ApiError('not_found', errorText('error.global_id'), {
      hint: errorText('error.hint_global_id'),
    });
  }
  // A copy, because other fields can return the same object.
  const found = { ...(await run(call)) };
  brandWithType(found, call.type as never);
  return found;
}
