import { z } from 'zod';
import { scope } from '../../access.js';
import { filterText, idText } from '../../lib/bounded-text.js';
import { fromRestQuery, listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { timestamp } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type AgentAction, actionDays, keptSince } from './agent.js';

const pageLength = 50;

const filterFields = {
  agentName: filterText().nullish().describe('Only actions of this agent.'),
  actionType: filterText().nullish().describe('Only actions of this type.'),
  status: filterText().nullish().describe('Only actions with this status.'),
  jobId: idText().meta({ node: 'Job' }).nullish().describe('Only actions about this job.'),
  experimentId: filterText().nullish().describe('Only actions that were part of this experiment.'),
  createdAfter: timestamp().nullish().describe('Only actions recorded after this time.'),
  createdBefore: timestamp().nullish().describe('Only actions recorded before this time.'),
};

const agentActionFilter = z.object(filterFields).meta({
  input: 'AgentActionFilter',
  description: 'Conditions on actions of agents; an action must meet all of them.',
});

export const listAgentActions = operation({
  name: 'agentActionEvents',
  kind: 'query',
  description: `List the actions of agents in the last ${actionDays} days, newest first.`,
  access: scope('operator'),
  args: {
    ...listArgs('actions', pageLength),
    filter: agentActionFilter.nullish().describe('Conditions; omitted for all actions.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/agents/action-events', {
    operationId: 'list_agent_action_events',
    tag: 'Operators',
    summary: 'List actions of agents, newest first',
    pick: 'nodes',
    query: z.object({ ...filterFields, ...restListArgs('actions', pageLength) }),
    toArgs: fromRestQuery,
  }),
  async run({ services, notes }, args, selects): Promise<Page<AgentAction>> {
    const { agents, clock } = services;
    const since = keptSince(clock.now(), actionDays);
    const filter = args.filter ?? {};
    const names = Object.keys(filterFields) as (keyof typeof filterFields)[];
    const scope = ['agentActionEvents', ...names.map((name) => filter[name] ?? null)];
    return pageNewestFirst(
      {
        scope,
        keyOf: (action: AgentAction) => ({ at: action.createdAt, id: action._id }),
        read: (range) => agents.listActions(filter, since, range),
        count: () => agents.countActions(filter, since),
      },
      { count: args.first ?? pageLength, after: args.after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
