import { scope } from '../../access.js';
import { get, operation, type Target } from '../../operation.js';
import type { Decision } from './decision.js';

/** The decision that an operation is about. */
const decisionTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'decision_id',
  description: 'Id of the decision.',
  missing: 'decision_not_found',
};

export const getDecision = operation({
  name: 'decision',
  kind: 'query',
  description: 'Get an entry of the decision log.',
  access: scope('operator'),
  target: decisionTarget,
  errors: [],
  rest: get('/v1/operator/decisions/{decision_id}', {
    operationId: 'get_decision',
    tag: 'Operators',
    summary: 'Get a decision',
  }),
  run: ({ services }, { id }): Promise<Decision> => services.decisions.get(id),
});
