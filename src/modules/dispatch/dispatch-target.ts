import type { Target } from '../../operation.js';

/** The dispatch run that an operation targets. */
export const dispatchRunTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'run_id',
  description: 'Id of the dispatch run.',
  missing: 'dispatch_run_not_found',
};
