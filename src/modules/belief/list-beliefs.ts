import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { finite } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Belief } from './belief.js';

const pageLength = 50;

const filterFields = {
  scopeType: filterText().nullish().describe('Only beliefs of this kind of scope.'),
  scopeKey: filterText().nullish().describe('Only beliefs about this scope.'),
  beliefKey: filterText().nullish().describe('Only beliefs with this key.'),
  status: filterText().nullish().describe('Only beliefs with this status.'),
  minConfidence: finite({ ge: 0, le: 1 })
    .nullish()
    .describe('Only beliefs held at least so surely.'),
};

const beliefFilter = z.object(filterFields).meta({
  input: 'BeliefFilter',
  description: 'Conditions on beliefs; a belief must meet all of them.',
});

export const listBeliefs = operation({
  name: 'beliefs',
  kind: 'query',
  description: 'List beliefs, superseded and retired ones included, newest first.',
  access: scope('operator'),
  args: {
    ...listArgs('beliefs', pageLength),
    filter: beliefFilter.nullish().describe('Conditions; omitted for all beliefs.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/beliefs', {
    tool: { name: 'list_beliefs' },
    operationId: 'list_beliefs',
    tag: 'Operators',
    summary: 'List beliefs, newest first',
    pick: 'nodes',
    query: z.object({ ...filterFields, ...restListArgs('beliefs', pageLength) }),
    toArgs: fromRestQuery,
  }),
  async run({ services, notes }, args, selects): Promise<Page<Belief>> {
    const { beliefs } = services;
    const filter = args.filter ?? {};
    const names = Object.keys(filterFields) as (keyof typeof filterFields)[];
    const scope = ['beliefs', ...names.map((name) => filter[name] ?? null)];
    return pageNewestFirst(
      {
        scope,
        keyOf: (belief: Belief) => ({ at: belief.createdAt, id: belief._id }),
        read: (range) => beliefs.list(filter, range),
        count: () => beliefs.count(filter),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
