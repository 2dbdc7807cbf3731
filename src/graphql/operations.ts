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

/** Every operation of the graph, in the order in which the modules add them. */
export const allOperations = (): readonly Operation[] => [...operations.values()];

/** Every documented path that shows a part of a query. */
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

/** Whatever Pothos takes as the type of a field; its parameters are invariant. */
// biome-ignore lint/suspicious/noExplicitAny: the schema types parameter of refs is invariant
type FieldType = any;

function register(op: Operation): void {
  if (operations.has(op.name)) throw new Error(`two operations are named ${op.name}`);
  checkOperation(op);
  operations.set(op.name, op);
}

type Nullable = boolean | { list: true; items: boolean };

/** The parts of a root field that its record gives. */
function fieldOf(op: Operation, type: FieldType, arg: Arg, nullable: Nullable) {
  return {
    type,
    nullable,
    description: op.description,
    extensions: { operation: op, cost: op.cost },
    args: argsOf(op, arg),
  };
}

interface QueryOptions {
  /** Nullability of the items of a list; the field itself is always nullable. */
  nullable?: { list: true; items: boolean };
  /** The operation's arguments from those of the field. */
  argsOf?: (args: Record<string, unknown>, info: GraphQLResolveInfo) => Record<string, unknown>;
}

/** Puts a query on the graph. It is nullable: the error of one root field leaves the others their data. */
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

/** Puts a mutation on the graph. */
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
 * Puts a subscription on the graph; it yields functions that return the next result or throw.
 * @param options.nullable false where a refusal ends the stream without a result
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

/** Puts a part of a query on REST as a path of its own. */
export function projection(part: Projection): void {
  projections.push(part);
}
