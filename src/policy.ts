import { type Integrator, type RequestContext, requireScope } from './context.js';
import type { Scope } from './modules/integrator/integrator.js';

/**
 * Who may call what: the scope that the API key needs, or how else the caller is known.
 * Both faces read this table before they look at the input.
 */
export const policy = {
  viewer: 'anyone',
  job: 'jobs:read',
  jobs: 'jobs:read',
  jobStats: 'jobs:read',
  report: 'jobs:read',
  events: 'jobs:read',
  createJob: 'jobs:write',
  openJob: 'jobs:write',
  cancelJob: 'jobs:write',
  submitEvidence: 'jobs:write',
  submitRequesterFeedback: 'jobs:write',
  createRealityReport: 'reports:write',
  assignJob: 'operator',
  reviewJob: 'operator',
  createApiKey: 'operator',
  revokeApiKey: 'operator',
  captureTask: 'task_token',
} as const satisfies Record<string, Scope | 'anyone' | 'task_token'>;

export type Operation = keyof typeof policy;
type ScopedOperation = {
  [O in Operation]: (typeof policy)[O] extends Scope ? O : never;
}[Operation];

/**
 * The viewer as one who may call this operation.
 * @throws ApiError `api_key_missing`, `api_key_invalid` (401) or `scope_missing` (403)
 */
export function authorize(ctx: RequestContext, operation: ScopedOperation): Integrator {
  return requireScope(ctx.viewer, policy[operation]);
}

/**
 * Refuses a caller who may not call this operation; operations that know their caller by a token
 * judge it themselves.
 */
export function checkAccess(ctx: RequestContext, operation: Operation): void {
  const needed = policy[operation];
  if (needed !== 'anyone' && needed !== 'task_token') requireScope(ctx.viewer, needed);
}
