import { scope } from '../../access.js';
import { whole } from '../../lib/schema.js';
import { hour } from '../../lib/units.js';
import { get, operation } from '../../operation.js';
import { type AgentTelemetrySummary, agentNameText, keptSince, telemetryDays } from './agent.js';

export const getAgentTelemetry = operation({
  name: 'agentTelemetry',
  kind: 'query',
  description: 'Count the loop iterations and errors of an agent in the last hours.',
  access: scope('operator'),
  args: {
    agentName: agentNameText().describe('Name of the agent.'),
    hours: whole({ ge: 1, le: telemetryDays * 24 })
      .default(24)
      .describe('Hours to look back.'),
  },
  example: { agent_name: 'triage-agent' },
  errors: [],
  rest: get('/v1/operator/agents/telemetry', {
    operationId: 'get_agent_telemetry',
    tag: 'Operators',
    summary: 'Get the telemetry of an agent',
  }),
  async run({ services }, { agentName, hours }): Promise<AgentTelemetrySummary> {
    const { agents, clock } = services;
    const now = clock.now();
    const since = new Date(now.getTime() - hours * hour);
    const [lastAt, events, errors] = await Promise.all([
      agents.lastTelemetry(agentName, keptSince(now, telemetryDays)),
      agents.countEvents(agentName, since),
      agents.countErrors(agentName, since),
    ]);
    const countOf = (type: string) => events.find(({ value }) => value === type)?.count ?? 0;
    return {
      agentName,
      lastAt,
      loopIterations: countOf('loop_iteration'),
      errors: countOf('error'),
      errorsByType: errors.map(({ value, count }) => ({ errorType: value, count })),
    };
  },
});
