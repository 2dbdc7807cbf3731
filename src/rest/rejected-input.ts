import type { ApiError } from '../errors.js';
import { Fault, Issues } from './pydantic/issue.js';
import { snakeCase } from './pydantic/names.js';
import { validationResponse } from './pydantic/validation-response.js';

interface InputIssue {
  /** Path from the argument on, with GraphQL's field names: `input`, or the target in the path. */
  path: (string | number)[];
  message: string;
  input: string | null;
}

/**
 * Returns the 422 for an input that only the use case can check, such as a URL that the configuration does not allow.
 *
 * @returns null for any other error
 */
export function rejectedInput(rejection: ApiError): Response | null {
  if (rejection.code !== 'bad_user_input') return null;
  const given = (rejection.members.issues ?? []) as InputIssue[];
  const issues = new Issues([]);
  for (const { path, message, input } of given) {
    const wireNames = path.map((part) => (typeof part === 'number' ? part : snakeCase(part)));
    const loc = path[0] === 'input' ? ['body', ...wireNames.slice(1)] : ['path', ...wireNames];
    issues.add(new Fault('value_error', `Value error, ${message}`, { error: {} }), loc, input);
  }
  return validationResponse(issues.list);
}
