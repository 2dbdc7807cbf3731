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
  jobUpdated: 'jobs:read',
  jobEvents: 'jobs:read',
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
  requestSiteCheck: 'anyone',
  siteCheck: 'access_token',
  siteCheckReport: 'access_token',
  siteCheckUpdated: 'access_token',
  selectSiteCheckOffer: 'access_token',
  createCheckoutSession: 'access_token',
  startSelfServiceCapture: 'access_token',
  submitSiteCheckFeedback: 'access_token',
  cancelSiteCheck: 'access_token',
} as const satisfies Record<string, Scope | 'anyone' | 'task_token' | 'access_token'>;

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

/** The scope that a key needs for an operation; null for those that no key is asked for. */
export function neededScope(operation: Operation): Scope | null {
  const needed = policy[operation];
  return needed === 'anyone' || needed === 'task_token' || needed === 'access_token'
    ? null
    : needed;
}

/**
 * Refuses a caller who may not call this operation; operations that know their caller by a token
 * judge it themselves.
 */
export function checkAccess(ctx: RequestContext, operation: Operation): void {
  const needed = neededScope(operation);
  if (needed !== null) requireScope(ctx.viewer, needed);
}
