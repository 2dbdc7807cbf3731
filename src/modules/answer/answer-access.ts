import { type Access, type Given, requireScope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import type { KeyHolder, TaskHolder } from '../../viewer.js';
import { presentedTaskToken } from '../evidence/task-token-access.js';
import type { TaskToken } from '../job/job.js';

const kinds: readonly TaskToken['kind'][] = ['provider', 'capture'];

/** A key with `jobs:write`, or without a key a task or capture token as Bearer. */
export const keyOrTaskToken: Access<KeyHolder | TaskHolder> = {
  label: '`jobs:write`, or a task or capture token',
  security: [{ apiKey: [] }, { taskToken: [] }],
  errors: ['api_key_missing', 'api_key_invalid', 'scope_missing', 'token_invalid', 'token_expired'],
  early: true,
  testKeys: true,
  present: ({ bearer }) => (bearer === null ? null : presentedTaskToken(bearer, kinds)),
  admit({ caller }) {
    const { viewer, bearer } = caller;
    if (viewer.kind === 'api_key' || bearer === null) return requireScope(viewer, 'jobs:write');
    return caller.prove(presentedTaskToken(bearer, kinds));
  },
};

/** The token of an upload route, in its field of the body or as Bearer. */
export function uploadToken(kind: TaskToken['kind'], field: string): Access<TaskHolder> {
  const present = ({ args, bearer }: Given) => {
    const input = args['input'] as Record<string, unknown> | null | undefined;
    const value = args[field] ?? input?.[field] ?? bearer;
    return typeof value === 'string' ? presentedTaskToken(value, [kind]) : null;
  };
  return {
    label: `${kind === 'provider' ? 'task' : 'capture'} token in the body or as Bearer`,
    security: [{}, { taskToken: [] }],
    errors: ['token_invalid', 'token_expired'],
    early: false,
    present,
    admit({ caller }, { args }) {
      const token = present({ args, bearer: caller.bearer });
      if (token) return caller.prove(token);
      throw new ApiError('token_invalid', errorText('error.answer_token'), {
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
  };
}
