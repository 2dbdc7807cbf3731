import type { PresentedToken, RequestContext } from './context.js';
import { ApiError, type ErrorCode } from './errors.js';
import type { Scope } from './modules/integrator/integrator.js';
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
  /** Security requirements in the interface description; empty where none is declared. */
  security: readonly Record<string, string[]>[];
  /** Refusals of a caller who may not. */
  refusals: readonly ErrorCode[];
  /** Whether the viewer is known by headers alone, and so judged before the input is. */
  early: boolean;
  /** Whether a session counts before a key, so that its calls are counted in the session's bucket. */
  bySession?: boolean;
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
  refusals: [],
  early: true,
  present: () => null,
  admit: (ctx) => ctx.caller.viewer,
};

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

/** A key with this scope. */
export const scope = (wanted: Scope): Access<KeyHolder> => ({
  label: `\`${wanted}\``,
  security: [{ apiKey: [] }],
  refusals: ['api_key_missing', 'api_key_invalid', 'scope_missing'],
  early: true,
  present: () => null,
  admit: (ctx) => requireScope(ctx.caller.viewer, wanted),
});
