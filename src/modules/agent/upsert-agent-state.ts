import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { freeObject, text, timestamp } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { type AgentState, type AgentStateKey, agentTarget, checkAgentName } from './agent.js';
export const scopeTypeText = () => text(1, 40);
export const scopeKeyText = () => text(1, 120);

/** AgentStateUpsertIn of the API. */
export const upsertAgentStateInput = z
  .object({
    scopeType: scopeTypeText().default('global').describe('Kind of the scope.'),
    scopeKey: scopeKeyText().default('default').describe('Scope that the state is for.'),
    statePayload: freeObject()
      .optional()
      .describe('The state; the one before is replaced as a whole.'),
    expectedUpdatedAt: timestamp()
      .nullish()
      .describe(
        'Time of the latest state, which is replaced; null when there must be none yet, omitted to replace any.',
      ),
  })
  .meta({ document: 'AgentStateUpsertIn', description: 'State of an agent in a scope.' });
type StateInput = z.infer<typeof upsertAgentStateInput>;

const conflict = (found: AgentState | null) =>
  found
    ? new ApiError('revision_conflict', errorText('error.agent_state_differs'))
    : new ApiError('revision_conflict', errorText('error.agent_state'), {
        hint: errorText('error.hint_agent_state'),
      });

const laterThan = (before: Date, now: Date) =>
  now > before ? now : new Date(before.getTime() + 1);

/** Replaces a state, guarded by the time of its latest change; of several writes with the same guard, one wins. */
async function upsert(
  { agents, clock }: Pick<Services, 'agents' | 'clock'>,
  key: AgentStateKey,
  input: StateInput,
): Promise<AgentState> {
  const statePayload = canonicalJson(input.statePayload ?? {});
  const { expectedUpdatedAt: expected } = input;
  for (;;) {
    const found = await agents.findState(key);
    if (expected !== undefined && expected?.getTime() !== found?.updatedAt.getTime()) {
      throw conflict(found);
    }
    const now = clock.now();
    if (!found) {
      const state = { _id: newId(), ...key, statePayload, createdAt: now, updatedAt: now };
      if (await agents.insertState(state)) return state;
    } else {
      const next = { statePayload, updatedAt: laterThan(found.updatedAt, now) };
      if (await agents.replaceState(key, found.updatedAt, next)) return { ...found, ...next };
    }
  }
}

export const upsertAgentState = operation({
  name: 'upsertAgentState',
  kind: 'mutation',
  description: 'Store the state of an agent in a scope; the one before is replaced as a whole.',
  access: scope('operator'),
  target: agentTarget,
  input: upsertAgentStateInput,
  errors: ['revision_conflict'],
  example: { state_payload: { last_message: 'INBOX-4711' } },
  rest: post('/v1/operator/agents/{agent_name}/state', {
    tool: { name: 'upsert_agent_state' },
    tag: 'Operators',
    summary: 'Store the state of an agent',
  }),
  run({ services }, { agentName, input }) {
    checkAgentName(agentName);
    const { scopeType, scopeKey } = input;
    return upsert(services, { agentName, scopeType, scopeKey }, input);
  },
});
