import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { mutation, query } from '../../graphql/operations.js';
import type { Decision } from './decision.js';
import './decision.js';
import { getDecision } from './get-decision.js';
import { listDecisions } from './list-decisions.js';
import { logDecision } from './log-decision.js';

const maybe = (description: string) => ({ nullable: true, description }) as const;

const DecisionRef = builder.objectRef<Decision>('Decision').implement({
  extensions: { document: 'DecisionLogEntryOut' },
  description: 'An entry of the decision log (DecisionLogEntryOut).',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the entry, a UUIDv7.' }),
    category: t.exposeString('category', { description: 'Category; a free label.' }),
    title: t.exposeString('title', { description: 'What was decided, in a line.' }),
    summary: t.exposeString('summary', { description: 'What was decided.' }),
    rationale: t.exposeString('rationale', maybe('Why it was decided so; null when not given.')),
    tradeoffs: t.field({
      type: 'JSONObject',
      description: 'What was weighed against what, as given.',
      resolve: ({ tradeoffs }) => JSON.parse(tradeoffs),
    }),
    authorType: t.exposeString('authorType', { description: 'Kind of the author.' }),
    authorId: t.exposeString('authorId', { description: 'Who decided.' }),
    approvedBy: t.exposeString('approvedBy', maybe('Who approved it; null when not given.')),
    sourceType: t.exposeString('sourceType', maybe('Kind of the source; null when not given.')),
    sourceId: t.exposeString('sourceId', maybe('Id of the source; null when not given.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the entry.' }),
  }),
});

mutation(logDecision, DecisionRef);
query(getDecision, DecisionRef);
connection(listDecisions, connectionType('Decision', DecisionRef, { counted: true }));
