import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText } from '../../lib/bounded-text.js';
import { listArgs, restListArgs, statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type Provider, providerStatus } from './provider.js';

const pageLength = 50;

const filterArgs = {
  status: choice(providerStatus).nullish().describe('Only providers with this status.'),
  marketCityKey: filterText().nullish().describe('Only providers that work in this market city.'),
};

export const listProviders = operation({
  name: 'providers',
  kind: 'query',
  description: 'List the providers, newest first.',
  access: scope('operator'),
  args: { ...listArgs('providers', pageLength), ...filterArgs },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/providers', {
    operationId: 'list_providers',
    tag: 'Dispatch',
    summary: 'List providers, newest first',
    pick: 'nodes',
    query: z.object({
      ...filterArgs,
      status: statusText('providers'),
      ...restListArgs('providers', pageLength),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  async run({ services, notes }, { first, after, ...filter }, selects): Promise<Page<Provider>> {
    const { providers } = services;
    const scope = ['providers', filter.status ?? null, filter.marketCityKey ?? null];
    return pageNewestFirst(
      {
        scope,
        keyOf: ({ createdAt: at, _id: id }: Provider) => ({ at, id }),
        read: (range) => providers.list(filter, range),
        count: () => providers.count(filter),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
