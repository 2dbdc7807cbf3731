import type { ApiError } from '../errors.js';
import { Fault, Issues } from './pydantic/issue.js';
import { snakeCase } from './pydantic/names.js';
import { validationResponse } from './pydantic/validation-response.js';

interface InputIssue {
  /** From the argument on, as the graph names the fields: `input`, or the target in the path. */
  path: (string | number)[];
  message: string;
  input: string | null;
}

/**
 * The 422 for an input that only the use case could judge, such as an address that the
 * configuration does not allow.
 *
 * @returns null for every other refusal
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
