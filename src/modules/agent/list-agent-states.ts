import { z } from 'zod';
import { scope } from '../../access.js';
import { listArgs, restListArgs } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { get, operation } from '../../operation.js';
import type { AgentState } from './agent.js';
import { agentTarget } from './agent-target.js';

const pageLength = 50;

export const listAgentStates = operation({
  name: 'agentStates',
  kind: 'query',
  description: 'List the states of an agent in every scope, the newest scope first.',
  access: scope('operator'),
  target: agentTarget,
  args: listArgs('states', pageLength),
  errors: ['bad_cursor'],
  rest: get('/v1/operator/agents/{agent_name}/states', {
    operationId: 'list_agent_states',
    tag: 'Operators',
    summary: 'List the states of an agent',
    pick: 'nodes',
    query: z.object(restListArgs('states', pageLength)),
    toArgs: ({ limit, cursor }) => ({ first: limit, after: cursor }),
  }),
  async run({ services, notes }, { agentName, first, after }, selects): Promise<Page<AgentState>> {
    const { agents } = services;
    const scope = ['agentStates', agentName];
    return pageNewestFirst(
      {
        scope,
        keyOf: (state: AgentState) => ({ at: state.createdAt, id: state._id }),
        read: (range) => agents.listStates(agentName, range),
        count: () => agents.countStates(agentName),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
