import type { KeyMode, Scope } from './scopes.js';

/** No valid API key: it is missing or invalid. */
export interface Anonymous {
  kind: 'anonymous';
  problem: 'api_key_missing' | 'api_key_invalid';
}

/** The holder of an API key. */
export interface KeyHolder {
  kind: 'api_key';
  integratorId: string;
  keyId: string;
  /** `live` for real jobs, `test` for those of the sandbox. */
  mode: KeyMode;
  scopes: readonly Scope[];
  /** Actors that the key can send mail and deliver reports as. */
  actors: readonly string[];
}

/** The holder of a task or capture token. */
export interface TaskHolder {
  kind: 'task_token';
  jobId: string;
  tokenId: string;
}

/** The holder of a site check's access token. */
export interface Requester {
  kind: 'access_token';
  requestId: string;
}

/** A signed-in customer. */
export interface CustomerViewer {
  kind: 'customer';
  customerId: string;
  sessionId: string;
}

/** The holder of a token from an account mail. */
export interface MailTokenHolder {
  kind: 'mail_token';
  customerId: string;
  tokenId: string;
}

/** The holder of the token of a dispatch offer. */
export interface OfferHolder {
  kind: 'offer_token';
  runId: string;
  threadId: string;
}

/** The caller of an operation, by verified credential. */
export type Viewer =
  | Anonymous
  | KeyHolder
  | TaskHolder
  | Requester
  | CustomerViewer
  | MailTokenHolder
  | OfferHolder;

/** The caller by the X-API-Key header. */
export type HeaderViewer = Anonymous | KeyHolder;

/** No valid session: the cookie is missing, invalid or cross-site. */
export interface NoSession {
  kind: 'no_session';
  problem: 'session_missing' | 'session_invalid' | 'origin_refused';
}

/** The caller by the session cookie. */
export type SessionViewer = CustomerViewer | NoSession;

/** Scopes that `operator` does not include. */
const apartFromOperator: readonly Scope[] = ['inbox:private'];

export function hasScope(viewer: HeaderViewer, scope: Scope): boolean {
  if (viewer.kind !== 'api_key') return false;
  const byOperator = viewer.scopes.includes('operator') && !apartFromOperator.includes(scope);
  return byOperator || viewer.scopes.includes(scope);
}

/**
 * Returns the filter of the jobs visible to a key holder: those of its integrator, or all for an operator.
 */
export function jobScope(viewer: KeyHolder): { integratorId?: string } {
  return viewer.scopes.includes('operator') ? {} : { integratorId: viewer.integratorId };
}
