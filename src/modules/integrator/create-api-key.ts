import { z } from 'zod';
import { requireActor, requireScope, scope } from '../../access.js';
import { choice, list, text } from '../../lib/schema.js';
import { operation } from '../../operation.js';
import { keyRecord, newKeySecret } from './api-key.js';
import {
  type ApiKey,
  actorText,
  founderConsole,
  type Integrator,
  keyMode,
  scope as keyScope,
  liveScopes,
  publicIntegratorName,
  reservedActors,
  testPrefix,
} from './integrator.js';

/** Actors of one key at most. */
const actorsMax = 20;

const isGrantable = (actor: string) => actor === actor.trim() && !reservedActors.includes(actor);

const createApiKeyInput = z
  .object({
    integrator: text(2, 120)
      .refine((name) => name !== publicIntegratorName, 'The built-in integrator public has no keys')
      .refine(
        (name) => !name.startsWith(testPrefix),
        `Names that begin with ${testPrefix} are reserved`,
      )
      .describe('Unique name of the integrator that owns the key; created if it does not exist.'),
    label: text(1, 120).describe('Label to distinguish the key from others.'),
    scopes: list(choice(keyScope), { min: 1, max: keyScope.options.length }).describe(
      'Scopes to grant to the key.',
    ),
    actors: list(actorText().refine(isGrantable, 'Actor is reserved or has spaces around it'), {
      max: actorsMax,
    })
      .default([])
      .describe(
        'Names under which the key can send mail and deliver reports. A key with the actor founder_console can grant any; every other key only its own.',
      ),
    mode: choice(keyMode)
      .default('live')
      .describe(
        'test for a key that works in the sandbox, where jobs are simulated; it cannot have the scopes operator and inbox:private.',
      ),
  })
  .refine(
    ({ mode, scopes }) => mode === 'live' || !scopes.some((one) => liveScopes.includes(one)),
    {
      path: ['scopes'],
      message: 'A test key cannot have the scopes operator and inbox:private',
    },
  )
  .refine(({ mode, actors }) => mode === 'live' || actors.length === 0, {
    path: ['actors'],
    message: 'A test key cannot have actors',
  })
  .meta({ description: 'Integrator, label, scopes, actors and mode of an API key.' });

export const createApiKey = operation({
  name: 'createApiKey',
  kind: 'mutation',
  description: 'Create an API key for an integrator; an integrator that does not exist is created.',
  access: scope('operator'),
  input: createApiKeyInput,
  example: { integrator: 'Acme Insurance', label: 'production', scopes: ['jobs:read'] },
  errors: ['actor_not_allowed'],
  /** The secret is returned here once and stored nowhere. */
  async run(
    { services, viewer },
    { input },
  ): Promise<{ apiKey: ApiKey; integrator: Integrator; secret: string }> {
    // What `operator` does not contain is granted only by a key that has it.
    for (const wanted of input.scopes) requireScope(viewer, wanted);
    if (!viewer.actors.includes(founderConsole)) {
      for (const wanted of input.actors) requireActor(viewer, wanted);
    }
    const now = services.clock.now();
    const secret = newKeySecret(input.mode);
    const scopes = [...new Set(input.scopes)];
    const actors = [...new Set(input.actors)];
    const apiKey = keyRecord(secret, { label: input.label, scopes, actors }, now);
    const integrator =
      input.mode === 'test'
        ? await services.integrators.ensureTwin(input.integrator, now)
        : await services.integrators.ensure(input.integrator, now);
    await services.integrators.addKey(integrator._id, apiKey);
    return { apiKey, integrator, secret };
  },
});
