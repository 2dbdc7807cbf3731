import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { codePointLength, text } from '../../lib/schema.js';
import { day } from '../../lib/units.js';
import type { Target } from '../../target.js';

export const agentNameLength = { min: 2, max: 80 };

/** The agent that an operation is about. */
export const agentTarget: Target<'agentName'> = {
  argument: 'agentName',
  parameter: 'agent_name',
  description: `Name of the agent, ${agentNameLength.min} to ${agentNameLength.max} characters.`,
  missing: null,
};

/** Whether a text may be the name of an agent. */
export function isAgentName(name: string): boolean {
  const length = codePointLength(name);
  return length >= agentNameLength.min && length <= agentNameLength.max;
}

/** @throws ApiError `bad_user_input` for what cannot be the name of an agent */
export function checkAgentName(name: string): void {
  if (isAgentName(name)) return;
  const { min, max } = agentNameLength;
  const message = `String should have ${min} to ${max} characters`;
  throw new ApiError('bad_user_input', message, {
    members: { issues: [{ path: ['agentName'], message, input: name }] },
  });
}

export const agentNameText = () => text(agentNameLength.min, agentNameLength.max);
export const versionText = () => text(0, 80);

/** How long actions and telemetry are answered, in days; then a TTL index removes them. */
export const actionDays = 400;
export const telemetryDays = 30;

/** What became too old to be answered, whether it was removed or not. */
export const keptSince = (now: Date, days: number) => new Date(now.getTime() - days * day);

/** Something that an agent did; never changed. */
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
  /** Canonical JSON of a free object. */
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

/** What an agent remembers over its restarts, in one scope. */
export interface AgentState {
  _id: string;
  agentName: string;
  scopeType: string;
  scopeKey: string;
  /** Canonical JSON of a free object. */
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

/** What the signs of life of some hours say. */
export interface AgentTelemetrySummary {
  agentName: string;
  lastAt: Date | null;
  loopIterations: number;
  errors: number;
  /** The most frequent first, at most 100. */
  errorsByType: { errorType: string | null; count: number }[];
}
