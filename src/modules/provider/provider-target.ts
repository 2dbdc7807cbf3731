import type { Target } from '../../operation.js';

/** The provider that an operation targets. */
export const providerTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'provider_id',
  description: 'Id of the provider.',
  missing: 'provider_not_found',
};
