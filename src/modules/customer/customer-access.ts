import { type Access, anyoneLive, type Given, requireScope } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import type { Scope } from '../../scopes.js';
import type { Target } from '../../target.js';
import {
  type CustomerViewer,
  type HeaderViewer,
  hasScope,
  type KeyHolder,
  type MailTokenHolder,
} from '../../viewer.js';
import type { MailTokenKind } from './customer.js';
import { presentedMailToken } from './mail-token.js';
import { sessionCookie } from './session.js';

/** The account that an operator's operation targets. */
export const customerTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'account_id',
  description: 'Id of the account.',
  missing: 'customer_not_found',
};

const crossSite = () => new ApiError('origin_refused', errorText('error.cross_site'));

/** Returns the error for an invalid session and clears its cookie. Queries ignore cookies of cross-site requests. */
export function sessionInvalid({ services, notes }: RequestContext): ApiError {
  const cleared = sessionCookie(services.baseUrl, null);
  // GraphQL errors cannot set headers.
  if (notes.cookies.length === 0) notes.cookies.push(cleared);
  return new ApiError('session_invalid', undefined, { headers: { 'set-cookie': cleared } });
}

/** @throws ApiError `session_missing`, `session_invalid` (401) or `origin_refused` (403) */
function requireSession(ctx: RequestContext, { writes }: Given): CustomerViewer {
  const { session } = ctx.caller;
  if (session.kind === 'customer') return session;
  if (session.problem === 'session_invalid') throw sessionInvalid(ctx);
  if (session.problem === 'origin_refused' && writes) throw crossSite();
  throw new ApiError('session_missing');
}

/** The session of a customer. */
export const customer: Access<CustomerViewer> = {
  label: 'session',
  security: [{ session: [] }],
  errors: ['session_missing', 'session_invalid', 'origin_refused'],
  early: true,
  bySession: true,
  present: () => null,
  admit: requireSession,
};

/** A key with this scope, otherwise the session of a customer. */
const customerOr = (wanted: Scope): Access<CustomerViewer | KeyHolder> => ({
  label: `session, or \`${wanted}\``,
  security: [{ session: [] }, { apiKey: [] }],
  errors: [...customer.errors, 'api_key_invalid', 'scope_missing'],
  early: true,
  present: () => null,
  admit(ctx, given) {
    const { viewer, session } = ctx.caller;
    const isKnown = viewer.kind === 'api_key' || viewer.problem === 'api_key_invalid';
    if (hasScope(viewer, wanted)) return requireScope(viewer, wanted);
    if (isKnown && session.kind !== 'customer') return requireScope(viewer, wanted);
    return requireSession(ctx, given);
  },
});

/** An operator's key, otherwise the session of a customer. */
export const customerOrOperator = customerOr('operator');

/** No credentials required, but cross-site requests are rejected: the response signs a browser in. */
export const signingIn: Access<HeaderViewer> = {
  ...anyoneLive,
  label: '– (not from other sites)',
  errors: ['origin_refused'],
  admit(ctx) {
    if (ctx.caller.crossSite) throw crossSite();
    return ctx.caller.viewer;
  },
};

/**
 * The token of a mail of this kind, in the input.
 * @param signsIn true if the response signs a browser in, so that cross-site requests are rejected
 */
export const mailToken = (
  kind: MailTokenKind,
  { signsIn }: { signsIn: boolean },
): Access<MailTokenHolder> => ({
  label: `token of the mail (\`${kind}\`)`,
  security: [],
  errors: ['token_invalid', 'token_expired', ...(signsIn ? (['origin_refused'] as const) : [])],
  early: false,
  present: (given) => presentedMailToken(given, kind),
  admit({ caller }, given) {
    if (signsIn && caller.crossSite) throw crossSite();
    const token = presentedMailToken(given, kind);
    if (!token) throw new ApiError('token_invalid');
    return caller.prove(token);
  },
});
