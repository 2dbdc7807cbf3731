import type { Target } from '../../operation.js';

/** The belief that an operation targets. */
export const beliefTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'belief_id',
  description: 'Id of the belief.',
  missing: 'belief_not_found',
};
