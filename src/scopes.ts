import { z } from 'zod';

/**
 * What a key may do; `operator` sees every integrator's jobs and may do everything but what
 * `inbox:private` alone allows.
 */
export const scope = z.enum([
  'jobs:read',
  'jobs:write',
  'reports:write',
  'webhooks:write',
  'operator',
  'inbox:private',
]);
export type Scope = z.infer<typeof scope>;

/** Scopes of which the sandbox has nothing. */
export const liveScopes: readonly Scope[] = ['operator', 'inbox:private'];

/** Whether a key works on real jobs, or on those of the sandbox. */
export const keyMode = z.enum(['live', 'test']);
export type KeyMode = z.infer<typeof keyMode>;
