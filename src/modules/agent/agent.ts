import { z } from 'zod';
import { text } from '../../lib/schema.js';
import { day } from '../../lib/units.js';

export const agentNameLength = { min: 2, max: 80 };
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

/** Summary of the telemetry of the last hours. */
export interface AgentTelemetrySummary {
  agentName: string;
  lastAt: Date | null;
  loopIterations: number;
  errors: number;
  /** Most frequent first, at most 100. */
  errorsByType: { errorType: string | null; count: number }[];
}
