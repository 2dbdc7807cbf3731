import { ApiError, type ErrorCode } from './errors.js';
import type { Scope } from './modules/integrator/integrator.js';
import type { JobScope } from './modules/job/job.js';
import type { Services } from './services.js';

/** Who is asking, by the X-API-Key header. */
export type Viewer =
  | { kind: 'anonymous'; problem: 'api_key_missing' | 'api_key_invalid' }
  | { kind: 'integrator'; integratorId: string; keyId: string; scopes: readonly Scope[] };

/** What an operation leaves for the edge to put around its answer. */
export interface ResponseNotes {
  /** The answer repeats an earlier one. */
  replayed: boolean;
  /** Cursor of the next page of a list, when more follows. */
  nextCursor: string | null;
  headers: Record<string, string>;
  /** Site checks that the request has ordered; a repeated order makes none. */
  siteChecksMade: number;
  /** Codes of the errors that a GraphQL answer carries. */
  refusals: ErrorCode[];
}

/** One request, whichever face it came through. */
export interface RequestContext {
  services: Services;
  viewer: Viewer;
  /** Token of an `Authorization: Bearer` header. */
  bearer: string | null;
  requestId: string;
  /** HEAD answers as GET does, but counts nothing. */
  method: string;
  /** If-None-Match of a documented path; null elsewhere. */
  ifNoneMatch: string | null;
  notes: ResponseNotes;
}

export function createContext(
  services: Services,
  request: Omit<RequestContext, 'services' | 'notes'>,
): RequestContext {
  return {
    services,
    ...request,
    notes: { replayed: false, nextCursor: null, headers: {}, siteChecksMade: 0, refusals: [] },
  };
}

export type Integrator = Extract<Viewer, { kind: 'integrator' }>;

/**
 * The viewer as the holder of a key with this scope; `operator` holds every scope.
 * @throws ApiError `api_key_missing`, `api_key_invalid` (401) or `scope_missing` (403)
 */
export function requireScope(viewer: Viewer, scope: Scope): Integrator {
  if (viewer.kind === 'anonymous') {
    throw new ApiError(viewer.problem, undefined, { headers: { 'www-authenticate': 'ApiKey' } });
  }
  if (!hasScope(viewer, scope)) {
    throw new ApiError('scope_missing', `This needs a key with the scope ${scope}.`);
  }
  return viewer;
}

export function hasScope(viewer: Integrator, scope: Scope): boolean {
  return viewer.scopes.includes(scope) || viewer.scopes.includes('operator');
}

/** Which jobs the holder of a key may know of: its own integrator's, an operator all. */
export function jobScope(viewer: Integrator): JobScope {
  return viewer.scopes.includes('operator') ? {} : { integratorId: viewer.integratorId };
}
