import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import {
  type AgentAction,
  type AgentState,
  type AgentTelemetrySummary,
  agentEventType,
  telemetryDays,
} from './agent.js';
import { getAgentState } from './get-agent-state.js';
import { getAgentTelemetry } from './get-agent-telemetry.js';
import { listAgentActions } from './list-agent-actions.js';
import { listAgentStates } from './list-agent-states.js';
import { recordAgentAction } from './record-agent-action.js';
import { recordAgentTelemetry } from './record-agent-telemetry.js';
import { upsertAgentState } from './upsert-agent-state.js';

enumType('AgentEventType', agentEventType, 'Type of a telemetry event.', {
  loop_iteration: 'The agent ran its loop once more.',
  error: 'The agent met an error.',
});

const maybe = (description: string) => ({ nullable: true, description }) as const;

const AgentActionRef = builder.objectRef<AgentAction>('AgentActionEvent').implement({
  extensions: { document: 'AgentActionEventOut' },
  description: 'Something that an agent did (AgentActionEventOut).',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the record, a UUIDv7.' }),
    agentName: t.exposeString('agentName', { description: 'Name of the agent.' }),
    actionType: t.exposeString('actionType', { description: 'What the agent did.' }),
    status: t.exposeString('status', { description: 'How it ended.' }),
    jobId: t.exposeString('jobId', maybe('Id of the job that it was about; null without one.')),
    reasonCode: t.exposeString('reasonCode', maybe('Why the agent did it; null when not given.')),
    marketCity: t.exposeString('marketCity', {
      ...maybe('Market city that it was about; null when none is known.'),
      extensions: { rest: false },
    }),
    laneFamily: t.exposeString('laneFamily', {
      ...maybe('Family of the lane; null when not given.'),
      extensions: { rest: false },
    }),
    laneKey: t.exposeString('laneKey', maybe('Lane that it was about; null when none is known.')),
    policyVersion: t.exposeString(
      'policyVersion',
      maybe('Version of the policy; null when not given.'),
    ),
    promptVersion: t.exposeString(
      'promptVersion',
      maybe('Version of the prompt; null when not given.'),
    ),
    experimentId: t.exposeString(
      'experimentId',
      maybe('Experiment that it was part of; null without one.'),
    ),
    latencyMs: t.expose('latencyMs', {
      type: 'SafeInt',
      ...maybe('Duration in milliseconds; null when not given.'),
    }),
    payload: t.field({
      type: 'JSONObject',
      description: 'Further facts, as given.',
      resolve: ({ payload }) => JSON.parse(payload),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the record.' }),
  }),
});

const AgentStateRef = builder.objectRef<AgentState>('AgentState').implement({
  extensions: { document: 'AgentStateOut' },
  description: 'What an agent remembers in one scope (AgentStateOut).',
  fields: (t) => ({
    agentName: t.exposeString('agentName', { description: 'Name of the agent.' }),
    scopeType: t.exposeString('scopeType', { description: 'Kind of the scope.' }),
    scopeKey: t.exposeString('scopeKey', { description: 'Scope that the state is for.' }),
    statePayload: t.field({
      type: 'JSONObject',
      description: 'The state, as given.',
      resolve: ({ statePayload }) => JSON.parse(statePayload),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the scope had its first state.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description:
        'Time of the latest state; send it with the next state to replace no other than this one.',
    }),
  }),
});

const ErrorCountRef = builder
  .objectRef<AgentTelemetrySummary['errorsByType'][number]>('AgentErrorCount')
  .implement({
    description: 'Number of errors of one type.',
    fields: (t) => ({
      errorType: t.exposeString(
        'errorType',
        maybe('Kind of the error; null where none was given.'),
      ),
      count: t.exposeInt('count', { description: 'Number of errors.' }),
    }),
  });

const TelemetrySummaryRef = builder
  .objectRef<AgentTelemetrySummary>('AgentTelemetrySummary')
  .implement({
    description: 'Telemetry of an agent over some hours.',
    fields: (t) => ({
      agentName: t.exposeString('agentName', { description: 'Name of the agent.' }),
      lastAt: t.expose('lastAt', {
        type: 'DateTime',
        ...maybe(`Time of the latest telemetry event in ${telemetryDays} days; null without one.`),
      }),
      loopIterations: t.exposeInt('loopIterations', { description: 'Number of loop iterations.' }),
      errors: t.exposeInt('errors', { description: 'Number of errors.' }),
      errorsByType: t.field({
        type: [ErrorCountRef],
        description: 'Errors by their type, the most frequent first; at most 100 types.',
        resolve: ({ errorsByType }) => errorsByType,
      }),
    }),
  });

const TelemetryReceiptRef = builder
  .objectRef<{ accepted: boolean }>('AgentTelemetryReceipt')
  .implement({
    extensions: { document: 'AgentTelemetryOut' },
    description: 'A telemetry event was stored (AgentTelemetryOut).',
    fields: (t) => ({
      accepted: t.exposeBoolean('accepted', { description: 'Always true: it is stored.' }),
    }),
  });

mutation(recordAgentAction, AgentActionRef);
connection(listAgentActions, connectionType('AgentActionEvent', AgentActionRef, { counted: true }));
mutation(upsertAgentState, AgentStateRef);
query(getAgentState, AgentStateRef);
connection(listAgentStates, connectionType('AgentState', AgentStateRef, { counted: true }));
mutation(recordAgentTelemetry, TelemetryReceiptRef);
query(getAgentTelemetry, TelemetrySummaryRef);
