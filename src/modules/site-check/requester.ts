import { type Access, type Given, requireScope } from '../../access.js';
import type { PresentedToken } from '../../context.js';
import type { Target } from '../../operation.js';
import type { KeyHolder, Requester } from '../../viewer.js';
import { opens } from './access-token.js';
import { siteCheckNotFound } from './site-check.store.js';

/** The site check that an operation is about. */
export const siteCheckTarget: Target<'requestId'> = {
  argument: 'requestId',
  parameter: 'request_id',
  description: 'Id of the site check.',
  missing: 'site_check_not_found',
  node: 'SiteCheck',
};

/**
 * The access token that a call presents for a site check in its arguments. A wrong token and an
 * unknown site check are refused alike, after the same work.
 */
function inArguments({ args }: Given): PresentedToken<Requester> | null {
  const input = args['input'] as { accessToken?: unknown } | null | undefined;
  const value = args['accessToken'] ?? input?.accessToken;
  const { requestId } = args;
  if (typeof value !== 'string' || typeof requestId !== 'string') return null;
  return {
    name: `access ${requestId} ${value}`,
    value,
    async prove({ siteChecks }) {
      const found = await siteChecks.peek(requestId);
      if (!opens(value, found?.accessTokenHash ?? null)) throw siteCheckNotFound();
      return { kind: 'access_token', requestId };
    },
  };
}

/** The same for reads, which take the token as Bearer too. */
const inArgumentsOrBearer = ({ args, bearer }: Given) =>
  inArguments({ args: { ...args, accessToken: args['accessToken'] ?? bearer }, bearer });

/** The access token of the site check. */
export const requester: Access<Requester> = {
  label: 'access token',
  security: [],
  errors: [],
  early: false,
  present: inArguments,
  admit({ caller }, given) {
    const token = inArguments(given);
    if (!token) throw siteCheckNotFound();
    return caller.prove(token);
  },
};

const orOperator = (present: typeof inArguments): Access<Requester | KeyHolder> => ({
  ...requester,
  label: 'access token, or `operator`',
  security: [{}, { apiKey: [] }],
  errors: ['api_key_missing', 'api_key_invalid', 'scope_missing'],
  present,
  admit({ caller }, given) {
    const token = present(given);
    return token ? caller.prove(token) : requireScope(caller.viewer, 'operator');
  },
});

/** The access token of the site check, or an operator's key where no token is given. */
export const requesterOrOperator = orOperator(inArguments);

/** The same for reads, which take the token as Bearer too. Their paths require it; operators read over GraphQL. */
export const reader: Access<Requester | KeyHolder> = {
  ...orOperator(inArgumentsOrBearer),
  label: 'access token',
  security: [],
  errors: [],
};
