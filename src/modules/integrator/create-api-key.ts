import { z } from 'zod';
import { requireScope, scope } from '../../access.js';
import { choice, list, text } from '../../lib/schema.js';
import { operation } from '../../operation.js';
import { keyRecord, newKeySecret } from './api-key.js';
import {
  type ApiKey,
  type Integrator,
  scope as keyScope,
  publicIntegratorName,
} from './integrator.js';

const createApiKeyInput = z
  .object({
    integrator: text(2, 120)
      .refine((name) => name !== publicIntegratorName, 'The built-in integrator public has no keys')
      .describe('Unique name of the integrator that owns the key; created if it does not exist.'),
    label: text(1, 120).describe('Label to distinguish the key from others.'),
    scopes: list(choice(keyScope), { min: 1, max: keyScope.options.length }).describe(
      'Scopes to grant to the key.',
    ),
  })
  .meta({ description: 'Integrator, label and scopes of an API key.' });

export const createApiKey = operation({
  name: 'createApiKey',
  kind: 'mutation',
  description: 'Creates an API key for an integrator; creates the integrator if it does not exist.',
  access: scope('operator'),
  input: createApiKeyInput,
  example: { integrator: 'Acme Insurance', label: 'production', scopes: ['jobs:read'] },
  refusals: [],
  /** The secret is returned here once and stored nowhere. */
  async run(
    { services, viewer },
    { input },
  ): Promise<{ apiKey: ApiKey; integrator: Integrator; secret: string }> {
    // What `operator` does not contain is granted only by a key that has it.
    for (const wanted of input.scopes) requireScope(viewer, wanted);
    const now = services.clock.now();
    const secret = newKeySecret();
    const apiKey = keyRecord(secret, input.label, [...new Set(input.scopes)], now);
    const integrator = await services.integrators.ensure(input.integrator, now);
    await services.integrators.addKey(integrator._id, apiKey);
    return { apiKey, integrator, secret };
  },
});
