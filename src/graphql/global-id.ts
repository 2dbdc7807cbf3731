import { decodeGlobalID } from '@pothos/plugin-relay';
import type { z } from 'zod';
import { ApiError, type ErrorCode, errorText } from '../errors.js';
import { describeField } from '../lib/schema.js';
import type { Operation } from '../operation.js';

/** Code of the error for a missing object, by the name of its Node type. */
const nodeTypes = new Map<string, ErrorCode>();

export const registerNodeType = (type: string, missing: ErrorCode): void => {
  nodeTypes.set(type, missing);
};

/** Base64, in contrast to a plain id with its hyphens. */
const base64 = /^[\w+/]+=*$/;

/** Parses a global id into its Node type and key; null for any other text. */
export function parseGlobalId(id: string): { type: string; key: string } | null {
  // Checked first, because an exception's stack trace costs more than the rest of a small query.
  if (!base64.test(id)) return null;
  try {
    const { typename: type, id: key } = decodeGlobalID(id);
    return nodeTypes.has(type) ? { type, key } : null;
  } catch {
    return null;
  }
}

/** Treatment of a global id of another type: keep it, so that it matches nothing, or throw. */
type OtherType = 'keep' | 'throw';

function plainId(id: string, type: string, other: OtherType): string {
  const parsed = parseGlobalId(id);
  if (!parsed) return id;
  if (parsed.type === type) return parsed.key;
  if (other === 'keep') return id;
  const missing = nodeTypes.get(type) ?? 'not_found';
  const detail = errorText('error.global_id_type', { type: parsed.type, expected: type });
  throw new ApiError(missing, detail);
}

function plainValue(value: unknown, schema: z.ZodType, other: OtherType): unknown {
  const { item, shape, node } = describeField(schema);
  if (item && Array.isArray(value)) return value.map((each) => plainValue(each, item, other));
  if (shape && typeof value === 'object' && value !== null)
    return plainMembers(value, shape, other);
  return node !== undefined && typeof value === 'string' ? plainId(value, node, other) : value;
}

const plainMembers = (members: object, shape: Record<string, z.ZodType>, other: OtherType) =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, schema ? plainValue(value, schema, other) : value];
    }),
  );

function namesNode(schema: z.ZodType): boolean {
  const { item, shape, node } = describeField(schema);
  return (
    node !== undefined ||
    (item !== undefined && namesNode(item)) ||
    Object.values(shape ?? {}).some(namesNode)
  );
}

const shapes = new WeakMap<Operation, Record<string, z.ZodType>>();

/** Returns the arguments of an operation that contain ids of Nodes, without its target. */
function shapeOf(op: Operation): Record<string, z.ZodType> {
  const known = shapes.get(op);
  if (known) return known;
  const all = { ...(op.args as Record<string, z.ZodType>), ...(op.input && { input: op.input }) };
  const shape = Object.fromEntries(Object.entries(all).filter(([, schema]) => namesNode(schema)));
  shapes.set(op, shape);
  return shape;
}

/**
 * Replaces each global id in the arguments of a root field with a plain id. The arguments can be invalid.
 *
 * @throws ApiError if a mutation's input contains a global id of another type
 */
export function plainArgs(op: Operation, args: Record<string, unknown>): Record<string, unknown> {
  const { target } = op;
  const plain = plainMembers(args, shapeOf(op), op.kind === 'mutation' ? 'throw' : 'keep');
  const id = target && args[target.argument];
  if (target?.node && typeof id === 'string') {
    plain[target.argument] = plainId(id, target.node, 'keep');
  }
  return plain;
}
