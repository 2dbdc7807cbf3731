import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { mutation, query } from '../../graphql/operations.js';
import type { Belief } from './belief.js';
import { createBelief } from './create-belief.js';
import { getBelief } from './get-belief.js';
import { listBeliefs } from './list-beliefs.js';
import { retireBelief } from './retire-belief.js';

/** Maximum number of beliefs in a history. */
export const historyMax = 50;

const maybe = (description: string) => ({ nullable: true, description }) as const;

const BeliefRef = builder.objectRef<Belief>('Belief');
BeliefRef.implement({
  extensions: { document: 'BeliefRecordOut' },
  description: 'What operators hold true, how surely and on what grounds (BeliefRecordOut).',
  fields: (t) => ({
    id: t.expose('_id', { type: 'UUID', description: 'Id of the belief, a UUIDv7.' }),
    scopeType: t.exposeString('scopeType', { description: 'Kind of the scope.' }),
    scopeKey: t.exposeString('scopeKey', { description: 'Scope that the belief is about.' }),
    beliefKey: t.exposeString('beliefKey', maybe('Key in its scope; null without one.')),
    beliefStatement: t.exposeString('beliefStatement', { description: 'What is held true.' }),
    status: t.exposeString('status', {
      description: 'A free label such as `active`, or `superseded` or `retired`.',
    }),
    confidence: t.exposeFloat('confidence', {
      description: 'How surely it is held, from 0 to 1.',
    }),
    evidenceFor: t.exposeStringList('evidenceFor', { description: 'What speaks for it.' }),
    evidenceAgainst: t.exposeStringList('evidenceAgainst', {
      description: 'What speaks against it.',
    }),
    recommendedNextActions: t.exposeStringList('recommendedNextActions', {
      description: 'What to do next because of it.',
    }),
    owner: t.exposeString('owner', maybe('Who answers for the belief; null when not given.')),
    sourceType: t.exposeString('sourceType', maybe('Kind of the source; null when not given.')),
    sourceId: t.exposeString('sourceId', maybe('Id of the source; null when not given.')),
    supersedesId: t.exposeString(
      'supersedesId',
      maybe('Id of the belief that it replaced; null for the first.'),
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the latest change of its status.',
    }),
    retireReason: t.exposeString('retireReason', {
      ...maybe('Why it was retired; null when it was not, or no reason was given.'),
      extensions: { rest: false },
    }),
    supersededBy: t.field({
      type: BeliefRef,
      ...maybe('The belief that replaced it; null for the newest.'),
      extensions: { rest: false },
      resolve: ({ _id }, _args, { services }) => services.beliefs.reconciledSuccessorOf(_id),
    }),
    history: t.field({
      type: [BeliefRef],
      description: `The beliefs before it in its chain, the latest first; at most ${historyMax}.`,
      extensions: { rest: false, length: historyMax },
      resolve: async ({ supersedesId }, _args, { services }) => {
        const history: Belief[] = [];
        for (let id = supersedesId; id && history.length < historyMax; ) {
          const belief = await services.beliefs.find(id);
          if (!belief) break;
          history.push(belief);
          id = belief.supersedesId;
        }
        return history;
      },
    }),
  }),
});

mutation(createBelief, BeliefRef);
query(getBelief, BeliefRef);
connection(listBeliefs, connectionType('Belief', BeliefRef, { counted: true }));
mutation(retireBelief, BeliefRef);
