import { Fault, Issues, type ValidationIssue } from './issue.js';
import { snakeCase } from './names.js';
import type { WireValue } from './wire-json.js';

/** An issue that only the use case can find, such as a URL that the configuration does not allow. */
interface InputIssue {
  /** Path from the argument on, with GraphQL's field names: `input`, or an argument in the query or the path. */
  path: (string | number)[];
  message: string;
  /** The rejected value; absent if it is not returned. */
  input?: WireValue;
}

/**
 * Returns the issues of a `bad_user_input` error in the form of a 422 response.
 *
 * @param query query of the request; arguments that it lacks are in the path
 */
export function inputIssues(
  members: Readonly<Record<string, unknown>>,
  query: URLSearchParams = new URLSearchParams(),
): ValidationIssue[] {
  const given = (members['issues'] ?? []) as InputIssue[];
  const issues = new Issues([]);
  for (const { path, message, input } of given) {
    const wireNames = path.map((part) => (typeof part === 'number' ? part : snakeCase(part)));
    const source = query.has(String(wireNames[0])) ? 'query' : 'path';
    const loc = path[0] === 'input' ? ['body', ...wireNames.slice(1)] : [source, ...wireNames];
    issues.add(new Fault('value_error', `Value error, ${message}`, { error: {} }), loc, input);
  }
  return issues.list;
}
