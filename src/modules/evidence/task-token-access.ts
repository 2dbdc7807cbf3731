import type { Access } from '../../access.js';
import type { PresentedToken } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import type { TaskHolder } from '../../viewer.js';
import type { TaskToken } from '../job/job.js';
import { readTaskToken, requireUsableToken } from '../job/task-token.js';

/**
 * A task or capture token presented by a request.
 * @param kinds the kinds that the operation accepts
 */
export function presentedTaskToken(
  value: string,
  kinds: readonly TaskToken['kind'][],
): PresentedToken<TaskHolder> {
  return {
    name: `task ${kinds.join(' ')} ${value}`,
    value,
    async prove({ serverKeys, jobs, clock }) {
      const claims = await readTaskToken(serverKeys.tokens, value, kinds);
      requireUsableToken(claims, await jobs.find(claims.jobId, {}), clock.now());
      return { kind: 'task_token', jobId: claims.jobId, tokenId: claims.tokenId };
    },
  };
}

const bearerAccess = (label: string, kinds: readonly TaskToken['kind'][]): Access<TaskHolder> => ({
  label,
  security: [{ taskToken: [] }],
  errors: ['token_invalid', 'token_expired'],
  early: true,
  present: ({ bearer }) => (bearer === null ? null : presentedTaskToken(bearer, kinds)),
  admit({ caller }) {
    if (caller.bearer !== null) return caller.prove(presentedTaskToken(caller.bearer, kinds));
    const detail = errorText('error.send_task_token');
    throw new ApiError('token_invalid', detail, { headers: { 'www-authenticate': 'Bearer' } });
  },
});

/** A task or capture token, sent as `Authorization: Bearer`. */
export const taskToken = bearerAccess('task or capture token', ['provider', 'capture']);

/** A task token, sent as `Authorization: Bearer`. */
export const providerToken = bearerAccess('task token', ['provider']);
