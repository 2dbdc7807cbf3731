import { ApiError } from '../../errors.js';
import { codePointLength } from '../../lib/schema.js';
import type { Target } from '../../operation.js';
import { agentNameLength } from './agent.js';

/** The agent that an operation targets. */
export const agentTarget: Target<'agentName'> = {
  argument: 'agentName',
  parameter: 'agent_name',
  description: `Name of the agent, ${agentNameLength.min} to ${agentNameLength.max} characters.`,
  missing: null,
};

/** Returns whether a text is a valid agent name. */
export function isAgentName(name: string): boolean {
  const length = codePointLength(name);
  return length >= agentNameLength.min && length <= agentNameLength.max;
}

/** @throws ApiError `bad_user_input` for an invalid agent name */
export function checkAgentName(name: string): void {
  if (isAgentName(name)) return;
  const { min, max } = agentNameLength;
  const message = `String should have ${min} to ${max} characters`;
  throw new ApiError('bad_user_input', message, {
    members: { issues: [{ path: ['agentName'], message, input: name }] },
  });
}
