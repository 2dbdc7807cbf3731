import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import type { ApiKey, Integrator } from './integrator.js';

/**
 * Revokes a key; revoking it again changes nothing.
 * @throws ApiError `not_found`
 */
export async function revokeApiKey(
  { services }: RequestContext,
  id: string,
): Promise<{ apiKey: ApiKey; integrator: Integrator }> {
  const found = await services.integrators.revokeKey(id, services.clock.now());
  if (!found) {
    throw new ApiError('not_found', 'There is no API key with this id.', {
      hint: 'Use the id that createApiKey answered.',
    });
  }
  return { apiKey: found.key, integrator: found.integrator };
}
