import type { PresentedToken, RequestContext } from './context.js';
import { ApiError, type ErrorCode, errorText } from './errors.js';
import { liveScopes, type Scope } from './scopes.js';
import { type HeaderViewer, hasScope, type KeyHolder, type Viewer } from './viewer.js';

/** The parts of a call that can contain a credential. The arguments are not validated yet. */
export interface Given {
  args: Readonly<Record<string, unknown>>;
  /** Token of an `Authorization: Bearer` header. */
  bearer: string | null;
  /** True for a mutation; set when the caller is authenticated. */
  writes?: boolean;
}

/** Authentication of an operation's caller. There is one record per kind of credential. */
export interface Access<V extends Viewer = Viewer> {
  /** Name in the table of operations in docs/reference.md. */
  label: string;
  /** Security requirements in the OpenAPI document: empty if none, optional if `{}` is included. */
  security: readonly Record<string, string[]>[];
  /** Errors of a caller without access. */
  errors: readonly ErrorCode[];
  /** True if headers alone identify the caller, who is then authenticated before the input is validated. */
  early: boolean;
  /** True if a session takes precedence over a key, so that calls are counted in the session's bucket. */
  bySession?: boolean;
  /** True if test keys are accepted; other operations reject them with `test_mode`. */
  testKeys?: boolean;
  /** Returns the token of a call, which determines its rate limit bucket, or null without one. */
  present(given: Given): PresentedToken | null;
  /**
   * Authenticates the caller.
   *
   * @throws ApiError if the caller has no access
   */
  admit(ctx: RequestContext, given: Given): V | Promise<V>;
}

/** No credential is required. A key, if present, is still read. */
export const anyone: Access<HeaderViewer> = {
  label: '–',
  security: [],
  errors: [],
  early: true,
  testKeys: true,
  present: () => null,
  admit: (ctx) => ctx.caller.viewer,
};

/** Like `anyone`, for operations that do not exist in the sandbox. */
export const anyoneLive: Access<HeaderViewer> = { ...anyone, testKeys: false };

/** Returns true if an operation accepts test keys because its objects can exist in the sandbox. */
export const servesTestKeys = ({ access }: { access: Access }): boolean => access.testKeys === true;

/** @throws ApiError `test_mode` if the request has a test key and the operation does not accept it */
export function rejectTestKey(
  op: { access: Access },
  { caller: { viewer } }: Pick<RequestContext, 'caller'>,
): void {
  if (viewer.kind !== 'api_key' || viewer.mode === 'live' || servesTestKeys(op)) return;
  throw new ApiError('test_mode', errorText('error.test_key'));
}

/**
 * Requires a key with this scope. `operator` includes every scope except `inbox:private`.
 *
 * @throws ApiError `api_key_missing`, `api_key_invalid` (401) or `scope_missing` (403)
 */
export function requireScope(viewer: HeaderViewer, wanted: Scope): KeyHolder {
  if (viewer.kind === 'anonymous') {
    throw new ApiError(viewer.problem, undefined, { headers: { 'www-authenticate': 'ApiKey' } });
  }
  if (!hasScope(viewer, wanted)) {
    throw new ApiError('scope_missing', errorText('error.scope', { scope: wanted }));
  }
  return viewer;
}

/**
 * Requires that a key has this actor. Mail and deliveries sent as an actor use its aliases and are recorded
 * under its name.
 *
 * @throws ApiError `actor_not_allowed` (403)
 */
export function requireActor(viewer: KeyHolder, actor: string): void {
  if (viewer.actors.includes(actor)) return;
  throw new ApiError('actor_not_allowed', errorText('error.actor'));
}

/** Requires a key with this scope. */
export const scope = (wanted: Scope): Access<KeyHolder> => ({
  label: `\`${wanted}\``,
  security: [{ apiKey: [] }],
  errors: ['api_key_missing', 'api_key_invalid', 'scope_missing'],
  early: true,
  testKeys: !liveScopes.includes(wanted),
  present: () => null,
  admit: (ctx) => requireScope(ctx.caller.viewer, wanted),
});

/** Requires a test key with this scope. A live key is rejected as if it lacked the scope. */
export const testKey = (wanted: Scope): Access<KeyHolder> => ({
  ...scope(wanted),
  label: `\`${wanted}\`, test key`,
  admit(ctx) {
    const viewer = requireScope(ctx.caller.viewer, wanted);
    if (viewer.mode === 'test') return viewer;
    throw new ApiError('scope_missing', errorText('error.test_key_needed'), {
      hint: errorText('error.hint_test_key'),
    });
  },
});
