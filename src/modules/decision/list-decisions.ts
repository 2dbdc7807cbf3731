import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { timestamp } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Decision } from './decision.js';

const pageLength = 50;

const filterFields = {
  category: filterText().nullish().describe('Only decisions of this category.'),
  authorId: filterText().nullish().describe('Only decisions of this author.'),
  sourceType: filterText().nullish().describe('Only decisions with this kind of source.'),
  sourceId: filterText().nullish().describe('Only decisions with this source.'),
  createdAfter: timestamp().nullish().describe('Only decisions logged after this time.'),
  createdBefore: timestamp().nullish().describe('Only decisions logged before this time.'),
};

const decisionFilter = z.object(filterFields).meta({
  input: 'DecisionFilter',
  description: 'Conditions on decisions; a decision must meet all of them.',
});

export const listDecisions = operation({
  name: 'decisions',
  kind: 'query',
  description: 'List the decision log, newest first.',
  access: scope('operator'),
  args: {
    ...listArgs('decisions', pageLength),
    filter: decisionFilter.nullish().describe('Conditions; omitted for all decisions.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/decisions', {
    operationId: 'list_decisions',
    tag: 'Operators',
    summary: 'List decisions, newest first',
    pick: 'nodes',
    query: z.object({ ...filterFields, ...restListArgs('decisions', pageLength) }),
    toArgs: fromRestQuery,
  }),
  async run({ services, notes }, args, selects): Promise<Page<Decision>> {
    const { decisions } = services;
    const filter = args.filter ?? {};
    const names = Object.keys(filterFields) as (keyof typeof filterFields)[];
    const scope = ['decisions', ...names.map((name) => filter[name] ?? null)];
    return pageNewestFirst(
      {
        scope,
        keyOf: (decision: Decision) => ({ at: decision.createdAt, id: decision._id }),
        read: (range) => decisions.list(filter, range),
        count: () => decisions.count(filter),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
