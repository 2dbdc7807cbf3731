import type { Target } from '../../operation.js';

/** The experiment that an operation targets. */
export const experimentTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'experiment_id',
  description: 'Id of the experiment, as its creator chose it.',
  missing: 'experiment_not_found',
};
