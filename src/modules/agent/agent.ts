import { z } from 'zod';
import { ApiError, englishText } from '../../errors.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { codePointLength, text } from '../../lib/schema.js';
import { day } from '../../lib/units.js';
import type { Target } from '../../target.js';

export const agentNameLength = { min: 2, max: 80 };

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
  throw new ApiError('bad_user_input', englishText(message), {
    members: { issues: [{ path: ['agentName'], message, input: name }] },
  });
}

export const agentNameText = () => text(agentNameLength.min, agentNameLength.max);
export const versionText = () => text(0, 80);

/** Retention of actions and telemetry in days; afterwards a TTL index removes them. */
export const actionDays = 400;
export const telemetryDays = 30;

/** Returns the start of the retention period; older records are not returned, even if not removed yet. */
export const keptSince = (now: Date, days: number) => new Date(now.getTime() - days * day);

/** An action of an agent; never changed. */
export interface AgentAction {
  _id: string;
  /** Integrator of the key that recorded it. */
  integratorId: string;
  agentName: string;
  actionType: string;
  status: string;
  jobId: string | null;
  reasonCode: string | null;
  marketCity: string | null;
  laneFamily: string | null;
  laneKey: string | null;
  policyVersion: string | null;
  promptVersion: string | null;
  experimentId: string | null;
  latencyMs: number | null;
  /** Canonical JSON of an arbitrary object. */
  payload: string;
  createdAt: Date;
}

/** Agents name jobs by their ids; actions expire by age. */
export const agentActionPolicies: FieldPolicies<AgentAction> = {
  _id: kept,
  integratorId: kept,
  agentName: kept,
  actionType: kept,
  status: kept,
  jobId: kept,
  reasonCode: kept,
  marketCity: kept,
  laneFamily: kept,
  laneKey: kept,
  policyVersion: kept,
  promptVersion: kept,
  experimentId: kept,
  latencyMs: kept,
  payload: kept,
  createdAt: kept,
};

/** State of an agent in one scope, kept across its restarts. */
export interface AgentState {
  _id: string;
  agentName: string;
  scopeType: string;
  scopeKey: string;
  /** Canonical JSON of an arbitrary object. */
  statePayload: string;
  createdAt: Date;
  updatedAt: Date;
}

export const agentStatePolicies: FieldPolicies<AgentState> = {
  _id: kept,
  agentName: kept,
  scopeType: kept,
  scopeKey: kept,
  statePayload: kept,
  createdAt: kept,
  updatedAt: kept,
};

export type AgentStateKey = Pick<AgentState, 'agentName' | 'scopeType' | 'scopeKey'>;

export const agentEventType = z.enum(['loop_iteration', 'error']);
export type AgentEventType = z.infer<typeof agentEventType>;

/** A telemetry event of an agent. */
export interface AgentTelemetry {
  _id: string;
  agentName: string;
  eventType: AgentEventType;
  errorType: string | null;
  policyVersion: string | null;
  promptVersion: string | null;
  experimentId: string | null;
  payload: string;
  createdAt: Date;
}

export const agentTelemetryPolicies: FieldPolicies<AgentTelemetry> = {
  _id: kept,
  agentName: kept,
  eventType: kept,
  errorType: kept,
  policyVersion: kept,
  promptVersion: kept,
  experimentId: kept,
  payload: kept,
  createdAt: kept,
};

/** Summary of the telemetry of the last hours. */
export interface AgentTelemetrySummary {
  agentName: string;
  lastAt: Date | null;
  loopIterations: number;
  errors: number;
  /** Most frequent first, at most 100. */
  errorsByType: { errorType: string | null; count: number }[];
}
