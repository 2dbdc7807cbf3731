import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { choice, list, text } from '../../lib/schema.js';
import { keyRecord, newKeySecret } from './api-key.js';
import { type ApiKey, type Integrator, publicIntegratorName, scope } from './integrator.js';

export const createApiKeyInput = z.object({
  integrator: text(2, 120)
    .refine((name) => name !== publicIntegratorName, 'The built-in integrator public has no keys')
    .describe('Unique name of the integrator that gets the key; it is made when it is new.'),
  label: text(1, 120).describe('What the key is for, for people to tell keys apart.'),
  scopes: list(choice(scope), { min: 1, max: 4 }).describe('What the key may do.'),
});

/** Makes a key; its secret is answered here once and kept nowhere. */
export async function createApiKey(
  { services }: RequestContext,
  input: z.infer<typeof createApiKeyInput>,
): Promise<{ apiKey: ApiKey; integrator: Integrator; secret: string }> {
  const now = services.clock.now();
  const secret = newKeySecret();
  const apiKey = keyRecord(secret, input.label, [...new Set(input.scopes)], now);
  const integrator = await services.integrators.ensure(input.integrator, now);
  await services.integrators.addKey(integrator._id, apiKey);
  return { apiKey, integrator, secret };
}
