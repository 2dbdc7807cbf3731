import type { ArgBuilder, InputFieldMap, SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import { checkOperation } from '../complete.js';
import { type Operation, type Projection, perform } from '../operation.js';
import { builder } from './builder.js';
import { argument, inputType, orGlobalId } from './input.js';
import { selectionOf } from './selects.js';

const operations = new Map<string, Operation>();
const projections: Projection[] = [];

/** Returns every operation, in the order in which the modules register them. */
export const allOperations = (): readonly Operation[] => [...operations.values()];

/** Returns every documented path that returns a part of a query. */
export const allProjections = (): readonly Projection[] => projections;

export const findOperation = (name: string): Operation | undefined => operations.get(name);

type Arg = ArgBuilder<SchemaTypes>;

const pascal = (name: string) => name[0]?.toUpperCase() + name.slice(1);

function argsOf(op: Operation, arg: Arg): InputFieldMap {
  const { target, input } = op;
  return {
    ...(target && {
      [target.argument]: arg({
        type: 'ID',
        required: !target.optional,
        description: target.description + (target.node ? orGlobalId(target.node) : ''),
      }),
    }),
    ...Object.fromEntries(
      Object.entries(op.args ?? {}).map(([name, schema]) => [
        name,
        arg(argument(schema as z.ZodType) as never),
      ]),
    ),
    ...(input && {
      input: arg({
        type: inputType(input, `${pascal(op.name)}Input`) as never,
        required: true,
        description: input.meta()?.description ?? '',
      }),
    }),
  };
}

/** Any field type that Pothos accepts; its type parameters are invariant. */
// biome-ignore lint/suspicious/noExplicitAny: the schema types parameter of refs is invariant
type FieldType = any;

function register(op: Operation): void {
  if (operations.has(op.name)) throw new Error(`two operations are named ${op.name}`);
  checkOperation(op);
  operations.set(op.name, op);
}

type Nullable = boolean | { list: true; items: boolean };

/** Returns the options of a root field that its operation record determines. */
function fieldOf(op: Operation, type: FieldType, arg: Arg, nullable: Nullable) {
  return {
    type,
    nullable,
    description: op.description,
    extensions: { operation: op, cost: op.cost, items: op.items },
    args: argsOf(op, arg),
  };
}

interface QueryOptions {
  /** Nullability of a list's items; the field itself is always nullable. */
  nullable?: { list: true; items: boolean };
  /** Maps the arguments of the field to those of the operation. */
  argsOf?: (args: Record<string, unknown>, info: GraphQLResolveInfo) => Record<string, unknown>;
}

/**
 * Adds a query to the schema. It is nullable, so that the error of one root field does not discard the data of the
 * others.
 */
export function query(op: Operation, type: FieldType, options: QueryOptions = {}): void {
  const { nullable = true, argsOf: read = (args) => args } = options;
  register(op);
  builder.queryField(op.name, (t) =>
    t.field({
      ...fieldOf(op, type, t.arg as never, nullable),
      resolve: (_root: unknown, args: never, ctx: never, info: GraphQLResolveInfo) =>
        perform(op, ctx, read(args, info), selectionOf(info)),
    } as never),
  );
}

/** Adds a mutation to the schema. */
export function mutation(op: Operation, type: FieldType): void {
  register(op);
  builder.mutationField(op.name, (t) =>
    t.field({
      ...fieldOf(op, type, t.arg as never, true),
      resolve: (_root: unknown, args: object, ctx: never) => perform(op, ctx, args as never),
    } as never),
  );
}

/**
 * Adds a subscription to the schema. It yields functions that return the next result or throw.
 *
 * @param options.nullable false if an error ends the stream without a result
 */
export function subscription(op: Operation, type: FieldType, { nullable = true } = {}): void {
  register(op);
  builder.subscriptionField(op.name, (t) =>
    t.field({
      ...fieldOf(op, type, t.arg as never, nullable),
      subscribe: (_root: unknown, args: object, ctx: never) => perform(op, ctx, args as never),
      resolve: (step: () => unknown) => step(),
    } as never),
  );
}

/** Adds a REST path that returns a part of a query. */
export function projection(part: Projection): void {
  projections.push(part);
}
