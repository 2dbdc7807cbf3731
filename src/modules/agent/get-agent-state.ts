import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { get, operation } from '../../operation.js';
import { type AgentState, agentTarget, isAgentName } from './agent.js';
import { scopeKeyText, scopeTypeText } from './upsert-agent-state.js';

export const getAgentState = operation({
  name: 'agentState',
  kind: 'query',
  description: 'Get the state of an agent in a scope.',
  access: scope('operator'),
  target: agentTarget,
  args: {
    scopeType: scopeTypeText().default('global').describe('Kind of the scope.'),
    scopeKey: scopeKeyText().default('default').describe('Scope that the state is for.'),
  },
  errors: ['agent_state_not_found'],
  rest: get('/v1/operator/agents/{agent_name}/state', {
    tool: { name: 'get_agent_state' },
    operationId: 'get_agent_state',
    tag: 'Operators',
    summary: 'Get the state of an agent',
  }),
  async run({ services }, key): Promise<AgentState> {
    const state = isAgentName(key.agentName) ? await services.agents.findState(key) : null;
    if (!state) throw new ApiError('agent_state_not_found', errorText('error.agent_state'));
    return state;
  },
});
