import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { get, operation } from '../../operation.js';
import type { Experiment } from './experiment.js';

const pageLength = 50;

const filterFields = {
  status: filterText().nullish().describe('Only experiments with this status.'),
  surface: filterText().nullish().describe('Only experiments on this surface.'),
  owningPlane: filterText().nullish().describe('Only experiments of this part of the operation.'),
};

const experimentFilter = z.object(filterFields).meta({
  input: 'ExperimentFilter',
  description: 'Conditions on experiments; an experiment must meet all of them.',
});

export const listExperiments = operation({
  name: 'experiments',
  kind: 'query',
  description: 'List experiments, newest first.',
  access: scope('operator'),
  args: {
    ...listArgs('experiments', pageLength),
    filter: experimentFilter.nullish().describe('Conditions; omitted for all experiments.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/experiments', {
    operationId: 'list_experiments',
    tag: 'Experiments',
    summary: 'List experiments, newest first',
    pick: 'nodes',
    query: z.object({ ...filterFields, ...restListArgs('experiments', pageLength) }),
    toArgs: fromRestQuery,
  }),
  async run({ services, notes }, args, selects): Promise<Page<Experiment>> {
    const { experiments } = services;
    const filter = args.filter ?? {};
    const names = Object.keys(filterFields) as (keyof typeof filterFields)[];
    const scope = ['experiments', ...names.map((name) => filter[name] ?? null)];
    return pageNewestFirst(
      {
        scope,
        keyOf: (experiment: Experiment) => ({ at: experiment.createdAt, id: experiment._id }),
        read: (range) => experiments.list(filter, range),
        count: () => experiments.count(filter),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
