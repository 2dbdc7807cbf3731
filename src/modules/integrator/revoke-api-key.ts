import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { operation } from '../../operation.js';
import type { Target } from '../../target.js';
import type { ApiKey, Integrator } from './integrator.js';

const apiKeyTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'api_key_id',
  description: 'Id of the API key.',
  missing: 'not_found',
};

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  kind: 'mutation',
  description: 'Revoke an API key immediately. A repeated call has no effect.',
  access: scope('operator'),
  target: apiKeyTarget,
  errors: [],
  async run({ services }, { id }): Promise<{ apiKey: ApiKey; integrator: Integrator }> {
    const found = await services.integrators.revokeKey(id, services.clock.now());
    if (!found) {
      throw new ApiError('not_found', errorText('error.key_id'), {
        hint: errorText('error.hint_key_id'),
      });
    }
    return { apiKey: found.key, integrator: found.integrator };
  },
});
