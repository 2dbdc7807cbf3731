import type { ObjectRef } from '@pothos/core';
import { countCost } from '../operation.js';
import { builder } from './builder.js';

/** One page of a list, as every connection resolves it. */
export interface Page<T> {
  nodes: T[];
  /** Cursor behind each node, in the order of `nodes`. */
  cursors: string[];
  hasNextPage: boolean;
  /** Counts everything the filter matches; called only when it is asked for. */
  countAll?: () => Promise<number>;
}

const PageInfoRef = builder
  .objectRef<{ hasNextPage: boolean; endCursor: string | null }>('PageInfo')
  .implement({
    description: 'Where a page ends.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more follows.' }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'Cursor behind the last node; hand it to `after` for the next page.',
      }),
    }),
  });

/** A connection type of a node type: `nodes` for the many, `edges` for who needs each cursor. */
export function connectionType<T>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: Pothos's schema types parameter is invariant
  node: ObjectRef<any, T, T>,
  options: { counted: boolean },
) {
  const edge = builder.objectRef<{ node: T; cursor: string }>(`${name}Edge`).implement({
    description: 'A node with its own cursor.',
    fields: (t) => ({
      node: t.field({
        type: node as never,
        description: 'The node.',
        resolve: (e) => e.node as never,
      }),
      cursor: t.exposeString('cursor', { description: 'Cursor behind this node.' }),
    }),
  });
  return builder.objectRef<Page<T>>(`${name}Connection`).implement({
    description: 'One page of a list.',
    fields: (t) => ({
      nodes: t.field({
        type: [node] as never,
        description: 'The page.',
        resolve: (page) => page.nodes as never,
      }),
      edges: t.field({
        type: [edge],
        description: 'The page, each node with its cursor.',
        resolve: (page) =>
          page.nodes.map((each, i) => ({ node: each, cursor: page.cursors[i] ?? '' })),
      }),
      pageInfo: t.field({
        type: PageInfoRef,
        description: 'Where this page ends.',
        resolve: (page) => ({
          hasNextPage: page.hasNextPage,
          endCursor: page.cursors.at(-1) ?? null,
        }),
      }),
      ...(options.counted && {
        totalCount: t.int({
          extensions: { cost: countCost },
          description: 'How many there are in all; counted only when asked for.',
          resolve: (page) => page.countAll?.() ?? 0,
        }),
      }),
    }),
  });
}
