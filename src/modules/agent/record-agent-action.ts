import { z } from 'zod';
import { scope } from '../../access.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { freeObject, text, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { laneOf, noLane } from '../job/lane.js';
import { type AgentAction, agentNameText, versionText } from './agent.js';

/** AgentActionEventIn of the interface. */
export const recordAgentActionInput = z
  .object({
    agentName: agentNameText().describe('Name of the agent.'),
    actionType: text(2, 80).describe('What the agent did, as `reply_drafted`.'),
    status: text(2, 20).default('succeeded').describe('How it ended; a free label.'),
    jobId: text(36, 36)
      .meta({ node: 'Job' })
      .nullish()
      .describe('Id of the job that the action was about.'),
    reasonCode: text(0, 120).nullish().describe('Why the agent did it; a free label.'),
    marketCity: text(0, 120)
      .nullish()
      .describe('Market city that the action was about; null for that of the job.'),
    laneFamily: text(0, 120).nullish().describe('Family of the lane; a free label.'),
    laneKey: text(0, 160)
      .nullish()
      .describe('Lane that the action was about, as `berlin:default`; null for that of the job.'),
    policyVersion: versionText().nullish().describe('Version of the policy that the agent ran.'),
    promptVersion: versionText().nullish().describe('Version of the prompt that the agent ran.'),
    experimentId: text(0, 120).nullish().describe('Experiment that the action was part of.'),
    latencyMs: whole({ ge: 0, le: Number.MAX_SAFE_INTEGER })
      .meta({ scalar: 'SafeInt' })
      .nullish()
      .describe('Duration of the action in milliseconds.'),
    payload: freeObject().optional().describe('Further facts about the action.'),
  })
  .meta({ document: 'AgentActionEventIn', description: 'What an agent did.' });
type ActionInput = z.infer<typeof recordAgentActionInput>;

/** @throws ApiError `job_not_found` */
async function record(
  { agents, jobs, catalogue, clock }: Services,
  integratorId: string,
  input: ActionInput,
): Promise<AgentAction> {
  const job = input.jobId == null ? null : await jobs.get(input.jobId, {});
  const lane = job ? laneOf(catalogue, job) : noLane;
  const action: AgentAction = {
    _id: newId(),
    integratorId,
    agentName: input.agentName,
    actionType: input.actionType,
    status: input.status,
    jobId: input.jobId ?? null,
    reasonCode: input.reasonCode ?? null,
    marketCity: input.marketCity ?? lane.marketCity,
    laneFamily: input.laneFamily ?? null,
    laneKey: input.laneKey ?? lane.laneKey,
    policyVersion: input.policyVersion ?? null,
    promptVersion: input.promptVersion ?? null,
    experimentId: input.experimentId ?? null,
    latencyMs: input.latencyMs ?? null,
    payload: canonicalJson(input.payload ?? {}),
    createdAt: clock.now(),
  };
  await agents.insertAction(action);
  return action;
}

export const recordAgentAction = operation({
  name: 'recordAgentAction',
  kind: 'mutation',
  description: 'Record what an agent did; a record is never changed.',
  access: scope('operator'),
  input: recordAgentActionInput,
  errors: ['job_not_found'],
  example: {
    agent_name: 'triage-agent',
    action_type: 'message_triaged',
    reason_code: 'asks_for_time',
    prompt_version: '2026-01-30',
    latency_ms: 1840,
    payload: { queue: 'support' },
  },
  rest: post('/v1/operator/agents/action-events', {
    tool: { name: 'record_agent_action' },
    tag: 'Operators',
    summary: 'Record an action of an agent',
    status: 201,
  }),
  run: ({ services, viewer }, { input }) => record(services, viewer.integratorId, input),
});
