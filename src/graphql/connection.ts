import type { ObjectRef } from '@pothos/core';
import { type GraphQLResolveInfo, Kind } from 'graphql';
import type { Page } from '../lib/page.js';
import { countCost, type Operation } from '../operation.js';
import { builder } from './builder.js';
import { query } from './operations.js';

/** Returns the connection and edge types of a node type. `nodes` and `edges` list the same page. */
export function connectionType<T>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: Pothos's schema types parameter is invariant
  node: ObjectRef<any, T, T>,
  options: { counted: boolean },
) {
  return builder.connectionObject(
    {
      type: node as never,
      name: `${name}Connection`,
      description: 'One page of a list.',
      fields: (t) => ({
        // Pothos would create every edge for it.
        nodes: t.field({
          type: [node] as never,
          description: 'The page.',
          resolve: (page) => (page as unknown as Page<T>).nodes as never,
        }),
        ...(options.counted && {
          totalCount: t.int({
            extensions: { cost: countCost },
            description: 'Number of items that match the filter; counted only when selected.',
            resolve: (page) => (page as unknown as Page<T>).countAll?.() ?? 0,
          }),
        }),
      }),
    },
    { name: `${name}Edge`, description: 'A node with its cursor.' },
  );
}

/** Returns the type of a list that the OpenAPI document shows as `{total, items}`. */
export function pagedList<T>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: Pothos's schema types parameter is invariant
  item: ObjectRef<any, T, T>,
  { document, description }: { document: string; description: string },
) {
  return builder.objectRef<Page<T>>(name).implement({
    extensions: { document },
    description,
    fields: (t) => ({
      total: t.int({
        extensions: { cost: countCost },
        description: 'Number of items that match the filter.',
        resolve: (page) => page.countAll?.() ?? 0,
      }),
      items: t.field({
        type: [item] as never,
        description: 'The page.',
        resolve: (page) => page.nodes as never,
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        extensions: { rest: false },
        description: 'Bounds of this page.',
        resolve: (page) => page.pageInfo,
      }),
    }),
  });
}

/** Returns true if the document or its variables provide an argument; a default does not count. */
function isGiven(name: string, { fieldNodes, variableValues }: GraphQLResolveInfo): boolean {
  const value = fieldNodes[0]?.arguments?.find((one) => one.name.value === name)?.value;
  if (!value) return false;
  return value.kind !== Kind.VARIABLE || Object.hasOwn(variableValues, value.name.value);
}

/** Adds a list to the schema. The default of `first` does not apply if `last` is present. */
export function connection(op: Operation, type: ReturnType<typeof connectionType>): void {
  query(op, type, {
    argsOf: (args, info) =>
      args['last'] != null && !isGiven('first', info) ? { ...args, first: null } : args,
  });
}
