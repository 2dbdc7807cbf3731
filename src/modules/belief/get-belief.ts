import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Belief } from './belief.js';
import { beliefTarget } from './belief-target.js';

export const getBelief = operation({
  name: 'belief',
  kind: 'query',
  description: 'Get a belief.',
  access: scope('operator'),
  target: beliefTarget,
  errors: [],
  rest: get('/v1/operator/beliefs/{belief_id}', {
    operationId: 'get_belief',
    tag: 'Operators',
    summary: 'Get a belief',
  }),
  run: ({ services }, { id }): Promise<Belief> => services.beliefs.get(id),
});
