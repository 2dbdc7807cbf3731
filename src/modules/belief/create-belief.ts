import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { finite, list, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import {
  type Belief,
  BeliefChange,
  claimOf,
  isSameScope,
  retiredStatus,
  supersededStatus,
} from './belief.js';

const listMax = 50;
const texts = () => list(text(0, 2_000), { max: listMax }).default([]);

/** BeliefRecordCreateIn of the API. */
export const createBeliefInput = z
  .object({
    beliefStatement: text(3, 10_000).describe('What is held true.'),
    beliefKey: text(0, 160)
      .nullish()
      .describe('Key that names the belief in its scope; held by one chain of beliefs.'),
    scopeType: text(1, 40).default('global').describe('Kind of the scope.'),
    scopeKey: text(1, 120).default('default').describe('Scope that the belief is about.'),
    confidence: finite({ ge: 0, le: 1 })
      .default(0.5)
      .describe('How surely it is held, from 0 to 1.'),
    status: text(1, 30)
      .default('active')
      .describe('A free label; `superseded` and `retired` are set by operations alone.'),
    evidenceFor: texts().describe('What speaks for it.'),
    evidenceAgainst: texts().describe('What speaks against it.'),
    recommendedNextActions: texts().describe('What to do next because of it.'),
    owner: text(0, 120).nullish().describe('Who answers for the belief.'),
    sourceType: text(0, 80).nullish().describe('Kind of the source; a free label.'),
    sourceId: text(0, 120).nullish().describe('Id of the source.'),
    supersedesId: text(36, 36)
      .nullish()
      .describe('Id of the belief that it replaces; of the same scope and key.'),
  })
  .meta({ document: 'BeliefRecordCreateIn', description: 'What is held true, and why.' });
type BeliefInput = z.infer<typeof createBeliefInput>;

function newBelief(
  services: Pick<Services, 'clock' | 'publicIntegratorId'>,
  input: BeliefInput,
): Belief {
  const { supersedesId, ...fields } = input;
  const now = services.clock.now();
  const beliefKey = input.beliefKey ?? null;
  const keyClaim = supersedesId == null ? claimOf({ ...fields, beliefKey }) : null;
  const draft: Belief = {
    _id: newId(),
    integratorId: services.publicIntegratorId,
    ...fields,
    beliefKey,
    ...(keyClaim !== null && { keyClaim }),
    owner: input.owner ?? null,
    sourceType: input.sourceType ?? null,
    sourceId: input.sourceId ?? null,
    ...(supersedesId != null && { supersedesId }),
    retireReason: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  const { after, events } = new BeliefChange(draft, now).emitEvent('belief.created', null);
  return { ...after, revision: 1, outbox: events };
}

/** @throws ApiError `belief_not_found`, `invalid_transition` */
async function checkPredecessor(
  { beliefs }: Pick<Services, 'beliefs'>,
  belief: Belief,
): Promise<void> {
  if (belief.supersedesId === undefined) return;
  const predecessor = await beliefs.get(belief.supersedesId);
  if (isSameScope(predecessor, belief)) return;
  throw new ApiError('invalid_transition', errorText('error.belief_scope'));
}

async function takenError(
  services: Pick<Services, 'beliefs'>,
  belief: Belief,
  taken: 'supersedesId' | 'keyClaim',
) {
  const { beliefs } = services;
  if (taken === 'supersedesId') {
    const successor = await beliefs.successorOf(belief.supersedesId ?? '');
    return new ApiError('already_superseded', errorText('error.belief_superseded'), {
      hint: errorText('error.hint_belief_superseded', { id: successor?._id ?? '' }),
    });
  }
  const newest = await beliefs.newestOf(belief);
  return new ApiError('belief_exists', errorText('error.belief_key'), {
    hint: errorText('error.hint_belief_key', { id: newest?._id ?? '' }),
  });
}

/** Stores a belief: the insert supersedes the previous one, whose status is updated afterwards. */
async function create(
  services: Pick<Services, 'beliefs' | 'clock' | 'publicIntegratorId'>,
  input: BeliefInput,
): Promise<Belief> {
  const { status } = input;
  if (status === supersededStatus || status === retiredStatus) {
    throw new ApiError('invalid_transition', errorText('error.belief_created_as', { status }));
  }
  const belief = newBelief(services, input);
  await checkPredecessor(services, belief);
  const taken = await services.beliefs.insert(belief);
  if (taken) throw await takenError(services, belief, taken);
  if (belief.supersedesId) await services.beliefs.get(belief.supersedesId);
  return belief;
}

export const createBelief = operation({
  name: 'createBelief',
  kind: 'mutation',
  description:
    'Create a belief. It is never edited: a later belief supersedes it. Of two that supersede one belief, the first is stored.',
  access: scope('operator'),
  input: createBeliefInput,
  errors: ['belief_not_found', 'invalid_transition', 'already_superseded', 'belief_exists'],
  example: {
    belief_statement: 'Shops in Berlin answer mail within a day.',
    belief_key: 'shops_answer_within_a_day',
    scope_type: 'market_city',
    scope_key: 'berlin',
    confidence: 0.7,
    evidence_for: ['41 of 50 messages in January were answered the same day.'],
    recommended_next_actions: ['Ask by mail before a verifier goes there.'],
  },
  rest: post('/v1/operator/beliefs', {
    tool: { name: 'create_belief' },
    tag: 'Operators',
    summary: 'Create a belief',
    status: 201,
    location: (belief) => `/v1/operator/beliefs/${belief.id}`,
  }),
  run: ({ services }, { input }) => create(services, input),
});
