import { z } from 'zod';

/**
 * Permissions of a key. `operator` includes the jobs of every integrator and every permission except
 * `inbox:private`.
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

/** Scopes that test keys cannot have. */
export const liveScopes: readonly Scope[] = ['operator', 'inbox:private'];

/** Mode of a key: real jobs, or jobs of the sandbox. */
export const keyMode = z.enum(['live', 'test']);
export type KeyMode = z.infer<typeof keyMode>;
