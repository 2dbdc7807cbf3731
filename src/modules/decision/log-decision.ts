import { z } from 'zod';
import { scope } from '../../access.js';
import { Change } from '../../aggregate/change.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { freeObject, text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import type { Decision } from './decision.js';

/** DecisionLogEntryIn of the interface. */
export const logDecisionInput = z
  .object({
    category: text(1, 80).describe('Category; a free label.'),
    title: text(1, 200).describe('What was decided, in a line.'),
    summary: text(1, 5000).describe('What was decided.'),
    rationale: text(0, 10_000).nullish().describe('Why it was decided so.'),
    tradeoffs: freeObject().optional().describe('What was weighed against what.'),
    authorType: text(1, 30).describe('Kind of the author, as `person`, `agent` or `rule`.'),
    authorId: text(1, 120).describe('Who decided.'),
    approvedBy: text(0, 120).nullish().describe('Who approved the decision.'),
    sourceType: text(0, 80).nullish().describe('Kind of the source; a free label.'),
    sourceId: text(0, 120).nullish().describe('Id of the source.'),
  })
  .meta({ document: 'DecisionLogEntryIn', description: 'Who decided what, and why.' });
type DecisionInput = z.infer<typeof logDecisionInput>;

function newEntry(services: Services, input: DecisionInput, sourceKey?: string): Decision {
  const { publicIntegratorId, clock } = services;
  const now = clock.now();
  const draft: Decision = {
    _id: newId(),
    integratorId: publicIntegratorId,
    status: 'logged',
    category: input.category,
    title: input.title,
    summary: input.summary,
    rationale: input.rationale ?? null,
    tradeoffs: canonicalJson(input.tradeoffs ?? {}),
    authorType: input.authorType,
    authorId: input.authorId,
    approvedBy: input.approvedBy ?? null,
    sourceType: input.sourceType ?? null,
    sourceId: input.sourceId ?? null,
    ...(sourceKey !== undefined && { sourceKey }),
    revision: 0,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  const { after, events } = new Change(draft, now).emit('decision.logged', {
    decision_id: draft._id,
    category: draft.category,
  });
  return { ...after, revision: 1, outbox: events };
}

async function log(services: Services, input: DecisionInput): Promise<Decision> {
  const entry = newEntry(services, input);
  await services.decisions.insert(entry);
  return entry;
}

/**
 * Adds an entry that follows from something, unless there is one for it.
 * @returns the entry, and whether it is the new one
 */
export async function logOnce(
  services: Services,
  input: DecisionInput,
  sourceKey: string,
): Promise<{ entry: Decision; added: boolean }> {
  const { decisions } = services;
  for (;;) {
    const found = await decisions.findBySource(sourceKey);
    if (found) return { entry: found, added: false };
    const entry = await decisions.insert(newEntry(services, input, sourceKey));
    if (entry) return { entry, added: true };
  }
}

export const logDecision = operation({
  name: 'logDecision',
  kind: 'mutation',
  description: 'Log a decision; an entry is never changed.',
  access: scope('operator'),
  input: logDecisionInput,
  errors: [],
  example: {
    category: 'pricing',
    title: 'Keep the express price in Berlin',
    summary: 'The express price stays as it is until the end of February.',
    rationale: 'Two weeks of figures are too few to raise it.',
    tradeoffs: { revenue: 'lower for a month', trust: 'no surprise for customers' },
    author_type: 'person',
    author_id: 'founder',
  },
  rest: post('/v1/operator/decisions', {
    tool: { name: 'log_decision' },
    tag: 'Operators',
    summary: 'Log a decision',
    status: 201,
    location: (decision) => `/v1/operator/decisions/${decision.id}`,
  }),
  run: ({ services }, { input }) => log(services, input),
});
