import type { PresentedToken, RequestContext } from './context.js';
import { ApiError, type ErrorCode } from './errors.js';
import { liveScopes, type Scope } from './modules/integrator/integrator.js';
import { type HeaderViewer, hasScope, type KeyHolder, type Viewer } from './viewer.js';

/** What a call carries that may hold a credential; the arguments may not be validated yet. */
export interface Given {
  args: Readonly<Record<string, unknown>>;
  /** Token of an `Authorization: Bearer` header. */
  bearer: string | null;
  /** Whether the operation changes something; said when the caller is admitted. */
  writes?: boolean;
}

/** How an operation knows its viewer. Each kind of credential is one such record. */
export interface Access<V extends Viewer = Viewer> {
  /** Name in the README's table of paths. */
  label: string;
  /** Security requirements in the interface description: none where empty, optional with `{}` in it. */
  security: readonly Record<string, string[]>[];
  /** Refusals of a caller who may not. */
  errors: readonly ErrorCode[];
  /** Whether the viewer is known by headers alone, and so judged before the input is. */
  early: boolean;
  /** Whether a session counts before a key, so that its calls are counted in the session's bucket. */
  bySession?: boolean;
  /** Whether it serves test keys; every other operation refuses them with `test_mode`. */
  testKeys?: boolean;
  /** The token of a call, to find the bucket that it is counted in; null where there is none. */
  present(given: Given): PresentedToken | null;
  /**
   * The viewer of a call.
   * @throws ApiError when the caller may not
   */
  admit(ctx: RequestContext, given: Given): V | Promise<V>;
}

/** Nobody is asked; a key, where there is one, is still known. */
export const anyone: Access<HeaderViewer> = {
  label: '–',
  security: [],
  errors: [],
  early: true,
  testKeys: true,
  present: () => null,
  admit: (ctx) => ctx.caller.viewer,
};

/** The same for what the sandbox has nothing of. */
export const anyoneLive: Access<HeaderViewer> = { ...anyone, testKeys: false };

/** Whether an operation serves test keys: what it is about can belong to the sandbox. */
export const servesTestKeys = ({ access }: { access: Access }): boolean => access.testKeys === true;

/** @throws ApiError `test_mode` where the request carries a test key and the operation serves none */
export function rejectTestKey(
  op: { access: Access },
  { caller: { viewer } }: Pick<RequestContext, 'caller'>,
): void {
  if (viewer.kind !== 'api_key' || viewer.mode === 'live' || servesTestKeys(op)) return;
  throw new ApiError('test_mode', 'Test keys cannot call this operation.');
}

/**
 * The viewer as the holder of a key with this scope; `operator` includes all but `inbox:private`.
 * @throws ApiError `api_key_missing`, `api_key_invalid` (401) or `scope_missing` (403)
 */
export function requireScope(viewer: HeaderViewer, wanted: Scope): KeyHolder {
  if (viewer.kind === 'anonymous') {
    throw new ApiError(viewer.problem, undefined, { headers: { 'www-authenticate': 'ApiKey' } });
  }
  if (!hasScope(viewer, wanted)) {
    throw new ApiError(
      'scope_missing',
      `This operation requires an API key with the scope ${wanted}.`,
    );
  }
  return viewer;
}

/**
 * Checks that a key acts under its own name: what is sent as an actor has the aliases of that actor, and
 * appears under the name in the records.
 * @throws ApiError `actor_not_allowed` (403)
 */
export function requireActor(viewer: KeyHolder, actor: string): void {
  if (viewer.actors.includes(actor)) return;
  throw new ApiError('actor_not_allowed', 'The API key does not have this actor.');
}

/** A key with this scope. */
export const scope = (wanted: Scope): Access<KeyHolder> => ({
  label: `\`${wanted}\``,
  security: [{ apiKey: [] }],
  errors: ['api_key_missing', 'api_key_invalid', 'scope_missing'],
  early: true,
  testKeys: !liveScopes.includes(wanted),
  present: () => null,
  admit: (ctx) => requireScope(ctx.caller.viewer, wanted),
});

/** A test key with this scope; live keys are refused as if they lacked it. */
export const testKey = (wanted: Scope): Access<KeyHolder> => ({
  ...scope(wanted),
  label: `\`${wanted}\`, test key`,
  admit(ctx) {
    const viewer = requireScope(ctx.caller.viewer, wanted);
    if (viewer.mode === 'test') return viewer;
    throw new ApiError('scope_missing', 'This operation requires a test key.', {
      hint: 'Create one with createApiKey and the mode test.',
    });
  },
});
