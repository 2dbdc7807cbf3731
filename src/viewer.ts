import type { KeyMode, Scope } from './scopes.js';

/** Nobody is known: no API key, or one that does not work. */
export interface Anonymous {
  kind: 'anonymous';
  problem: 'api_key_missing' | 'api_key_invalid';
}

/** The holder of an API key. */
export interface KeyHolder {
  kind: 'api_key';
  integratorId: string;
  keyId: string;
  /** Whether it works on real jobs, or on those of its sandbox. */
  mode: KeyMode;
  scopes: readonly Scope[];
  /** Names under which it sends mail and delivers reports. */
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

/** A customer who is signed in. */
export interface CustomerViewer {
  kind: 'customer';
  customerId: string;
  sessionId: string;
}

/** The holder of the token of a mail about an account. */
export interface MailTokenHolder {
  kind: 'mail_token';
  customerId: string;
  tokenId: string;
}

/** The holder of the token of an offer of a dispatch run. */
export interface OfferHolder {
  kind: 'offer_token';
  runId: string;
  threadId: string;
}

/** Who runs an operation, by the credential that was proven. */
export type Viewer =
  | Anonymous
  | KeyHolder
  | TaskHolder
  | Requester
  | CustomerViewer
  | MailTokenHolder
  | OfferHolder;

/** Whom the X-API-Key header names. */
export type HeaderViewer = Anonymous | KeyHolder;

/** Nobody is signed in: no cookie, one that does not work, or one that another site sent. */
export interface NoSession {
  kind: 'no_session';
  problem: 'session_missing' | 'session_invalid' | 'origin_refused';
}

/** Whom the session cookie names. */
export type SessionViewer = CustomerViewer | NoSession;

/** Scopes that `operator` does not contain. */
const apartFromOperator: readonly Scope[] = ['inbox:private'];

export function hasScope(viewer: HeaderViewer, scope: Scope): boolean {
  if (viewer.kind !== 'api_key') return false;
  const byOperator = viewer.scopes.includes('operator') && !apartFromOperator.includes(scope);
  return byOperator || viewer.scopes.includes(scope);
}

/** Which jobs a key holder may know of: those of its own integrator, an operator all. */
export function jobScope(viewer: KeyHolder): { integratorId?: string } {
  return viewer.scopes.includes('operator') ? {} : { integratorId: viewer.integratorId };
}
