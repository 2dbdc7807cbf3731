import type { ApiError } from '../errors.js';
import { snakeCase } from './pydantic/names.js';
import { validationResponse } from './pydantic/validation-response.js';

interface InputIssue {
  /** From the argument on, as the graph names the fields: `input`, or the target in the path. */
  path: string[];
  message: string;
  input: string;
}

/**
 * The 422 for an input that only the use case could judge, such as an address that the
 * configuration does not allow.
 *
 * @returns null for every other refusal
 */
export function refusedInput(refusal: ApiError): Response | null {
  if (refusal.code !== 'bad_user_input') return null;
  const issues = (refusal.members.issues ?? []) as InputIssue[];
  return validationResponse(
    issues.map(({ path, message, input }) => ({
      type: 'value_error',
      loc:
        path[0] === 'input'
          ? ['body', ...path.slice(1).map(snakeCase)]
          : ['path', ...path.map(snakeCase)],
      msg: `Value error, ${message}`,
      input,
      ctx: { error: {} },
    })),
  );
}
