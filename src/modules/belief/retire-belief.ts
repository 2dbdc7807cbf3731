import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import {
  type Belief,
  BeliefChange,
  beliefTarget,
  retiredStatus,
  supersededStatus,
} from './belief.js';
export const retireBelief = operation({
  name: 'retireBelief',
  kind: 'mutation',
  description: 'Retire a belief that nothing replaces; it keeps its key.',
  access: scope('operator'),
  target: beliefTarget,
  args: { reason: text(1, 1000).nullish().describe('Why it is held no more.') },
  errors: ['invalid_transition'],
  example: { reason: 'Answered mail is measured now.' },
  rest: post('/v1/operator/beliefs/{belief_id}/retire', {
    tag: 'Operators',
    summary: 'Retire a belief',
  }),
  run: ({ services }, { id, reason }): Promise<Belief> =>
    services.beliefs.change(id, (belief) => {
      if (belief.status === retiredStatus) return null;
      if (belief.status === supersededStatus) {
        throw new ApiError('invalid_transition', errorText('error.belief_retire'));
      }
      return new BeliefChange(belief, services.clock.now()).retire(reason ?? null);
    }),
});
