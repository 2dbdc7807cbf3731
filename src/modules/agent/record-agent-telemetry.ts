import { z } from 'zod';
import { scope } from '../../access.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { choice, freeObject, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { agentEventType, agentNameText, versionText } from './agent.js';

/** AgentTelemetryIn of the interface. */
export const recordAgentTelemetryInput = z
  .object({
    agentName: agentNameText().describe('Name of the agent.'),
    eventType: choice(agentEventType).describe('What happened.'),
    errorType: text(0, 120).nullish().describe('Kind of the error; a free label.'),
    policyVersion: versionText().nullish().describe('Version of the policy that the agent runs.'),
    promptVersion: versionText().nullish().describe('Version of the prompt that the agent runs.'),
    experimentId: text(0, 120).nullish().describe('Experiment that the agent is part of.'),
    payload: freeObject().optional().describe('Further facts.'),
  })
  .meta({ document: 'AgentTelemetryIn', description: 'A telemetry event of an agent.' });

export const recordAgentTelemetry = operation({
  name: 'recordAgentTelemetry',
  kind: 'mutation',
  description: 'Record that an agent ran once more, or met an error; counted in /metrics too.',
  access: scope('operator'),
  input: recordAgentTelemetryInput,
  errors: [],
  example: { agent_name: 'triage-agent', event_type: 'loop_iteration', payload: { messages: 3 } },
  rest: post('/v1/operator/agents/telemetry', {
    tool: { name: 'record_agent_telemetry' },
    tag: 'Operators',
    summary: 'Record a telemetry event of an agent',
    status: 201,
  }),
  async run({ services }, { input }): Promise<{ accepted: true }> {
    const { agents, clock, metrics } = services;
    const { agentName, eventType } = input;
    await agents.insertTelemetry({
      _id: newId(),
      agentName,
      eventType,
      errorType: input.errorType ?? null,
      policyVersion: input.policyVersion ?? null,
      promptVersion: input.promptVersion ?? null,
      experimentId: input.experimentId ?? null,
      payload: canonicalJson(input.payload ?? {}),
      createdAt: clock.now(),
    });
    metrics.agentReported(agentName, eventType);
    return { accepted: true };
  },
});
